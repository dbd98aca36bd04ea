import { describe, expect, test } from 'vitest';
import { noteOfKey } from '#server/features/edge/edge-keys.ts';
import { signPurge } from '#server/features/edge/tell-edge.ts';
import { readStatus } from '#server/operate/metrics/read-status.ts';
import { anArticle, aProduct, type Files } from '../helpers/content.ts';
import { storedSiteAt } from '../helpers/backups.ts';
import { engines, temporaryFolder } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import {
  allIsTold,
  keysOf,
  openPurgeReceiver,
  purgeSecret,
  type PurgeReceiver,
} from '../helpers/purge-receiver.ts';
import { aSettableClock, minuteMs } from '../helpers/settable-clock.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';
import { files, get } from '../helpers/stored-pages.ts';

type SiteOptions = Omit<NonNullable<Parameters<typeof openSite>[0]>, 'env'>;

/** A site behind a cache that has been told already what a new one is told. */
async function open(options: SiteOptions, receiver?: PurgeReceiver) {
  const edge = receiver ?? (await openPurgeReceiver());
  const site = await openSite({ ...options, env: edge.env });
  await newsHasCome(site.services);
  await allIsTold(site);
  edge.heard.length = 0;
  return { site, edge };
}

const rename = (site: TestSite, name: string) => site.import({ 'products/baozhong.md': aProduct({ name }) });

