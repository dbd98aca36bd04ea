import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { openConnection } from '#scripts/tools/requests/http-client.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import type { Figure } from '../figures.ts';
import { askHeldMs, loopProbe } from '../site/ask-held.ts';
import { readCpuSeconds } from '../site/machine.ts';
import { openPostgresCpu } from '../site/postgres-cpu.ts';
import { startSite } from '../site/site.ts';
import { quantile } from '../statistics.ts';
import { randomList } from './selections.ts';
import { untilFiltered, type Served } from './until-filtered.ts';

const p95 = { sqlite: 20, postgres: 120 };
const lists = 60;
const maxFilters = 6;

/** Whole pages of filtered lists from the built server, each another list, in all orders: the first and the middle one. */
export async function measureFilteredPages(served: Served): Promise<Figure[]> {
  const { engine, databaseUrl, parts } = served;
  const site = await startSite({ ...served, probe: loopProbe, isWithoutPictures: true });
  const connection = openConnection();
  const databaseCpu = engine === 'postgres' ? await openPostgresCpu(databaseUrl) : null;
  const random = randomNumbers(4);
  const held: number[] = [];
  const ask = async (address: string) => {
    const { status, ms, body } = await connection.get(site.origin + address);
    if (status !== 200) throw new Error(`${address} answered ${status}`);
    held.push(await askHeldMs(site));
    return { ms, body };
  };
  const middleOf = async (address: string) => {
    const { body } = await connection.get(`${site.origin}${address.replace('?', '/_payload.json?')}`);
    const { data }: PayloadBody = JSON.parse(body);
    return Math.ceil((data.product?.pageCount ?? 1) / 2);
  };
  try {
    await untilFiltered(site);
    // The first pages of a process are slower.
    for (let i = 0; i < 100; i += 1) await ask(randomList(random, parts, 1 + (i % maxFilters))(1));
    await askHeldMs(site);
    held.length = 0;
    const figures: Figure[] = [];
    for (let filters = 0; filters <= maxFilters; filters += 1) {
      const times: number[] = [];
      const usage = { site: 0, database: 0 };
      const measure = async (address: string) => {
        const before = { site: readCpuSeconds(site.pid) ?? 0, database: databaseCpu?.() ?? 0 };
        times.push((await ask(address)).ms);
        usage.site += (readCpuSeconds(site.pid) ?? 0) - before.site;
        usage.database += (databaseCpu?.() ?? 0) - before.database;
      };
      for (let i = 0; i < lists; i += 1) {
        const pageAt = randomList(random, parts, filters);
        await measure(pageAt(1));
        // Not known before the first page: its counts are kept for the others.
        const middle = await middleOf(pageAt(1));
        if (middle > 1) await measure(pageAt(middle));
      }
      const each = (seconds: number) => ((1_000 * seconds) / times.length).toFixed(1);
      figures.push({
        name: `catalogue, ${engine}, ${parts} products: page with ${filters} filters, p95`,
        value: quantile(times, 0.95),
        unit: 'ms',
        // Without any it is kept, as other lists are.
        ...(filters > 0 && { target: { below: p95[engine] } }),
        note: [
          `half within ${quantile(times, 0.5).toFixed(1)} ms, the longest of ${times.length} ${Math.max(...times).toFixed(0)} ms`,
          `processor time of each ${each(usage.site)} ms${databaseCpu === null ? '' : ` and ${each(usage.database)} of the database`}`,
        ].join('; '),
      });
    }
    return [...figures, heldFigure(engine, held)];
  } finally {
    connection.close();
    await site.stop();
  }
}

function heldFigure(engine: Served['engine'], held: readonly number[]): Figure {
  return {
    name: `catalogue, ${engine}: the event loop held by one of these, p95`,
    value: quantile(held, 0.95),
    unit: 'ms',
    target: { below: 10 },
    note: `half within ${quantile(held, 0.5).toFixed(1)} ms, the longest ${Math.max(...held).toFixed(0)} ms; mostly the rendering of the page`,
  };
}
