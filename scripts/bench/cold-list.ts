import { compare } from './compare.ts';
import type { Figure } from './figures.ts';
import { comparePages } from './floor/compare-pages.ts';
import { startFloor } from './floor/start-floor.ts';
import { get } from './http-client.ts';
import { offServerCore, serverCore } from './machine.ts';
import { startSite, withTemporaryFolder } from './site.ts';

const options = { connections: 32, rounds: 15, warmUpSeconds: 5 };

/** The product list rendered for each request, beside the same markup rendered by React with nothing around it. */
export async function measureColdList(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, isPinned: true });
    const { body } = await get(`${site.origin}/product`);
    const floor = await startFloor(body);
    const sameness = comparePages(body, (await get(`${floor.origin}/product`)).body);
    const { ours, theirs } = await offServerCore(() =>
      compare(
        {
          ours: { pid: site.pid, url: `${site.origin}/product` },
          theirs: { pid: floor.pid, url: `${floor.origin}/product` },
        },
        options,
      ),
    );
    await Promise.all([site.stop(), floor.stop()]);

    const pinning = serverCore === null ? 'not pinned' : 'one core';
    const shareByCpu = ours.perCpuSecond / theirs.perCpuSecond;
    return [
      { name: 'cold /product', value: ours.perSecond, unit: 'req/s', note: `${ours.note}, ${pinning}` },
      { name: 'its floor: bare React', value: theirs.perSecond, unit: 'req/s', note: theirs.note },
      {
        name: 'cold /product, share of its floor',
        value: ours.perSecond / theirs.perSecond,
        unit: '×',
        target: { atLeast: 0.85 },
        note: `by CPU time ${shareByCpu.toFixed(2)}; both pages are the same ${sameness}, ${Buffer.byteLength(body)} bytes`,
      },
    ];
  });
}
