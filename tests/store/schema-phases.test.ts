import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { minuteMs } from '#server/base/durations.ts';
import { migrate, repeatables } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations.ts';
import type { Step } from '#server/db/migration.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import type { Repeatable } from '#server/db/triggers/repeatable.ts';
import { migrateCommand, statusCommand } from '#server/db/schema-command.ts';
import { noteServing } from '#server/db/open/serving-processes.ts';
import {
  engines,
  newDatabaseConfig,
  openTestDatabase,
  preparedDatabaseConfig,
  silentLog,
  type EngineName,
} from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { later, shelfIndex } from '../helpers/planted-migrations.ts';
import { aClockAt } from '../helpers/site.ts';
import { readSchema } from './landed/read-schema.ts';

async function openWith(
  steps: readonly Step[],
  config: Parameters<typeof openDatabase>[0],
): Promise<Database> {
  const db = await openDatabase(config, silentLog, { steps });
  onTestFinished(() => db.close());
  return db;
}

const hasPostgres = engines.includes('postgres');

const isBuilt = async (db: Database) =>
  (await readSchema(db)).some((line) => line.startsWith('index') && line.includes('products_by_shelf'));

test.for(engines)('what takes away is left for an operator on %s, but in a new database', async (engine) => {
  const config = await preparedDatabaseConfig(engine);
  const grown = await openWith(later, config);
  expect((await readSchema(grown)).join()).toContain('old_shelf');
  const said: string[] = [];
  const tools = {
    database: config,
    log: silentLog,
    out: (line: string) => void said.push(line),
    steps: later,
  };
  const how = { isContract: true, isDryRun: false };
  await migrateCommand(tools, { ...how, isContract: false });
  expect(said.splice(0)).toEqual([expect.stringMatching(/^left for later: 9004-no-old-shelf .*--contract/)]);
  await migrateCommand(tools, { ...how, isDryRun: true });
  expect(said.splice(0)).toEqual(['would apply 9004-no-old-shelf (contract)']);
  expect((await readSchema(grown)).join()).toContain('old_shelf');
  expect(await statusCommand(tools)).toBe(0);
  expect(said.splice(0).join('\n')).toMatch(
    /^applied {2}0001-content {2}expand, [^]*\npending {2}9004-no-old-shelf {2}contract, applied by migrate --contract\nThis build .* works with this database: \d+ applied, 1 pending, 0 unknown\.$/,
  );
  await migrateCommand(tools, how);
  await migrateCommand(tools, how);
  expect(said).toEqual(['applied 9004-no-old-shelf', 'nothing to apply']);
  expect((await readSchema(grown)).join()).not.toContain('old_shelf');

  const fresh = await openWith(later, await newDatabaseConfig(engine));
  expect((await readSchema(fresh)).join()).not.toContain('old_shelf');
});

test.for(engines)(
  'a process on %s that does not know a migration keeps it from taking away',
  async (engine) => {
    const config = await preparedDatabaseConfig(engine);
    const db = await openWith(later, config);
    const clock = aClockAt(new Date().toISOString());
    const madeBy = 'version 0.0.9, build x';
    const note = () => noteServing({ db, clock, log: silentLog, steps: migrations, madeBy });
    const apply = () =>
      migrateCommand(
        { database: config, log: silentLog, out: () => {}, steps: later },
        { isContract: true, isDryRun: false },
      );
    const gone = await note();
    await expect(apply()).rejects.toThrow(/1 process\(es\) of such serve the site: version 0.0.9, build x/);
    for (const knows of ['x', '{}', '[5, null]']) {
      await sql`update serving_processes set knows = ${knows}`.execute(db.write);
      await expect(apply(), knows).rejects.toThrow(/1 process\(es\) of such serve the site/);
    }
    await gone.close();
    // A killed process stops reporting.
    clock.set(new Date(Date.now() - 3 * minuteMs).toISOString());
    await note();
    expect(await apply()).toBe(0);
  },
);

/** Triggers of one table, as two builds have them. */
function counting(revision: number, text: string): Repeatable {
  return {
    name: 'shelf-triggers',
    revision,
    isOwn: () => false,
    statements: () => [
      'create table if not exists shelf_texts (text text)',
      `insert into shelf_texts values ('${text}')`,
    ],
  };
}

