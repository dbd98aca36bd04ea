import { compare, type Measured } from '../compare.ts';
import type { Figure } from '../figures.ts';
import { startStored } from '../floor/start-stored.ts';
import { getBytes } from '#scripts/tools/requests/http-client.ts';
import { offServerCore } from '../site/machine.ts';
import { startSite, withTemporaryFolder, type BenchSite } from '../site/site.ts';

const page = '/product';
const payload = '/product/_payload.json';
/** Headers of a browser. */
const browserHeaders = { 'Accept-Encoding': 'gzip, deflate, br, zstd', Accept: 'text/html,*/*;q=0.8' };

/** Rate of answers from the page store, beside Express sending the same bytes. */
export async function measureWarmPages(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const silent = await startSite({ dataDir, isPinned: true, pageStoreMb: 64 });
    const logging = await startSite({ dataDir, isPinned: true, pageStoreMb: 64, logLevel: 'info' });
    const floor = await startStored(silent, [page, payload], await warmUp(silent, page, payload));
    await warmUp(logging, page, payload);
    const figures = await offServerCore(() => measure({ silent, logging, floor }));
    await Promise.all([silent.stop(), logging.stop(), floor.stop()]);
    return figures;
  });
}

async function measure({
  silent,
  logging,
  floor,
}: Record<'silent' | 'logging' | 'floor', BenchSite>): Promise<Figure[]> {
  const { etag = '' } = (await getBytes(silent.origin + page, browserHeaders)).headers;
  const contender = (
    { pid, origin }: BenchSite,
    path: string,
    more: { headers?: Record<string, string>; status?: number } = {},
  ) => ({
    pid,
    url: origin + path,
    ...more,
    headers: { ...browserHeaders, ...more.headers },
  });
  const unchanged = { headers: { 'If-None-Match': etag }, status: 304 };
  const contenders = {
    page: contender(silent, page),
    logged: contender(logging, page),
    floor: contender(floor, page),
    unchanged: contender(silent, page, unchanged),
    unchangedFloor: contender(floor, '/not-modified', { status: 304 }),
    payload: contender(silent, payload),
    payloadFloor: contender(floor, payload),
    missing: contender(silent, '/nope', { status: 404 }),
    missingGzip: contender(silent, '/nope', { status: 404, headers: { 'Accept-Encoding': 'gzip' } }),
    identity: contender(silent, page, { headers: { 'Accept-Encoding': 'identity' } }),
  };
  const many = await compare(contenders, { connections: 32, rounds: 7 });
  const {
    logged: _logged,
    payloadFloor: _payloadFloor,
    missingGzip: _missingGzip,
    identity: _identity,
    ...alone
  } = contenders;
  const one = await compare(alone, { connections: 1, rounds: 5, roundSeconds: 1, warmUpSeconds: 1 });
  return [
    rate('warm page', many.page),
    rate('its floor: Express with the same bytes', many.floor),
    share('warm page, share of its floor', many.page, many.floor, 0.85),
    share('warm page with the log on, share', many.logged, many.floor, 0.7),
    rate('304', many.unchanged),
    share('304, share of its floor', many.unchanged, many.unchangedFloor, 0.8),
    rate('warm payload', many.payload),
    share('warm payload, share of its floor', many.payload, many.payloadFloor),
    rate('warm 404', many.missing),
    share('warm 404 with gzip, share of a warm page', many.missingGzip, many.page, 0.8),
    share('warm page without any coding, share of one with', many.identity, many.page, 0.8),
    rate('warm page, 1 connection', one.page),
    share('warm page, 1 connection, share', one.page, one.floor, 0.8),
    rate('304, 1 connection', one.unchanged),
    share('304, 1 connection, share', one.unchanged, one.unchangedFloor, 0.8),
    rate('warm payload, 1 connection', one.payload),
    rate('warm 404, 1 connection', one.missing),
  ];
}

/** Requests the addresses until the store answers them with their best compression. */
async function warmUp(site: BenchSite, ...paths: string[]): Promise<Record<string, string>> {
  for (const path of paths) {
    for (let n = 0; n < 40; n += 1) await getBytes(site.origin + path, browserHeaders);
    // They are compressed best one after the other.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  for (const path of paths) {
    const { headers } = await getBytes(site.origin + path, browserHeaders);
    if (!headers['server-timing']?.includes('hit')) throw new Error(`${path} does not come from the store`);
  }
  return browserHeaders;
}

function rate(name: string, measured: Measured): Figure {
  return { name, value: measured.perSecond, unit: 'req/s', note: measured.note };
}

function share(name: string, ours: Measured, floor: Measured, atLeast?: number): Figure {
  return {
    name,
    value: ours.perSecond / floor.perSecond,
    unit: '×',
    ...(atLeast !== undefined && { target: { atLeast } }),
    note: `by CPU time ${(ours.perCpuSecond / floor.perCpuSecond).toFixed(2)}`,
  };
}
