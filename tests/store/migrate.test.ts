import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { migrate } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations.ts';
import type { Step } from '#server/db/migration.ts';
import { engines, newDatabaseConfig, openTestDatabase, silentLog } from '../helpers/databases.ts';

async function applied(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
    db.read,
  );
  return rows.map((row) => row.name);
}

const allNames = migrations.map(({ name }) => name);

test.for(engines)('opening an up-to-date database on %s changes nothing', async (engine) => {
  const config = await newDatabaseConfig(engine);
  const first = await openDatabase(config, silentLog);
  await first.write.insertInto('site').values({ id: 1, settings: '{}' }).execute();
  const names = await applied(first);
  await first.close();
  const second = await openDatabase(config, silentLog);
  expect(await applied(second)).toEqual(names);
  expect(await second.read.selectFrom('site').selectAll().execute()).toHaveLength(1);
  await second.close();
});

test.for(engines)(
  'a database on %s that is newer than the program is refused, and left as it is',
  async (engine) => {
    const config = await newDatabaseConfig(engine);
    const db = await openDatabase(config, silentLog);
    await sql`insert into schema_migrations (name, applied_at) values ('9999-future', '2030')`.execute(
      db.write,
    );
    await db.close();
    await expect(openDatabase(config, silentLog)).rejects.toThrow(
      /newer than this version of the program.*9999-future/,
    );
  },
);

test.for(engines)('a migration on %s that fails half way leaves nothing behind', async (engine) => {
  const db = await openTestDatabase(engine);
  const known = allNames.map((name): Step => ({ name, phase: 'expand', async up() {} }));
  const failing: Step = {
    name: '0002-broken',
    phase: 'expand',
    async up(trx) {
      await sql`create table half_made (id integer)`.execute(trx);
      throw new Error('stopped');
    },
  };
  await expect(migrate(db, silentLog, { steps: [...known, failing] })).rejects.toThrow('stopped');
  await expect(sql`select * from half_made`.execute(db.read)).rejects.toThrow();
  expect(await applied(db)).toEqual(allNames);
});

test.for(engines)('ids and times on %s are ordered by their bytes', async (engine) => {
  const db = await openTestDatabase(engine);
  for (const id of ['b', 'B', 'a', '茶', '-', '1']) {
    const empty = {
      name: id,
      avatar: null,
      links: '[]',
      bio_source: '',
      bio_html: '',
      bio_text: '',
    };
    await db.write
      .insertInto('authors')
      .values({ id, ...empty })
      .execute();
  }
  const rows = await db.read.selectFrom('authors').select('id').orderBy('id').execute();
  expect(rows.map((row) => row.id)).toEqual(['-', '1', 'B', 'a', 'b', '茶']);
});