test.for(engines)('an earlier build on %s leaves what a later one has installed', async (engine) => {
  const db = await openTestDatabase(engine);
  const installed = async (each: Repeatable, steps = migrations) => {
    await migrate(db, silentLog, { installs: [each], steps });
    const { rows } = await sql<{ text: string }>`select text from shelf_texts`.execute(db.read);
    return rows.map(({ text }) => text);
  };
  const [first, second] = [counting(1, 'first'), counting(2, 'second')];
  expect(await installed(first)).toEqual(['first']);
  expect(await installed(first)).toEqual(['first']);
  expect(await installed(second)).toEqual(['first', 'second']);
  expect(await installed(first)).toEqual(['first', 'second']);
  expect(await installed(counting(2, 'mended'))).toEqual(['first', 'second', 'mended']);
  // A new column comes with a migration, and needs no new revision.
  const step: Step = { name: '9000-column', phase: 'expand', up: async () => {} };
  const grown = ['first', 'second', 'mended', 'grown'];
  expect(await installed(counting(2, 'grown'), [...migrations, step])).toEqual(grown);
  expect(await installed(counting(2, 'mended'))).toEqual(grown);
});

test.for(engines)('what builds without revisions have installed on %s is taken as it is', async (engine) => {
  const db = await openTestDatabase(engine);
  const names = repeatables.map(({ name }) => name);
  const stored = async () => {
    const { rows } = await sql<{ name: string; hash: string }>`
      select name, hash from schema_repeatables where name in (${sql.join(names)}) order by name`.execute(
      db.read,
    );
    return rows;
  };
  const revised = await stored();
  await sql`insert into list_counts (list, count) values ('not counted anew', 1)`.execute(db.write);
  for (const { name, hash } of revised)
    await sql`update schema_repeatables set hash = ${hash.replace(/^\d+:/, '')} where name = ${name}`.execute(
      db.write,
    );
  await migrate(db, silentLog);
  expect(await stored()).toEqual(revised);
  const counts = await db.read.selectFrom('list_counts').select('list').execute();
  expect(counts).toEqual([{ list: 'not counted anew' }]);
});

test.skipIf(!hasPostgres)(
  'on PostgreSQL triggers are made anew while somebody reads their tables',
  async () => {
    const db = await openTestDatabase('postgres');
    const reading = await db.read.startTransaction().execute();
    onTestFinished(() => void reading.rollback().execute());
    for (const table of ['products', 'articles', 'authors', 'pages', 'site'] as const)
      await sql`select 1 from ${sql.table(table)}`.execute(reading);
    await sql`update schema_repeatables set hash = 'another'`.execute(db.write);
    const { log, lines } = keptLog();
    await migrate(db, log);
    expect(lines).toEqual([]);
  },
);

const withIndex = later.filter((step) => step.phase !== 'contract' || migrations.includes(step));
async function grownWithoutIndex(engine: EngineName): Promise<Database> {
  const steps = withIndex.filter((step) => step !== shelfIndex);
  return openWith(steps, await preparedDatabaseConfig(engine));
}

test.skipIf(!hasPostgres)('on PostgreSQL an index that was not finished is built anew', async () => {
  const db = await grownWithoutIndex('postgres');
  for (const id of ['a', 'b'])
    await sql`insert into search_misses (day, words, count) values ('2026-11-23', ${id}, 1)`.execute(
      db.write,
    );
  // State after a kill: the index exists, and is not valid.
  await expect(
    sql`create unique index concurrently products_by_shelf on search_misses (day)`.execute(db.write),
  ).rejects.toThrow();
  expect(await isBuilt(db)).toBe(true);
  const { log, lines } = keptLog();
  expect(await migrate(db, log, { steps: withIndex })).toEqual([shelfIndex.name]);
  expect(lines.map(({ msg }) => msg)).toContain('an index that was not finished is built anew');
  expect(await readSchema(db)).toContainEqual(expect.stringMatching(/products_by_shelf ON .*products USING/));
});

test.skipIf(!hasPostgres)(
  'on PostgreSQL an index is built beside another of its table, though each waits for the other',
  async () => {
    const db = await grownWithoutIndex('postgres');
    const writing = await db.write.startTransaction().execute();
    await sql`lock table products in row exclusive mode`.execute(writing);
    const other = sql`create index concurrently another_of_products on products (id)`
      .execute(db.write)
      .catch((error: unknown) => error);
    await untilWaiting(db, 'another_of_products');
    const migrated = migrate(db, silentLog, { steps: withIndex });
    await untilWaiting(db, 'products_by_shelf');
    await writing.commit().execute();
    expect(await migrated).toEqual([shelfIndex.name]);
    expect(await isBuilt(db)).toBe(true);
    await other;
  },
);

async function untilWaiting(db: Database, index: string): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like ${`create index%${index}%`}`;
  await expect.poll(async () => (await waiting.execute(db.read)).rows.length, { interval: 20 }).toBe(1);
}

test.for(engines)('processes that are started at once build an index on %s once', async (engine) => {
  const db = await grownWithoutIndex(engine);
  const starts = [1, 2, 3].map(() => migrate(db, silentLog, { steps: withIndex }));
  const applied = await Promise.all(starts);
  expect(applied.flat()).toEqual([shelfIndex.name]);
  expect(await isBuilt(db)).toBe(true);
});
