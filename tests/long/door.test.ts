import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compareRows } from '#scripts/tools/database-sums.ts';
import { post } from '../helpers/accounts.ts';
import { engines, newDatabaseConfig, urlOf } from '../helpers/databases.ts';
import { openEditedSite } from '../helpers/edited-site.ts';
import { emptyDatabaseConfig, moveSite } from '../helpers/moves.ts';
import { openNetwork } from '../helpers/network.ts';
import type { TestSite } from '../helpers/site.ts';

/** Connects like an operator. */
async function connectTo({ services: { config } }: Pick<TestSite, 'services'>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(config.database) });
  // The database is removed before it is closed when the test fails.
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** Finds sessions that wait for an advisory lock. */
const isWaitedFor = `select 1 from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

describe.runIf(engines.includes('postgres'))('on PostgreSQL', () => {
  test.for(['read committed', 'repeatable read'])(
    'a statement in %s that began before the switch is not acknowledged after it',
    async (isolation) => {
      const site = await openEditedSite({ engine: 'postgres' });
      const target = await emptyDatabaseConfig('sqlite');
      const [writing, holding, looking] = [
        await connectTo(site),
        await connectTo(site),
        await connectTo(site),
      ];
      let late: Promise<unknown> = Promise.resolve();
      await moveSite(site, target, {
        pages: 0,
        async onStep(step) {
          if (step === 'noted') {
            await writing.query(`set default_transaction_isolation = '${isolation}'`);
            // From then on the session knows the door's function. Other tables have triggers that lock a table before.
            await post(site.app, '/account/saved', { save: 'article:spring' }, site.cookie);
            await writing.query('update saved_items set saved_at = saved_at');
          }
          if (step !== 'filled') return;
          await holding.query('select pg_advisory_lock(1)');
          late = writing
            .query(`update saved_items set saved_at = saved_at || '!' where pg_advisory_lock(1) is not null`)
            .catch((error: unknown) => error);
          await expect.poll(async () => (await looking.query(isWaitedFor)).rowCount).toBe(1);
        },
      });
      await holding.end();
      // In repeatable read a session that hears of the other function in time is refused by that.
      const codes = isolation === 'read committed' ? /^25006$/ : /^(?:25006|40001)$/;
      expect(await late).toMatchObject({ code: expect.stringMatching(codes) });
      expect((await compareRows(site.services.config.database, target)).different).toEqual([]);
    },
  );

  test('what a long import wrote is brought over before writing is refused', async () => {
    const site = await openEditedSite({ engine: 'postgres' });
    const target = await emptyDatabaseConfig('sqlite');
    const [importing, looking] = [await connectTo(site), await connectTo(site)];
    let notedAtDoor: unknown;
    let imported: Promise<unknown> = Promise.resolve();
    await moveSite(site, target, {
      pages: 0,
      async onStep(step) {
        if (step === 'compared') {
          await importing.query('begin');
          await importing.query(
            `do $$ begin for n in 1..20 loop update products set summary = n::text; end loop; end $$`,
          );
          imported = expect
            .poll(async () => (await looking.query(isWaitedFor)).rowCount)
            .toBe(1)
            .then(() => importing.query('commit'));
        }
        if (step === 'closed')
          notedAtDoor = (await looking.query('select count(*)::int as notes from moving_changes')).rows;
      },
    });
    await imported;
    expect(notedAtDoor).toEqual([{ notes: 0 }]);
    expect((await compareRows(site.services.config.database, target)).different).toEqual([]);
  });

  test('a move that waits for somebody who writes ends when it is told to', async () => {
    const site = await openEditedSite({ engine: 'postgres' });
    const [writing, looking] = [await connectTo(site), await connectTo(site)];
    const interrupted = new AbortController();
    let told: Promise<unknown> = Promise.resolve();
    const moving = moveSite(site, await emptyDatabaseConfig('sqlite'), {
      pages: 0,
      signal: interrupted.signal,
      async onStep(step) {
        if (step !== 'compared') return;
        await writing.query(`begin; update products set summary = '改' where id = 'p9'`);
        told = (async () => {
          await expect.poll(async () => (await looking.query(isWaitedFor)).rowCount).toBe(1);
          interrupted.abort(new Error('ended'));
          // Then it takes its triggers away, for which it waits too.
          const isCleaning = `select 1 from pg_locks where locktype = 'relation' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
          await expect.poll(async () => (await looking.query(isCleaning)).rowCount).toBe(1);
          await writing.query('commit');
        })();
      },
    });
    await expect(moving).rejects.toThrow('ended');
    await told;
  });

  test('a new database that falls silent does not hold writers for long', async () => {
    const site = await openEditedSite();
    const real = await newDatabaseConfig('postgres');
    const network = await openNetwork(urlOf(real));
    const onStep = (step: string) => {
      if (step === 'closed') network.fallSilent();
    };
    const moving = moveSite(
      site,
      { engine: 'postgres', url: network.url, poolSize: 2 },
      { pages: 0, onStep, maxRefusedMs: 200 },
    );
    await expect(moving).rejects.toThrow(/did not take the last changes within 0.2 s: the site stays/);
    expect((await post(site.app, '/account/saved', { save: 'article:spring' }, site.cookie)).status).toBe(
      303,
    );
  });
});

test('a row that names what is not there ends the move before writing is refused', async () => {
  const site = await openEditedSite();
  const { database } = site.services.config;
  if (database.engine !== 'sqlite') throw new Error('asked for SQLite');
  const careless = new DatabaseSync(database.file, { timeout: 5_000 });
  careless.exec(`pragma foreign_keys = off; update articles set author_id = 'nobody' where id = 'winter'`);
  careless.close();
  for (const engine of engines) {
    const steps: string[] = [];
    const onStep = (step: string) => void steps.push(step);
    const moving = moveSite(site, await emptyDatabaseConfig(engine), { pages: 0, onStep });
    await expect(moving).rejects.toThrow(/names one of authors that is not there|violates foreign key/);
    expect(steps).not.toContain('closed');
  }
});
