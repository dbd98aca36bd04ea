import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/config-database.ts';
import type { Log } from '#server/log.ts';
import { isDatabaseLost } from '#server/db/dialects/lost-database.ts';
import { UnknownOutcomeError } from '#server/db/dialects/unknown-outcome.ts';
import { openChangeFeed } from '#server/freshness/change-feed.ts';
import { openDatabase, openForVisitors, writeTransaction, type Database } from '#server/db/open-database.ts';
import { tags } from '#server/freshness/tags.ts';
import { engines, isPooled, newDatabaseConfig, silentLog } from '../helpers/databases.ts';
import { endBackends, holdTable } from '../helpers/lost-connections.ts';
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

async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const startedAt = performance.now();
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, ms: performance.now() - startedAt };
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

  // Between two statements nobody waits for an answer that would tell of it.
  const idle = failureOf(
    writeTransaction(db, async (trx) => {
      await sql`select 'idle'`.execute(trx);
      await endBackends(direct, `select 'idle'`);
      await delay(100);
      await sql`select 1`.execute(trx);
    }),
  );
  expect(isDatabaseLost((await idle).error)).toBe(true);
  await ask(db);
});

onPostgres('a write that waits for another is refused while its visitor still waits', async () => {
  const { db, direct } = await openBoth();
  const release = await holdTable(direct, 'media_jobs');
  const { error, ms } = await failureOf(
    writeTransaction(db, (trx) => trx.insertInto('media_jobs').values({ file: 'a', run_at: '' }).execute()),
  );
  expect(isDatabaseLost(error)).toBe(true);
  expect(ms).toBeLessThan(5_000);
  await release();
  await ask(db);
});

onPostgres('a connection that is lost at the commit leaves the outcome open, and says so', async () => {
  const { db, direct } = await openBoth();
  await sql`create function wait_a_moment() returns trigger language plpgsql as
    $$ begin perform pg_sleep(1); return null; end $$`.execute(direct.write);
  await sql`create constraint trigger slow_commit after insert on media_jobs deferrable initially deferred
    for each row execute function wait_a_moment()`.execute(direct.write);
  const write = failureOf(
    writeTransaction(db, (trx) => trx.insertInto('media_jobs').values({ file: 'a', run_at: '' }).execute()),
  );
  await endBackends(direct, 'commit');
  const { error } = await write;
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
    expect(Math.max(...failures.map(({ ms }) => ms))).toBeLessThan(5_000);
    // It is known now: nobody waits to learn it.
    expect((await failureOf(ask(db))).ms).toBeLessThan(500);

    network.resume(way);
    await expect.poll(() => failureOf(ask(db)), { timeout: 5_000 }).toMatchObject({ error: null });
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
  await expect.poll(() => failureOf(ask(db)), { timeout: 5_000 }).toMatchObject({ error: null });
  const all = await Promise.all(Array.from({ length: 5 }, () => failureOf(ask(db))));
  expect(all.map(({ error }) => error)).toEqual(all.map(() => null));
});

onPostgres('work may take its time, but not on a silent network', async () => {
  const { db, network } = await openBoth(openDatabase);
  // Longer than it is left without being asked after.
  await sql`select pg_sleep(6)`.execute(db.read);
  const work = failureOf(sql`select pg_sleep(60)`.execute(db.read));
  await delay(100);
  network.fallSilent();
  const { error, ms } = await work;
  expect(isDatabaseLost(error)).toBe(true);
  expect(ms).toBeLessThan(15_000);
});

onPostgres('closing does not wait for a silent network', async () => {
  const { db, network } = await openBoth();
  const feed = await openChangeFeed(db, aClockAt('2026-11-20T04:00:00Z'), silentLog);
  await ask(db);
  network.fallSilent();
  const startedAt = performance.now();
  await feed.close();
  await db.close();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
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
    await expect.poll(() => feed.catchUp(), { timeout: 6_000 }).toBe(false);
    network.resume(way);
    await expect.poll(() => feed.catchUp(), { timeout: 5_000 }).toBe(true);
    // What is read instead of heard was written down meanwhile.
    expect(seen).toContain(isPooled() ? tags.site : 'everything');
  },
);
