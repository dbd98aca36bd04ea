import { sql, type Kysely } from 'kysely';
import request from 'supertest';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { PostgresConfig } from '#server/config/config-database.ts';
import { openForVisitors } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { openPgBouncer, pgBouncerPath } from '#scripts/tools/servers/open-pgbouncer.ts';
import {
  createPostgres,
  createReplica,
  hasPostgresPrograms,
  type OwnPostgres,
} from '#scripts/tools/servers/open-postgres.ts';
import { atEndOfFile } from '../helpers/built-site.ts';
import { aProduct, anAuthor } from '../helpers/content.ts';
import { silentLog } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openNetwork } from '../helpers/network.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

const files = { 'authors/lin.md': anAuthor(), 'products/pot.md': aProduct({ name: '第0次' }) };

describe.runIf(hasPostgresPrograms)('with a replica', () => {
  const atEnd = atEndOfFile();
  let primary: OwnPostgres;
  let replica: OwnPostgres;
  /** Connections of the test only. */
  let onPrimary: Kysely<Schema>;
  let onReplica: Kysely<Schema>;

  beforeAll(async () => {
    primary = await started(await createPostgres());
    replica = await started(await createReplica(primary.url));
    onPrimary = await connectionTo(primary.url);
    onReplica = await connectionTo(replica.url);
  });

  async function started(server: OwnPostgres | null): Promise<OwnPostgres> {
    if (server === null) throw new Error('there are no programs of PostgreSQL');
    atEnd(() => server.remove());
    await server.start();
    return server;
  }

  async function connectionTo(url: string): Promise<Kysely<Schema>> {
    const db = await openForVisitors({ engine: 'postgres', url, poolSize: 1 }, silentLog);
    atEnd(() => db.close());
    return db.read;
  }

  /** Opens a site without a page store: each page is read. */
  async function openReadingSite({ replicaUrl = replica.url, env = { PAGE_STORE_MB: '0' } } = {}) {
    const { log, lines } = keptLog();
    const database: PostgresConfig = { engine: 'postgres', url: primary.url, poolSize: 5, replicaUrl };
    const site = await openSite({ database, log, files, env });
    const told = () => lines.flatMap(({ msg }) => (msg.includes('replica') ? [msg] : []));
    return { site, told };
  }

  const nameOf = async ({ app }: TestSite) => {
    const { text } = await request(app).get('/product/info/pot').set('Accept', 'text/html').expect(200);
    return Number(/第(\d+)次/.exec(text)?.[1]);
  };
  const write = (number: number) =>
    sql`update products set name = ${`第${number}次`} where id = 'pot'`.execute(onPrimary);

  /** Time of the last query of a page on the replica, in seconds. */
  async function lastAsked(): Promise<number> {
    const { rows } = await sql<{ at: string | null }>`select extract(epoch from max(query_start))::text as at
      from pg_stat_activity where pid <> pg_backend_pid() and query like 'select "%'`.execute(onReplica);
    return Number(rows[0]?.at ?? 0);
  }

  const pause = () => sql`select pg_wal_replay_pause()`.execute(onReplica);
  const resume = () => sql`select pg_wal_replay_resume()`.execute(onReplica);
  /** Until the site reads from the replica. */
  const untilAsked = async (site: TestSite) => {
    const before = await lastAsked();
    const ask = async () => {
      // A missing page is read each time.
      await request(site.app).get(`/articles/none-${Math.random()}`).expect(404);
      return lastAsked();
    };
    await expect.poll(ask).toBeGreaterThan(before);
  };

  test('pages are read from it, and none is older than what was announced', async () => {
    const { site } = await openReadingSite();
    await write(1);
    await untilAsked(site);
    await pause();
    onTestFinished(async () => void (await resume().catch(() => {})));
    const shown: number[] = [];
    for (let number = 2; number <= 12; number += 1) {
      await write(number);
      await site.services.changeFeed.settle();
      shown.push(await nameOf(site), await nameOf(site));
    }
    expect(shown).toEqual(Array.from({ length: 22 }, (_, n) => 2 + Math.floor(n / 2)));
    // It has none of it.
    const { rows } = await sql<{ name: string }>`select name from products where id = 'pot'`.execute(
      onReplica,
    );
    expect(rows).toEqual([{ name: '第1次' }]);
    await resume();
    await untilAsked(site);
    expect(await nameOf(site)).toBe(12);
  });

  test('what is kept was never read too early', async () => {
    const { site } = await openReadingSite({ env: { PAGE_STORE_MB: '8' } });
    const wrong: number[] = [];
    for (let number = 20; number < 40; number += 1) {
      if (number % 2 === 0) await pause();
      await write(number);
      // While notifications arrive, and the needed position of the replica is still unknown.
      await Promise.all(Array.from({ length: 5 }, () => nameOf(site)));
      await site.services.changeFeed.settle();
      if ((await nameOf(site)) !== number) wrong.push(number);
      if (number % 2 === 0) await resume();
      if ((await nameOf(site)) !== number) wrong.push(number);
    }
    expect(wrong).toEqual([]);
  });

  test('when it is lost or stopped, pages are read as without it, and it is used again later', async () => {
    const network = await openNetwork(replica.url);
    const { site, told } = await openReadingSite({ replicaUrl: network.url });
    await write(50);
    await untilAsked(site);
    network.cut();
    await replica.stop();
    await write(51);
    await site.services.changeFeed.settle();
    expect(await nameOf(site)).toBe(51);
    expect(told()).toEqual([expect.stringContaining('cannot be used')]);
    await replica.start();
    await untilAsked(site);
    expect(await nameOf(site)).toBe(51);
    expect(told()).toEqual([expect.any(String), 'pages are read from the replica']);
  });

  test('that of another database is not asked', async () => {
    await sql`create database elsewhere`.execute(onPrimary);
    const url = new URL(replica.url);
    url.pathname = '/elsewhere';
    await expect
      .poll(
        async () => (await sql`select from pg_database where datname = 'elsewhere'`.execute(onReplica)).rows,
      )
      .toHaveLength(1);
    const { site, told } = await openReadingSite({ replicaUrl: url.href });
    await expect
      .poll(async () => [await nameOf(site), told()])
      .toEqual([expect.any(Number), [expect.stringContaining('cannot be used')]]);
  });

  test.runIf(pgBouncerPath !== null)(
    'one behind a pooler is not asked, nor a database that follows none',
    async () => {
      const pooler = await openPgBouncer(replica.url);
      onTestFinished(() => pooler.stop());
      for (const replicaUrl of [pooler.through(replica.url), primary.url]) {
        const { site, told } = await openReadingSite({ replicaUrl });
        await expect.poll(async () => [await nameOf(site), told().length]).toEqual([expect.any(Number), 1]);
        expect(told()).toEqual([expect.stringContaining('cannot be used')]);
      }
    },
  );
});
