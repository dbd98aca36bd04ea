import { sql } from 'kysely';
import request from 'supertest';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import type { PostgresConfig } from '#server/config/config-database.ts';
import { isDatabaseLost } from '#server/db/dialects/lost-database.ts';
import {
  openDatabase,
  openForVisitors,
  writeTransaction,
  type Database,
} from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';
import { openChangeFeed } from '#server/freshness/changes/change-feed.ts';
import { findStaleAnswers } from '#scripts/tools/requests/stale-answers.ts';
import { production } from '#scripts/build/folders.ts';
import { openPgBouncer, pgBouncerPath } from '#scripts/tools/servers/open-pgbouncer.ts';
import { startSite } from '../helpers/built-site.ts';
import { anAuthor, aProduct } from '../helpers/content.ts';
import {
  isPooled,
  newDatabaseConfig,
  preparedDatabaseConfig,
  silentLog,
  temporaryFolder,
} from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { ticksOf } from '../helpers/lost-connections.ts';
import { openSite } from '../helpers/site.ts';

// The tier `pooled` runs tests of the page store, the change feed and signing in through a pooler too.
const withPooler = describe.runIf(pgBouncerPath !== null && inject('postgresUrl') !== null && !isPooled());

interface Setting {
  /** Settings of the database, directly and through the pooler. */
  direct: PostgresConfig;
  pooled: PostgresConfig;
}

async function openPooled({
  isEmpty = false,
  ...settings
}: { isEmpty?: boolean; pool_mode?: string } = {}): Promise<Setting> {
  const direct = await (isEmpty ? newDatabaseConfig : preparedDatabaseConfig)('postgres');
  if (direct.engine !== 'postgres') throw new Error('asked for PostgreSQL');
  const pooler = await openPgBouncer(direct.url, settings);
  onTestFinished(() => pooler.stop());
  return { direct, pooled: { ...direct, url: pooler.through(direct.url) } };
}

async function open(
  config: PostgresConfig,
  opening: (config: PostgresConfig, log: Log) => Promise<Database> = openForVisitors,
): Promise<Database> {
  const db = await opening(config, silentLog);
  onTestFinished(() => db.close());
  return db;
}

async function openFeed(config: PostgresConfig) {
  const { log, lines } = keptLog();
  const db = await open(config);
  const feed = await openChangeFeed(db, systemClock, log);
  onTestFinished(() => feed.close());
  const ways = () =>
    lines.flatMap(({ msg }) => (/change feed|notification/.test(String(msg)) ? [String(msg)] : []));
  const seen: string[] = [];
  feed.subscribe((changed) => void seen.push(...(changed === 'everything' ? [changed] : changed)));
  return { db, feed, ways, seen };
}

