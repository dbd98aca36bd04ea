import { listChildren, listPeerPorts } from '../tools/other-processes.ts';
import { compare } from './compare.ts';
import type { Figure } from './figures.ts';
import { generateLoad } from './generate-load.ts';
import { getBytes } from './http-client.ts';
import { untilAllServe } from './several-processes.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';

const processes = 2;
const page = '/product';
const asked = { 'Accept-Encoding': 'gzip, deflate, br, zstd', Accept: 'text/html,*/*;q=0.8' };

/**
 * Two processes beside one, of the same pages. What asks needs a part of the same cores, so the rates say little here:
 * what counts is how many answers each second of processor time brings, of which two processes have twice as many.
 */
export async function measureProcesses(): Promise<Figure[]> {
  return withTemporaryFolder((aloneDir) =>
    withTemporaryFolder(async (severalDir) => {
      const figures: Figure[] = [];
      for (const pageStoreMb of [64, 0]) {
        const options = { pageStoreMb, isWithoutPictures: true };
        const alone = await startSite({ dataDir: aloneDir, ...options });
        const several = await startSite({
          dataDir: severalDir,
          ...options,
          env: { PROCESSES: `${processes}` },
        });
        await untilAllServe(several, processes);
        figures.push(...(await measure(alone, several, pageStoreMb === 0 ? 'rendered' : 'stored')));
        if (pageStoreMb > 0) figures.push(await measureBalance(several));
        await alone.stop();
        await several.stop();
      }
      return figures;
    }),
  );
}

async function measure(alone: Site, several: Site, kind: string): Promise<Figure[]> {
  for (const { origin } of [alone, several])
    for (let n = 0; n < 80; n += 1) await getBytes(origin + page, asked);
  const measured = await compare(
    {
      // As many for each process.
      one: { pid: alone.pid, url: alone.origin + page, headers: asked },
      two: {
        pid: several.pid,
        pids: [several.pid, ...listChildren(several.pid)],
        url: several.origin + page,
        connections: processes * 32,
        headers: asked,
      },
    },
    { connections: 32, rounds: 7 },
  );
  return [
    {
      name: `${processes} processes, ${kind} page: answers for a second of processor time, share of one's`,
      value: measured.two.perCpuSecond / measured.one.perCpuSecond,
      unit: '×',
      target: { atLeast: 0.9 },
      note: `parent included; by the clock, with what asks beside them, ${(measured.two.perSecond / measured.one.perSecond).toFixed(2)} ×`,
    },
  ];
}

/** How connections that are kept are shared out under load. */
async function measureBalance({ pid, origin }: Site): Promise<Figure> {
  const shares: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const load = generateLoad({
      url: origin + page,
      headers: asked,
      connections: 32,
      seconds: 1,
      status: 200,
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const counts = listChildren(pid).map((child) => listPeerPorts(child).size);
    shares.push(Math.min(...counts) / counts.reduce((sum, count) => sum + count, 0));
    await load;
  }
  const fewest = Math.min(...shares);
  return {
    name: 'connections of the process that has fewest, of 32 under load',
    value: Math.round(fewest * 32),
    unit: '',
    note: `the worst of ${shares.length} rounds; in the middle ${Math.round((shares.toSorted((a, b) => a - b)[5] ?? 0) * 32)}`,
  };
}
