import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { createClock } from '#server/base/clock.ts';
import { noteOperation } from '#server/db/operations.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production } from '#scripts/build/folders.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { startSite } from '../helpers/built-site.ts';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines, preparedDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { openDeafNetwork } from '../helpers/deaf-network.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { holdTable } from '../helpers/lost-connections.ts';
import { parseSamples, scrape } from '../helpers/metrics.ts';
import { openNetwork } from '../helpers/network.ts';
import { picture } from '../helpers/picture-store.ts';
import { openPurgeReceiver } from '../helpers/purge-receiver.ts';
import { hasPromtool } from '../helpers/has-promtool.ts';
import { alertsAfter, alertsOf } from '../helpers/promtool.ts';
import { openSite } from '../helpers/site.ts';

interface IncidentOptions {
  database?: DatabaseConfig;
  files?: Files;
  env?: Record<string, string>;
}

/** A site in order, and what an operator who looks at it learns when it is not. */
async function openWatched({ env, ...options }: IncidentOptions = {}) {
  const { log, lines } = keptLog();
  const settings = { METRICS_PORT: '9464', ...env };
  const { app, services, ...site } = await openSite({ log, env: settings, ...options });
  await anAccount(services.db, { role: 'admin' });
  await noteOperation(services.db, 'backup', '12 MB');
  const cookie = await signedIn(app);
  const status = async () => (await get(app, '/account/status', cookie)).text;
  const ready = async () => verboseSchema.parse((await get(app, '/readyz?verbose')).body);
  expect(await status()).toContain('一切正常。');
  expect(await ready()).toMatchObject({ status: 'ok', problems: [] });
  const before = await scrape(services);
  if (hasPromtool) expect(alertsAfter(before, before)).toEqual([]);
  /** Null: this machine has no promtool. */
  const alerts = async () => (hasPromtool ? alertsAfter(before, await scrape(services)) : null);
  return { app, services, ...site, lines, cookie, status, ready, alerts };
}

const verboseSchema = z.looseObject({ status: z.string(), problems: z.array(z.string()) });

/** Content of `/readyz?verbose`, beside other problems at that time. */
function says(problem: string, checks: Record<string, boolean> = {}) {
  return { checks, problems: expect.arrayContaining([expect.stringContaining(problem)]) };
}

function told(...alerts: string[]) {
  return hasPromtool ? alerts : null;
}

async function aDatabaseBy(open: (url: string) => Promise<string>): Promise<DatabaseConfig> {
  const config = await preparedDatabaseConfig('postgres');
  if (config.engine !== 'postgres') throw new Error('asked for PostgreSQL');
  return { ...config, url: await open(config.url) };
}

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
const onPostgres = test.runIf(engines.includes('postgres'));

