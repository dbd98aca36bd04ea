import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import type { Log } from '#server/base/log.ts';
import { isDatabaseLost } from '#server/db/dialects/lost-database.ts';
import { UnknownOutcomeError } from '#server/db/dialects/unknown-outcome.ts';
import { openChangeFeed } from '#server/freshness/changes/change-feed.ts';
import {
  openDatabase,
  openForVisitors,
  writeTransaction,
  type Database,
} from '#server/db/open/open-database.ts';
import { tags } from '#server/freshness/tags.ts';
import { engines, isPooled, newDatabaseConfig, silentLog } from '../helpers/databases.ts';
import { endBackends, holdTable, ticksOf } from '../helpers/lost-connections.ts';
import { openNetwork } from '../helpers/network.ts';
import { aClockAt } from '../helpers/site.ts';

const onPostgres = test.runIf(engines.includes('postgres'));

/** For visitors by a network that can fail, and beside it by one that does not. */
async function openBoth(open: (config: DatabaseConfig, log: Log) => Promise<Database> = openForVisitors) {
  const config = await newDatabaseConfig('postgres');
  if (config.engine !== 'postgres') throw new Error('asked for PostgreSQL');
  const direct = await openDatabase(config, silentLog);
  const network = await openNetwork(config.url);
  const db = await open({ ...config, url: network.url }, silentLog);
  onTestFinished(async () => {
    await db.close();
    await direct.close();
  });
  return { db, direct, network };
}

const ask = (db: Database) => sql`select 1`.execute(db.read);

async function untilAnswered(db: Database): Promise<void> {
  await expect.poll(() => failureOf(ask(db))).toMatchObject({ error: null });
}

/** Null: it did not fail. */
async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; ticks: number }> {
  const ticks = ticksOf(work);
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, ticks: await ticks };
}

/** How many statements like this the database is busy with, or holds a transaction for. */
async function countStatements(direct: Database, statement: string): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and state <> 'idle' and pid <> pg_backend_pid() and query like ${statement}`.execute(direct.read);
  return rows.length;
}

onPostgres('a backend that ends inside a transaction fails the transaction and nothing else', async () => {
  const { db, direct } = await openBoth();
  const release = await holdTable(direct, 'media_jobs');
  const write = failureOf(
    writeTransaction(db, (trx) => trx.insertInto('media_jobs').values({ file: 'a', run_at: '' }).execute()),
  );
  await endBackends(direct, 'insert into "media_jobs"%');
  expect(isDatabaseLost((await write).error)).toBe(true);
  await release();

  // Between two statements no query is running that would report it.
  const idle = failureOf(
    writeTransaction(db, async (trx) => {
      await sql`select 'idle'`.execute(trx);
      await endBackends(direct, `select 'idle'`);
      await expect.poll(() => countStatements(direct, `select 'idle'`)).toBe(0);
      // Through the same network, so that its notifications have arrived.
      await ask(db);
      await sql`select 1`.execute(trx);
    }),
  );
  expect(isDatabaseLost((await idle).error)).toBe(true);
  await ask(db);
});

onPostgres('a write that waits for another is refused while its visitor still waits', async () => {
  const { db, direct } = await openBoth();
  const release = await holdTable(direct, 'media_jobs');
  const { error } = await failureOf(
    writeTransaction(db, (trx) => trx.insertInto('media_jobs').values({ file: 'a', run_at: '' }).execute()),
  );
  // By the database, at the end of the time that a statement of visitors has.
  expect(error).toMatchObject({ code: '57014' });
  expect(isDatabaseLost(error)).toBe(true);
  await release();
  const { rows } = await writeTransaction(db, (trx) =>
    sql<{ ms: string }>`select setting as ms from pg_settings where name = 'statement_timeout'`.execute(trx),
  );
  expect(rows).toEqual([{ ms: '1500' }]);
});

onPostgres('a connection that is lost at the commit leaves the outcome open, and says so', async () => {
  const { db, direct } = await openBoth();
  await sql`create function lose_the_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(direct.write);
  await sql`create constraint trigger lost_at_commit after insert on media_jobs deferrable initially deferred
    for each row execute function lose_the_connection()`.execute(direct.write);
  let hasInserted = false;
  const { error } = await failureOf(
    writeTransaction(db, async (trx) => {
      await trx.insertInto('media_jobs').values({ file: 'a', run_at: '' }).execute();
      hasInserted = true;
    }),
  );
  expect(hasInserted).toBe(true);
  expect(error).toBeInstanceOf(UnknownOutcomeError);
  expect(isDatabaseLost(error)).toBe(true);
});

