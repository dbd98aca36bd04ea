import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../tools/free-port.ts';
import { compare } from './compare.ts';
import type { Figure } from './figures.ts';
import { getBytes } from './http-client.ts';
import { offServerCore, readCpuSeconds } from './machine.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';

const page = '/product';
const asked = { 'Accept-Encoding': 'gzip, deflate, br, zstd', Accept: 'text/html,*/*;q=0.8' };

/** What it costs to count requests, and to be read by Prometheus. */
export async function measureMetrics(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const metricsPort = await findFreePort();
    const options = { dataDir, isPinned: true, pageStoreMb: 64 };
    // Whoever imports the sample content keeps a larger heap, which is not what is compared.
    await (await startSite(options)).stop();
    const without = await startSite(options);
    const counting = await startSite({ ...options, env: { METRICS_PORT: String(metricsPort) } });
    for (const site of [without, counting]) await warmUp(site);
    const url = `http://127.0.0.1:${metricsPort}/metrics`;
    const figures = await offServerCore(async () => [
      ...(await measureCounting(without, counting)),
      ...(await measureReading(counting, url)),
    ]);
    await Promise.all([without.stop(), counting.stop()]);
    return figures;
  });
}

async function measureCounting(without: Site, counting: Site): Promise<Figure[]> {
  const contender = ({ pid, origin }: Site) => ({ pid, url: origin + page, headers: asked });
  const contenders = { without: contender(without), counting: contender(counting) };
  const measured = await compare(contenders, { connections: 32, rounds: 15, roundSeconds: 2 });
  const byRate = measured.counting.perSecond / measured.without.perSecond;
  return [
    {
      name: 'warm page with metrics, share of one without, by CPU time',
      value: measured.counting.perCpuSecond / measured.without.perCpuSecond,
      unit: '×',
      target: { atLeast: 0.97 },
      note: `by rate ${byRate.toFixed(2)}; ${measured.counting.note}`,
    },
  ];
}

/** By the processor time of the whole process: on a busy machine a time by the clock says nothing. */
async function measureReading({ pid }: Site, url: string): Promise<Figure[]> {
  const text = (await getBytes(url, {})).body.toString();
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
  for (let n = 0; n < warmReadings; n += 1) await getBytes(url, {});
  await delay(500);
  const before = readMs(pid);
  for (let n = 0; n < readings; n += 1) await getBytes(url, {});
  const after = readMs(pid);
  return [
    { name: 'series', value: series, unit: '', target: { below: 500 } },
    {
      name: 'processor time of one reading',
      value: (after - before) / readings,
      unit: 'ms',
      target: { below: 5 },
      note: `mean of ${readings}, of the main thread and with the system's part`,
    },
  ];
}

const warmReadings = 50;
const readings = 500;

/** Of the main thread, which is the one that requests wait for. */
function readMs(pid: number): number {
  try {
    const fields = readFileSync(path.join('/proc', String(pid), 'task', String(pid), 'stat'), 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return (readCpuSeconds(pid) ?? NaN) * 1000;
  }
}

async function warmUp({ origin }: Site): Promise<void> {
  for (let n = 0; n < 40; n += 1) await getBytes(origin + page, asked);
  await delay(1000);
  const { headers } = await getBytes(origin + page, asked);
  if (!headers['server-timing']?.includes('hit')) throw new Error(`${page} does not come from the store`);
}
