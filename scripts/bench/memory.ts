import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { leaveEarly } from './visitors/early-leavers.ts';
import type { Figure } from './figures.ts';
import { readRssMb } from './site/machine.ts';
import { askProbe } from './visitors/ask-probe.ts';
import type { ProbeReport } from './memory-probe.ts';
import { startSite, withTemporaryFolder, type BenchSite } from './site/site.ts';
import { median } from './statistics.ts';

const requests = 50_000;
const leftEarly = 5_000;
const batches = 20;

/** Measures memory with the server collecting as it decides itself. The pages are rendered, half of them compressed. */
export async function measureMemory(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, probe: path.join(import.meta.dirname, 'memory-probe.ts') });
    const before = readRssMb(site.pid);
    if (before === null) throw new Error('this system does not tell the memory of a process (/proc)');
    await sendBatch(site, { whole: 200, early: 20 });
    const atRest = await look(site);

    const rss: number[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      const whole = (requests - leftEarly) / batches;
      rss.push(await medianRss(site, sendBatch(site, { whole, early: leftEarly / batches })));
    }
    const after = await look(site);
    await site.stop();

    // Three batches together: the collector's and the allocator's rhythm is longer than one.
    const at = (share: number) => median(rss.slice(rss.length * share - 3, rss.length * share));
    const course = `started with ${before.toFixed(0)}, then ${[0.25, 0.5, 0.75, 1].map((share) => at(share).toFixed(0)).join(', ')}`;
    const cut = `${after.cutShort - atRest.cutShort} of the ${leftEarly} left in the middle of an answer`;
    return [
      { name: `memory after ${requests} renders`, value: at(1), unit: 'MB', note: `each quarter: ${course}` },
      {
        name: 'memory, growth in the last quarter',
        value: at(1) - at(0.75),
        unit: 'MB',
        target: { below: 10 },
      },
      { name: 'answers still open after it', value: after.open, unit: '', target: { below: 1 }, note: cut },
      {
        name: 'timers more than before (one a render)',
        value: after.timers - atRest.timers,
        unit: '',
        target: { below: 1 },
      },
      {
        name: 'descriptors more than before',
        value: after.descriptors - atRest.descriptors,
        unit: '',
        target: { below: 1 },
      },
    ];
  });
}

async function sendBatch(
  { origin }: BenchSite,
  { whole, early }: { whole: number; early: number },
): Promise<void> {
  const url = `${origin}/product`;
  const headers = [{}, { 'accept-encoding': 'gzip, deflate, br' }];
  const [result] = await Promise.all([
    autocannon({ url, connections: 16, amount: whole, requests: headers.map((each) => ({ headers: each })) }),
    leaveEarly(url, early),
  ]);
  const failed = whole - result['2xx'];
  if (failed > 0) throw new Error(`${failed} of ${whole} requests failed`);
}

/** While the work goes on: single readings swing with the collector's rhythm. */
export async function medianRss(site: BenchSite, work: Promise<unknown>): Promise<number> {
  const readings: number[] = [];
  const timer = setInterval(() => {
    const reading = readRssMb(site.pid);
    if (reading !== null) readings.push(reading);
  }, 50);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return median(readings);
}

/** Reads the resources of the idle server. The wait is shorter than a forgotten render's deadline of 10 s. */
async function look(site: BenchSite): Promise<ProbeReport & { descriptors: number }> {
  await delay(1_000);
  const report = await askProbe(site, 'report');
  return { ...report, descriptors: readdirSync(`/proc/${site.pid}/fd`).length };
}
