import { compare, type Measured } from './compare.ts';
import type { Figure } from './figures.ts';
import { comparePages } from './floor/compare-pages.ts';
import { startComponentsFloor, startMarkupFloor } from './floor/start-floor.ts';
import { get } from '../tools/requests/http-client.ts';
import { offServerCore, serverCore } from './site/machine.ts';
import { startSite, withTemporaryFolder, type BenchSite } from './site/site.ts';

const options = { connections: 32, rounds: 15, warmUpSeconds: 5 };

/**
 * The product list rendered for each request, beside two floors: React rendering the same components with nothing
 * around it, and React rendering the same markup from components that need no router, no texts and no data.
 */
export async function measureColdList(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, isPinned: true });
    const { body } = await get(`${site.origin}/product`);
    const components = await startComponentsFloor(dataDir);
    const markup = await startMarkupFloor(body);
    const sameness = await Promise.all(
      [components, markup].map(async ({ origin }) =>
        comparePages(body, (await get(`${origin}/product`)).body),
      ),
    );
    const contender = ({ pid, origin }: BenchSite) => ({ pid, url: `${origin}/product` });
    const contenders = {
      ours: contender(site),
      components: contender(components),
      markup: contender(markup),
    };
    const [measured, one] = await offServerCore(async () => [
      await compare(contenders, options),
      await compare(
        { ours: contenders.ours, components: contenders.components },
        { connections: 1, rounds: 5, warmUpSeconds: 1 },
      ),
    ]);
    await Promise.all([site.stop(), components.stop(), markup.stop()]);

    const { ours } = measured;
    const pinning = serverCore === null ? 'not pinned' : 'one core';
    const shareOf = (floor: Measured) => ({
      value: ours.perSecond / floor.perSecond,
      unit: '×' as const,
      note: `by CPU time ${(ours.perCpuSecond / floor.perCpuSecond).toFixed(2)}; the floor makes ${floor.perSecond.toFixed(0)} a second, ${floor.note}`,
    });
    return [
      {
        name: 'cold /product',
        value: ours.perSecond,
        unit: 'req/s',
        note: `${ours.note}, ${pinning}; ${Buffer.byteLength(body)} bytes, the floors' the same ${sameness.join(' and ')}`,
      },
      {
        name: 'cold /product, share of React with the same components',
        target: { atLeast: 0.85 },
        ...shareOf(measured.components),
      },
      {
        name: 'cold /product, share of React with the same markup',
        // Routing, texts, links, data, headers and log together: at most a third of the render.
        target: { atLeast: 2 / 3 },
        ...shareOf(measured.markup),
      },
      {
        name: 'cold /product, 1 connection',
        value: one.ours.perSecond,
        unit: 'req/s',
        note: `${one.ours.note}; React with the same components ${one.components.perSecond.toFixed(0)}`,
      },
    ];
  });
}