describe.for(engines)('on %s', (engine) => {
  test('whatever is written, every page that it changes is told by its keys', async () => {
    const { site, edge } = await open({ engine, files });
    const addresses = [
      ...['/', '/product', '/product/info/baozhong', '/articles', '/articles/spring', '/author/lin'],
      ...['/articles/spring/_payload.json', '/articles/next', '/product/info/baozhong/_payload.json'],
    ];
    const writes: Files[] = [
      { 'products/baozhong.md': aProduct({ name: '凍頂烏龍' }) },
      { 'articles/spring.md': anArticle({ title: '改了' }) },
      { 'articles/spring.md': anArticle({ title: '改了', products: ['baozhong'] }) },
      { 'articles/next.md': anArticle({ title: '新的', publishedAt: '2026-01-03T08:00:00+08:00' }) },
      { 'authors/lin.md': '---\nname: 林\n---\n' },
      { 'site.yaml': 'name: 茶誌\n' },
    ];
    let changed = 0;
    for (const write of writes) {
      const before = await Promise.all(addresses.map((address) => get(site, address)));
      edge.heard.length = 0;
      await site.import(write);
      await newsHasCome(site.services);
      await allIsTold(site);
      for (const [n, address] of addresses.entries()) {
        const old = before[n];
        if (old === undefined || (await get(site, address)).text === old.text) continue;
        changed += 1;
        // By its tags, and not by its own name alone.
        const keys = keysOf(old).filter((key) => key.startsWith('t'));
        expect.soft(edge.hasHeard(keys), `${address} after ${Object.keys(write)[0]}`).toBe(true);
      }
    }
    expect(changed).toBeGreaterThan(20);
  });

  test('a cache that is away is told when it is back, also by the next process', async () => {
    const { site, edge } = await open({ engine, files });
    const keys = keysOf(await get(site, '/product/info/baozhong')).slice(3);
    await edge.close();
    await rename(site, '凍頂烏龍');
    await expect.poll(() => site.services.edge?.state()[0]?.failingSince).toEqual(expect.any(Number));
    expect((await readStatus(site.services)).problems).toContain('edge-untold');
    await site.services.close();

    const next = await openSite({ engine, env: edge.env, database: site.services.config.database });
    await edge.listen();
    await expect.poll(() => edge.hasHeard(keys)).toBe(true);
    await allIsTold(next);
    expect((await readStatus(next.services)).problems).not.toContain('edge-untold');
  });

  test('several processes tell it once', async () => {
    const { site, edge } = await open({ engine, files });
    const { database } = site.services.config;
    for (let n = 0; n < 2; n += 1) await open({ engine, database }, edge);
    for (let n = 0; n < 5; n += 1) {
      await rename(site, `第${n}次`);
      await newsHasCome(site.services);
      await allIsTold(site);
    }
    expect(edge.heard.length).toBeLessThanOrEqual(5);
  });

  test('what becomes due while nobody runs is told by the next process', async () => {
    const clock = aClockAt('2026-11-20T04:00:00.000Z');
    const soon = anArticle({ title: '將來', publishedAt: '2026-11-20T05:00:00Z' });
    const { site, edge } = await open({ engine, clock, files: { ...files, 'articles/soon.md': soon } });
    // On PostgreSQL a new cache is told everything twice more. Told together with that, no key is told by itself.
    clock.set('2026-11-20T04:15:00.000Z');
    const left = () => site.services.db.read.selectFrom('edge_purges').select('tag').execute();
    await expect.poll(left).toEqual([]);
    edge.heard.length = 0;
    const keys = keysOf(await get(site, '/articles')).slice(3);
    await site.services.close();
    clock.set('2026-11-20T05:00:10.000Z');
    expect(edge.hasHeard(keys)).toBe(false);
    await openSite({ engine, clock, env: edge.env, database: site.services.config.database });
    await expect.poll(() => edge.hasHeard(keys)).toBe(true);
  });

  test('after a restore everything is told', async () => {
    const { site, edge } = await open({ engine, files });
    const { database, dataDir } = site.services.config;
    const stored = storedSiteAt(database, dataDir);
    const dir = temporaryFolder();
    expect(await stored.backup(dir)).toMatchObject({ code: 0 });
    await rename(site, '備份之後');
    await site.services.close();
    expect(await stored.restore(dir, '--replace')).toMatchObject({ code: 0 });
    edge.heard.length = 0;
    await openSite({ engine, env: edge.env, database });
    await expect.poll(() => edge.hasHeard(['all'])).toBe(true);
  });

  test('nothing is noted where no cache is told', async () => {
    const site = await openSite({ engine, files, env: { CDN_MAX_AGE: '60' } });
    await rename(site, '凍頂烏龍');
    expect(await noted(site)).toEqual([]);
    expect((await readStatus(site.services)).isEdgeTold).toBeNull();
    // Nor of one that is told no longer.
    const { site: told, edge } = await open({ engine, files });
    await edge.close();
    await rename(told, '凍頂烏龍');
    expect(await noted(told)).not.toEqual([]);
    await told.services.close();
    const { database } = told.services.config;
    const without = await openSite({ engine, env: { CDN_MAX_AGE: '60' }, database });
    expect(await noted(without)).toEqual([]);
  });
});

const noted = ({ services: { db } }: TestSite) => db.read.selectFrom('edge_purges').selectAll().execute();

test('a request is signed, and names its keys for each kind of cache', async () => {
  const { site, edge } = await open({ files });
  const before = Date.now();
  await rename(site, '凍頂烏龍');
  await expect.poll(() => edge.heard.length).toBeGreaterThan(0);
  const after = Date.now();
  const [purge] = edge.heard;
  const timestamp = String(purge?.headers['x-purge-timestamp']);
  expect(Number(timestamp)).toBeGreaterThanOrEqual(Math.floor(before / 1000));
  expect(Number(timestamp)).toBeLessThanOrEqual(after / 1000);
  expect(purge?.headers['x-purge-signature']).toBe(
    `sha256=${signPurge(purgeSecret, timestamp, purge?.body ?? '')}`,
  );
  expect(purge?.headers['surrogate-key']).toBe(purge?.keys.join(' '));
});

