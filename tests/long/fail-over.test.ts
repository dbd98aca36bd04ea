import { sql, type Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openForVisitors } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import {
  createPostgres,
  createReplica,
  hasPostgresPrograms,
  type OwnPostgres,
} from '#scripts/tools/servers/open-postgres.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { anAuthor, aProduct } from '../helpers/content.ts';
import { silentLog } from '../helpers/databases.ts';
import { openNetwork } from '../helpers/network.ts';
import { openSite } from '../helpers/site.ts';

test.runIf(hasPostgresPrograms)(
  'after a fail-over the site leaves its connections to the server that can only be read',
  async () => {
    const primary = await started(await createPostgres());
    const standby = await started(await createReplica(primary.url));
    const onPrimary = await connectionTo(primary.url);
    const onStandby = await connectionTo(standby.url);
    const network = await openNetwork(primary.url);
    const { app, services } = await openSite({
      database: { engine: 'postgres', url: network.url, poolSize: 5 },
      files: { 'authors/lin.md': anAuthor(), 'products/pot.md': aProduct({ name: '第0次' }) },
    });
    await anAccount(services.db);
    const cookie = await signedIn(app);
    const save = async () => (await post(app, '/account/saved', { save: 'product:pot' }, cookie)).status;
    const shown = async () => {
      const { text } = await get(app, '/product/info/pot').expect(200);
      return /第\d+次/.exec(text)?.[0];
    };
    const write = (name: string) =>
      sql`update products set name = ${name} where id = 'pot'`.execute(onStandby);
    expect(await save()).toBe(303);
    expect(await shown()).toBe('第0次');

    const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(onPrimary);
    const hasAll = async () =>
      (
        await sql<{ is: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as is`.execute(
          onStandby,
        )
      ).rows[0]?.is;
    await expect.poll(hasAll).toBe(true);
    // The former primary goes on, and nobody's connection to it ends.
    await sql`alter system set default_transaction_read_only = on`.execute(onPrimary);
    await sql`select pg_reload_conf()`.execute(onPrimary);
    await expect.poll(save).toBe(503);
    expect(await shown()).toBe('第0次');
    await sql`select pg_promote()`.execute(onStandby);
    await expect
      .poll(() =>
        write('第1次').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    network.lead(standby.url);

    await expect.poll(save).toBe(303);
    // No page that was kept before is shown from then on.
    expect(await shown()).toBe('第1次');
    // The listener for changes has come along.
    await expect.poll(() => services.changeFeed.settle()).toBe(true);
    for (const name of ['第2次', '第3次']) {
      await write(name);
      await services.changeFeed.settle();
      expect(await shown()).toBe(name);
    }
  },
);

async function started(server: OwnPostgres | null): Promise<OwnPostgres> {
  if (server === null) throw new Error('there are no programs of PostgreSQL');
  onTestFinished(() => server.remove());
  await server.start();
  return server;
}

async function connectionTo(url: string): Promise<Kysely<Schema>> {
  const db = await openForVisitors({ engine: 'postgres', url, poolSize: 1 }, silentLog);
  onTestFinished(() => db.close());
  return db.read;
}