const ways = [{ isForgetful: false }, { isForgetful: true }];

onPostgres.for(ways)(
  'a silent network holds nobody up, and all is well when it is back ($isForgetful)',
  async (way) => {
    const { db, network } = await openBoth();
    await Promise.all(Array.from({ length: 5 }, () => ask(db)));
    network.fallSilent();
    const failures = await Promise.all(Array.from({ length: 20 }, () => failureOf(ask(db))));
    expect(failures.map(({ error }) => isDatabaseLost(error))).toEqual(failures.map(() => true));
    expect(Math.max(...failures.map(({ ticks }) => ticks))).toBeLessThan(50);
    // Known by now: a query fails without a wait.
    expect((await failureOf(ask(db))).ticks).toBe(0);

    network.resume(way);
    expect(await ticksOf(untilAnswered(db))).toBeLessThan(50);
    const all = await Promise.all(Array.from({ length: 20 }, () => failureOf(ask(db))));
    expect(all.map(({ error }) => error)).toEqual(all.map(() => null));
  },
);

onPostgres('a connection that the network has forgotten costs one question, not one for each', async () => {
  const { db, network } = await openBoth();
  await Promise.all(Array.from({ length: 5 }, () => ask(db)));
  network.fallSilent();
  network.resume({ isForgetful: true });
  expect(isDatabaseLost((await failureOf(ask(db))).error)).toBe(true);
  expect(await ticksOf(untilAnswered(db))).toBeLessThan(50);
  const all = await Promise.all(Array.from({ length: 5 }, () => failureOf(ask(db))));
  expect(all.map(({ error }) => error)).toEqual(all.map(() => null));
});

onPostgres('work may take its time, but not on a silent network', async () => {
  const { db, direct, network } = await openBoth(openDatabase);
  // Longer than the interval of checks.
  await sql`select pg_sleep(6)`.execute(db.read);
  const work = failureOf(sql`select pg_sleep(60)`.execute(db.read));
  await expect.poll(() => countStatements(direct, 'select pg_sleep(60)%')).toBe(1);
  network.fallSilent();
  const { error, ticks } = await work;
  expect(isDatabaseLost(error)).toBe(true);
  expect(ticks).toBeLessThan(150);
});

onPostgres('closing does not wait for a silent network', async () => {
  const { db, network } = await openBoth();
  const feed = await openChangeFeed(db, aClockAt('2026-11-20T04:00:00Z'), silentLog);
  await ask(db);
  network.fallSilent();
  const closing = async () => {
    await feed.close();
    await db.close();
  };
  expect(await ticksOf(closing())).toBeLessThan(30);
});

onPostgres.for(ways)(
  'news that a silent network kept are missed by nobody: nothing kept is trusted until all is new ($isForgetful)',
  async (way) => {
    const { db, network, direct } = await openBoth();
    const feed = await openChangeFeed(db, aClockAt('2026-11-20T04:00:00Z'), silentLog);
    onTestFinished(() => feed.close());
    const seen: string[] = [];
    feed.subscribe((changed) => {
      seen.push(...(changed === 'everything' ? ['everything'] : changed));
    });
    expect(feed.catchUp()).toBe(true);
    network.fallSilent();
    await sql`insert into site (id, settings) values (1, '{}')`.execute(direct.write);
    await expect.poll(() => feed.catchUp()).toBe(false);
    network.resume(way);
    await expect.poll(() => feed.catchUp()).toBe(true);
    // The table of changes has the writes of the meantime; notifications do not.
    expect(seen).toContain(isPooled() ? tags.site : 'everything');
  },
);