test('a cache that fails or refuses is told again, and the log says so', async () => {
  const { log, lines } = keptLog();
  const clock = aSettableClock();
  const { site, edge } = await open({ files, log, clock });
  lines.length = 0;
  const keys = keysOf(await get(site, '/product/info/baozhong')).slice(3);
  edge.answers.push(500, 403, null);
  await rename(site, '凍頂烏龍');
  const tries = () => site.services.db.read.selectFrom('edges').select('tries').executeTakeFirst();
  for (const failed of [1, 2, 3]) {
    await expect.poll(tries).toEqual({ tries: failed });
    clock.pass(minuteMs);
  }
  await expect.poll(() => edge.hasHeard(keys)).toBe(true);
  await expect.poll(() => lines.filter(({ msg }) => msg.includes('the edge')).length).toBeGreaterThan(3);
  const told = lines.filter(({ msg }) => msg.includes('the edge')).map(({ level, tries }) => [level, tries]);
  expect(told).toEqual([
    ['error', 1],
    ['warn', 2],
    ['warn', 3],
    ['info', undefined],
  ]);
  expect(site.services.edge?.state()[0]?.failingSince).toBeNull();
});

test('an answer that was under way when it changed is told by its own name', async () => {
  const clock = aSettableClock();
  const { site, edge } = await open({ files, clock });
  const [, , own = ''] = keysOf(await get(site, '/product/info/baozhong'));
  const other = keysOf(await get(site, '/articles/spring'))[2] ?? '';
  await rename(site, '凍頂烏龍');
  await newsHasCome(site.services);
  const fresh = keysOf(await get(site, '/product/info/baozhong'))[2] ?? '';
  expect(fresh).not.toBe(own);
  const count = (key: string) => edge.heard.filter(({ keys }) => keys.includes(key)).length;
  // It may arrive at any time between them. The tags of the change, which are told meanwhile, may be as many.
  const ownNotes = async () => (await noted(site)).filter(({ tag }) => tag === noteOfKey(own));
  await expect.poll(ownNotes).toHaveLength(4);
  for (const [told, ms] of [100, 400, 1_500, 6_000].entries()) {
    expect(count(own)).toBe(told);
    clock.pass(ms);
    await expect.poll(() => count(own)).toBe(told + 1);
  }
  expect(count(fresh)).toBe(0);
  expect(count(other)).toBe(0);
});

test('what another build has made is forgotten, and once more when that ends', async () => {
  const clock = aSettableClock();
  const { site, edge } = await open({ files, clock });
  const [, siteKey = ''] = keysOf(await get(site, '/product'));
  const env = { ...edge.env, PUBLIC_URL: 'https://tea.example' };
  const next = await openSite({ env, clock, database: site.services.config.database });
  await expect.poll(() => edge.hasHeard([siteKey])).toBe(true);
  await next.services.db.write.deleteFrom('edge_purges').execute();
  edge.heard.length = 0;
  await site.services.close();
  // Other processes look now and then.
  clock.pass(minuteMs);
  await expect.poll(() => edge.hasHeard([siteKey])).toBe(true);
  expect(edge.hasHeard(['all'])).toBe(false);
});

test('a large import is told as everything, in one request', async () => {
  const many = Array.from({ length: 400 }, (_, n) => [`products/p${n}.md`, aProduct({ name: `茶${n}` })]);
  const { site, edge } = await open({ files });
  await site.import(Object.fromEntries(many));
  await newsHasCome(site.services);
  await allIsTold(site);
  expect(edge.heard.map(({ keys }) => keys)).toEqual([['all']]);
});

test('keys that are too many for one request go in several', async () => {
  const edge = await openPurgeReceiver();
  edge.env['PURGE_MAX_KEYS'] = '1';
  const { site } = await open({ files }, edge);
  await rename(site, '凍頂烏龍');
  await newsHasCome(site.services);
  await allIsTold(site);
  expect(edge.heard.length).toBeGreaterThan(1);
  expect(Math.max(...edge.heard.map(({ keys }) => keys.length))).toBe(1);
});