describe('the status page and the alerts say what is wrong', () => {
  test('when the files of the database are gone', async () => {
    const { services, status, ready, alerts } = await openWatched();
    const { database } = services.config;
    rmSync(database.engine === 'sqlite' ? database.file : '');
    await services.db.ask().catch(() => {});
    expect(await status()).toContain('資料庫沒有回應');
    expect(await ready()).toMatchObject(says('The database does not answer', { database: false }));
    expect(await alerts()).toEqual(told('QingyeDatabaseGone', 'QingyeServerErrors'));
  });

  onPostgres('when the network of the database is silent', async () => {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const database = await aDatabaseBy(async (url) => {
      const network = await openNetwork(url);
      resolve(() => network.fallSilent());
      return network.url;
    });
    const { status, ready, alerts } = await openWatched({ database });
    (await promise)();
    expect(await status()).toContain('資料庫沒有回應');
    expect(await ready()).toMatchObject(says('The database does not answer', { database: false }));
    expect(await alerts()).toEqual(told('QingyeDatabaseGone', 'QingyeServerErrors'));
  });

  onPostgres('when the database can only be read', async () => {
    const database = await preparedDatabaseConfig('postgres');
    const operator = await openDatabase(database, silentLog);
    onTestFinished(() => operator.close());
    const { app, cookie, status, ready, alerts } = await openWatched({ database });
    const name = database.engine === 'postgres' ? new URL(database.url).pathname.slice(1) : '';
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(operator.write);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(operator.write);
    const checks = { database: true, databaseWritable: false, changeFeed: true };
    await expect.poll(ready).toMatchObject({ status: 'ok', ...says('can only be read', checks) });
    for (let n = 0; n < 20; n += 1)
      expect((await post(app, '/account/saved', { save: `article:${n}` }, cookie)).status).toBe(503);
    expect(await status()).toContain('資料庫只能讀取');
    expect(await alerts()).toEqual(told('QingyeDatabaseReadOnly', 'QingyeServerErrors'));
  });

  test.runIf(canMount)('when the disk is full', async () => {
    const disk = mountDisk();
    const prepared = await preparedDatabaseConfig('sqlite');
    const file = path.join(disk, 'site.db');
    if (prepared.engine === 'sqlite') copyFileSync(prepared.file, file);
    const { app, lines, cookie, status, ready, alerts } = await openWatched({
      database: { engine: 'sqlite', file },
      env: { DATA_DIR: disk },
    });
    expect(() => writeFileSync(path.join(disk, 'filler'), Buffer.alloc(100e6))).toThrow('ENOSPC');
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n += 1)
      statuses.add((await post(app, '/account/saved', { save: `article:${n}` }, cookie)).status);
    expect(statuses).toContain(507);
    expect(lines.filter((line) => line['storage'] === 'full').length).toBeGreaterThan(0);
    const page = await status();
    expect(page).toContain('磁碟空間不足');
    expect(page).toContain('無法寫入（ENOSPC）');
    const checks = { database: true, disk: false, mediaFolder: false };
    expect(await ready()).toMatchObject({ status: 'ok', ...says('no room on the disk', checks) });
    expect(await alerts()).toEqual(told('QingyeDiskFull', 'QingyeServerErrors'));
  });

  onPostgres('when the change feed hears nothing', async () => {
    // It becomes deaf after the site was well.
    let isDeaf = false;
    const database = await aDatabaseBy((url) => openDeafNetwork(url, () => isDeaf));
    const { status, ready, alerts } = await openWatched({ database });
    isDeaf = true;
    expect(await status()).toContain('收不到內容變更的通知');
    const checks = { database: true, changeFeed: false };
    expect(await ready()).toMatchObject({ status: 'ok', ...says('what others write', checks) });
    expect(await alerts()).toEqual(told('QingyeChangeFeedSilent'));
  });

  test('when a cache in front cannot be told what has changed', async () => {
    const cache = await openPurgeReceiver();
    const { lines, status, ready, alerts, ...site } = await openWatched({ env: cache.env });
    await cache.close();
    await site.import({ 'products/pot.md': aProduct() });
    await expect.poll(status).toContain('前方的快取收不到變更');
    expect(await ready()).toMatchObject({ status: 'ok', ...says('may show old pages', { edge: false }) });
    expect(lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('the edge could not be told'));
    expect(await alerts()).toEqual(told('QingyeEdgeNotTold'));
    await cache.listen();
    await expect.poll(status).toContain('一切正常。');
  });

  test.for(engines)('when pictures cannot be made, on %s', async (engine) => {
    const { services, lines, status, ready, alerts, ...site } = await openWatched({
      database: await preparedDatabaseConfig(engine),
    });
    const { db, log, config } = services;
    await site.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    rmSync(path.join(config.dataDir, 'originals'), { recursive: true });
    const { dataDir } = config;
    await runMediaJobs({ db, store: folderStore(dataDir), clock: createClock(Date.now), log });
    expect(lines.filter(({ msg }) => msg === 'the files of a picture could not be made')).toHaveLength(1);
    expect(await status()).toContain('有些圖片無法處理');
    expect(await ready()).toMatchObject({ status: 'ok', ...says('pictures could not be made') });
    expect(await alerts()).toEqual(told('QingyeMediaJobsFailing'));
    // Given up after three times, which stays in the status.
    for (const hours of [2, 5, 9])
      await runMediaJobs({
        db,
        store: folderStore(dataDir),
        clock: createClock(() => Date.now() + hours * 3_600_000),
        log,
      });
    expect(await db.read.selectFrom('media_jobs').selectAll().execute()).toEqual([]);
    expect(await status()).toContain('有些圖片無法處理');
    expect(await alerts()).toEqual(told('QingyeMediaJobsFailing'));
  });

  onPostgres('when the database is slow', async () => {
    const numbers = Array.from({ length: 8 }, (_, n) => n);
    const database = await preparedDatabaseConfig('postgres');
    const other = await openDatabase(database, silentLog);
    onTestFinished(() => other.close());
    const { app, lines, status, ready, alerts } = await openWatched({
      database,
      env: { SLOW_QUERY_MS: '250' },
      files: Object.fromEntries(numbers.map((n) => [`products/pot-${n}.md`, aProduct()])),
    });
    for (const n of numbers) {
      const release = await holdTable(other, 'products');
      const visit = get(app, `/product/info/pot-${n}`).expect(200).then();
      await untilSlow(other);
      await release();
      await visit;
    }
    const slow = lines.filter(({ msg }) => msg === 'a query was slow');
    expect(slow.length).toBeGreaterThanOrEqual(5);
    expect(slow[0]).toMatchObject({ url: '/product/info/pot-0', reason: 'reading' });
    expect(await status()).toContain('資料庫很慢');
    expect(await ready()).toMatchObject({ status: 'ok', ...says('The database takes long') });
    expect(await alerts()).toEqual(told('QingyeDatabaseSlow'));
  });

  test('when a process starts again and again', async () => {
    const dataDir = temporaryFolder();
    const starts: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const site = await startSite(production, {
        DATA_DIR: dataDir,
        METRICS_PORT: '0',
        SAMPLE_CONTENT: 'off',
      });
      await expect.poll(site.output).toContain('metrics are at');
      const url = /metrics are at (http:[^"]+)/.exec(site.output())?.[1] ?? '';
      const samples = parseSamples(await (await fetch(url)).text());
      starts.push(samples.get('process_start_time_seconds') ?? NaN);
      await site.stop('SIGKILL');
    }
    expect(new Set(starts).size).toBe(4);
    const course = (times: readonly number[]) => ({ process_start_time_seconds: times.join(' ') });
    const quiet = Array.from({ length: 20 }, () => starts[0] ?? 0);
    const still = Array.from({ length: 10 }, () => starts[3] ?? 0);
    if (!hasPromtool) return;
    expect(alertsOf(course([...quiet, ...starts, ...still]))).toEqual(['QingyeRestarting']);
    expect(alertsOf(course([...quiet, ...starts.slice(0, 2), ...quiet]))).toEqual([]);
    // A single process of several, whose start is not reported.
    const ended = 'qingye_process_ended_total{how="served"}';
    expect(alertsOf({ [ended]: '0x20 1 2 3x18' })).toEqual(['QingyeRestarting']);
    expect(alertsOf({ [ended]: '0x20 1 2x19' })).toEqual([]);
  });

  test.runIf(hasPromtool)('when the last backup is old, or dated ahead, or there never was one', () => {
    const site = { qingye_database_up: '1x130' };
    const madeAt = (time: number) => ({
      'qingye_operation_finished_timestamp_seconds{kind="backup"}': `${time}x130`,
    });
    // The times of the rules begin at 0, and these look at them two hours later.
    expect(alertsOf({ ...site, ...madeAt(0) }, 120)).toEqual([]);
    expect(alertsOf({ ...site, ...madeAt(-2 * 86_400) }, 120)).toEqual(['QingyeBackupOld']);
    expect(alertsOf({ ...site, ...madeAt(20_000) }, 120)).toEqual(['QingyeBackupOld']);
    expect(alertsOf(site, 120)).toEqual(['QingyeBackupOld']);
    // Unknown while the database is away, which has an alert of its own.
    expect(alertsOf({ qingye_database_up: '0x130' }, 120)).toEqual(['QingyeDatabaseGone']);
  });
});

/** Until somebody has waited for a lock for longer than SLOW_QUERY_MS, by the clock of the database. */
async function untilSlow({ read }: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and clock_timestamp() - query_start > interval '270 ms'`
      .execute(read)
      .then(({ rows }) => rows.length);
  await expect.poll(waiting, { interval: 20 }).toBeGreaterThan(0);
}

/** A disk of 16 MB, gone when the test has finished. */
function mountDisk(): string {
  const dir = temporaryFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'qingye-test', dir]);
  if (status !== 0) throw new Error('a disk of its own could not be mounted');
  onTestFinished(() => void spawnSync('umount', ['--lazy', dir]));
  return dir;
}
