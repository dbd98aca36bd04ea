import autocannon from 'autocannon';
import type { Figure } from './figures.ts';
import { comparePages } from './floor/compare-pages.ts';
import { startFloor } from './floor/start-floor.ts';
import { get } from './http-client.ts';
import { offServerCore, readCpuSeconds, serverCore } from './machine.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';
import { median, spread } from './statistics.ts';

const connections = 32;
const warmUpSeconds = 5;
const roundSeconds = 2;
const rounds = 15;

interface Round {
  perSecond: number;
  /** Undistorted by what else the machine does; null where the system does not tell. */
  perCpuSecond: number | null;
}

/** The product list rendered for each request, beside the same markup rendered by React with nothing around it. */
export async function measureColdList(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, isPinned: true });
    const { body } = await get(`${site.origin}/product`);
    const floor = await startFloor(body);
    const sameness = comparePages(body, (await get(`${floor.origin}/product`)).body);
    const { ours, theirs } = await offServerCore(() => takeTurns(site, floor));
    await Promise.all([site.stop(), floor.stop()]);

    const pinning = serverCore === null ? 'not pinned' : 'one core';
    const note = (all: Round[]) =>
      `median of ${rounds} rounds, ${pinning}, ${spread(all.map((round) => round.perSecond))}`;
    const shareByCpu = perCpuSecond(ours) / perCpuSecond(theirs);
    return [
      { name: 'cold /product', value: perSecond(ours), unit: 'req/s', note: note(ours) },
      { name: 'its floor: bare React', value: perSecond(theirs), unit: 'req/s', note: note(theirs) },
      {
        name: 'cold /product, share of its floor',
        value: perSecond(ours) / perSecond(theirs),
        unit: '×',
        target: { atLeast: 0.7 },
        note: `by CPU time ${shareByCpu.toFixed(2)}; both pages are the same ${sameness}, ${Buffer.byteLength(body)} bytes`,
      },
    ];
  });
}

/** Interleaved, and each begins as often as the other: what the machine does meanwhile meets both alike. */
async function takeTurns(site: Site, floor: Site): Promise<{ ours: Round[]; theirs: Round[] }> {
  const ours: Round[] = [];
  const theirs: Round[] = [];
  await measureRound(site, warmUpSeconds);
  await measureRound(floor, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) ours.push(await measureRound(site, roundSeconds));
    theirs.push(await measureRound(floor, roundSeconds));
    if (round % 2 === 1) ours.push(await measureRound(site, roundSeconds));
  }
  return { ours, theirs };
}

async function measureRound({ origin, pid }: Site, seconds: number): Promise<Round> {
  const cpuBefore = readCpuSeconds(pid);
  const result = await autocannon({ url: `${origin}/product`, connections, duration: seconds });
  const cpuAfter = readCpuSeconds(pid);
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} requests to ${origin} failed`);
  const answered = result['2xx'];
  const perCpuSecond = cpuBefore === null || cpuAfter === null ? null : answered / (cpuAfter - cpuBefore);
  return { perSecond: answered / result.duration, perCpuSecond };
}

function perSecond(all: readonly Round[]): number {
  return median(all.map((round) => round.perSecond));
}

function perCpuSecond(all: readonly Round[]): number {
  return median(all.map((round) => round.perCpuSecond ?? NaN));
}
