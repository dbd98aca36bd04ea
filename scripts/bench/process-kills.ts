import { setTimeout as delay } from 'node:timers/promises';
import { listPeerPorts } from '../tools/other-processes.ts';
import { askSteadily } from '../tools/steady-requests.ts';
import type { EngineSetting } from './each-engine.ts';
import type { Figure } from './figures.ts';
import { tellFailures, untilAllServe } from './several-processes.ts';
import { startSite } from './site.ts';

const processes = 2;
const everyMs = 2_000;
const minutes = Number(process.env['KILL_MINUTES'] ?? 5);

/**
 * Kills one of the processes every two seconds. On a machine that is so busy that another one is not there by then, as
 * soon as it is: with nobody left to answer, nothing is measured but the patience of those who ask.
 */
export async function measureKillsOn({ dataDir, databaseUrl, config }: EngineSetting): Promise<Figure[]> {
  const site = await startSite({
    dataDir,
    databaseUrl,
    pageStoreMb: 64,
    logLevel: 'silent',
    isWithoutPictures: true,
    env: { PROCESSES: `${processes}` },
  });
  try {
    const requests = askSteadily(site.origin, { clients: 12, pauseMs: 10 });
    const ofKilled = new Set<number>();
    const until = performance.now() + minutes * 60_000;
    let kills = 0;
    for (; performance.now() < until; kills += 1) {
      const killAt = performance.now() + everyMs;
      const serving = await untilAllServe(site, processes);
      await delay(Math.max(0, killAt - performance.now()));
      const victim = serving[kills % processes] ?? 0;
      // What it holds stays as it is until it is killed.
      process.kill(victim, 'SIGSTOP');
      for (const port of listPeerPorts(victim)) ofKilled.add(port);
      process.kill(victim, 'SIGKILL');
    }
    await untilAllServe(site, processes);
    await requests.end();
    const others = requests.failures.filter(({ localPort }) => !ofKilled.has(localPort ?? 0));
    tellFailures(others);
    const lost = requests.failures.length - others.length;
    return [
      {
        name: `kill -9 of one of ${processes} every 2 s, ${config.engine}: failed outside of what was killed`,
        value: others.length,
        unit: '',
        target: { below: 1 },
        note: `${kills} kills in ${minutes} min; ${lost} failed with their process, ${requests.answered()} were answered`,
      },
    ];
  } finally {
    await site.stop();
  }
}