withPooler('through a pooler in transaction mode', () => {
  test('a statement that takes too long is ended, and the next one answered', async () => {
    const { direct, pooled } = await openPooled();
    const db = await open(pooled);
    const other = await open(direct);
    const asked = sql`select pg_sleep(600)`.execute(db.read).catch((error: unknown) => error);
    expect(await ticksOf(asked)).toBeLessThan(50);
    const thrown = await asked;
    expect(thrown).toMatchObject({ code: '57014' });
    expect(isDatabaseLost(thrown)).toBe(true);
    await db.ask();
    // The database does not go on with it.
    const sleeping = async () => {
      const { rows } =
        await sql`select from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'
        and datname = current_database()`.execute(other.read);
      return rows.length;
    };
    await expect.poll(sleeping).toBe(0);
  });

  test('a server behind it that comes back without the database is a lost one, until it has it again', async () => {
    const { direct, pooled } = await openPooled();
    const db = await open(pooled);
    const name = new URL(direct.url).pathname.slice(1);
    const operator = await open({ ...direct, url: new URL('/postgres', direct.url).href });
    const rename = async (from: string, to: string) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${from}`.execute(
        operator.write,
      );
      await sql`alter database ${sql.id(from)} rename to ${sql.id(to)}`.execute(operator.write);
    };
    await rename(name, `${name}_away`);
    for (let n = 0; n < 5; n += 1) {
      const thrown = await db.ask().catch((error: unknown) => error);
      expect(isDatabaseLost(thrown), String(thrown)).toBe(true);
    }
    await rename(`${name}_away`, name);
    await expect
      .poll(() =>
        db.ask().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  test('a transaction has its limits, and leaves none to others', async () => {
    const { pooled } = await openPooled();
    const limits = async (db: Pick<Database, 'read'>['read']) => {
      const { rows } = await sql<{ setting: string }>`select setting from pg_settings
        where name in ('idle_in_transaction_session_timeout', 'statement_timeout') order by name`.execute(db);
      return rows.map(({ setting }) => Number(setting));
    };
    const db = await open(pooled);
    expect(await writeTransaction(db, limits)).toEqual([5_000, 1_500]);
    expect(await limits(db.read)).toEqual([0, 0]);
    const asReader = db.read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    expect(await asReader.execute(limits)).toEqual([5_000, 1_500]);
    const work = await open(pooled, openDatabase);
    expect(await writeTransaction(work, limits)).toEqual([0, 0]);
  });

  test('the change feed says that it reads, and knows of a write at once', async () => {
    const { direct, pooled } = await openPooled();
    const { feed, ways, seen } = await openFeed(pooled);
    expect(ways()).toEqual([expect.stringContaining('reads the table of changes')]);
    expect(feed.catchUp()).toBe(true);
    const other = await open(direct);
    for (let n = 1; n <= 20; n += 1) {
      await sql`insert into redirects (from_path, is_gone, created_at, account_name)
        values (${`/gone-${n}`}, 1, '', '')`.execute(other.write);
      await feed.askForNews();
      expect(seen, `write ${n}`).toContain(`redirect:/gone-${n}`);
    }
    expect(seen).not.toContain('everything');
  });

  test('a page that is kept is sent again, and is new after each write', async () => {
    const { direct, pooled } = await openPooled();
    const files = { 'authors/lin.md': anAuthor(), 'products/pot.md': aProduct() };
    const { app } = await openSite({ database: pooled, files });
    const other = await open(direct);
    const ask = async () => {
      const { text, headers } = await request(app)
        .get('/product/info/pot')
        .set('Accept', 'text/html')
        .expect(200);
      return { isHit: headers['server-timing']?.includes('hit') ?? false, shown: /第\d+次/.exec(text)?.[0] };
    };
    for (let number = 1; number <= 10; number += 1) {
      await sql`update products set name = ${`第${number}次`} where id = 'pot'`.execute(other.write);
      expect((await ask()).shown).toBe(`第${number}次`);
      await expect.poll(ask).toEqual({ isHit: true, shown: `第${number}次` });
    }
  });

  test('the change feed listens at the address that is given for it', async () => {
    const { direct, pooled } = await openPooled();
    const { feed, ways, seen, db } = await openFeed({ ...pooled, listenUrl: direct.url });
    expect(ways()).toEqual(['the change feed listens to notifications of the database']);
    expect(feed.askForNews()).toBeNull();
    await sql`select announce_changes(array['x'])`.execute(db.write);
    // Not while the schedule reloads.
    await expect.poll(() => feed.settle()).toBe(true);
    expect(seen).toContain('x');
  });

  test('an address that leads to another database is told of, and not trusted', async () => {
    const { pooled } = await openPooled();
    const elsewhere = await preparedDatabaseConfig('postgres');
    if (elsewhere.engine !== 'postgres') throw new Error('asked for PostgreSQL');
    const { feed, ways } = await openFeed({ ...pooled, listenUrl: elsewhere.url });
    expect(ways()).toEqual([expect.stringContaining('both must lead to the same database')]);
    expect(feed.askForNews()).not.toBeNull();
  });

  test('two processes answer nothing older than an acknowledged write', async () => {
    const { direct, pooled } = await openPooled({ isEmpty: true });
    const env = { DATABASE_URL: pooled.url, DATA_DIR: temporaryFolder() };
    const first = await startSite(production, env);
    const second = await startSite(production, env);
    const db = await open(direct, openDatabase);
    const origins = [first.origin, second.origin];
    // Same as on SQLite: no grace time.
    const { reads, writes, stale } = await findStaleAnswers({
      db,
      origins,
      reads: 800,
      writes: 80,
      graceMs: 0,
    });
    expect(stale).toEqual([]);
    expect(reads).toBeGreaterThanOrEqual(800);
    expect(writes).toBe(80);
    const { headers } = await fetch(`${first.origin}/product`, { headers: { Accept: 'text/html' } });
    expect(headers.get('server-timing')).toContain('store');
  });
});

withPooler('through a pooler in session mode', () => {
  test('the change feed listens', async () => {
    const { pooled } = await openPooled({ pool_mode: 'session' });
    const { ways } = await openFeed(pooled);
    expect(ways()).toEqual(['the change feed listens to notifications of the database']);
  });
});
