import type { Figure } from './figures.ts';
import { findFreePort } from '../tools/servers/free-port.ts';
import { untilAnswered } from '../tools/requests/http-client.ts';
import { startProgram } from '../tools/servers/programs.ts';
import { siteEnvironment, withTemporaryFolder } from './site/site.ts';
import { median, spread } from './statistics.ts';

const rounds = 5;

/** `npm start` where it has been started before: from the command to the whole front page. */
export async function measureStart(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const first = await startOnce(dataDir);
    const later: number[] = [];
    for (let round = 0; round < rounds; round += 1) later.push(await startOnce(dataDir));
    const note = `median of ${rounds}, ${spread(later.map((seconds) => seconds * 1000))} ms`;
    return [
      { name: 'npm start to the first 200, new data folder', value: first, unit: 's' },
      {
        name: 'npm start to the first 200, later',
        value: median(later),
        unit: 's',
        target: { below: 1.5 },
        note,
      },
    ];
  });
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const program = startProgram('npm', ['--silent', 'start'], { env: siteEnvironment({ port, dataDir }) });
  try {
    await untilAnswered(`http://127.0.0.1:${port}/`, { program, limitMs: 60_000 });
    return (performance.now() - startedAt) / 1000;
  } finally {
    await program.stop();
  }
}
