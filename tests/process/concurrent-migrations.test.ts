import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { migrations } from '#server/db/migrations.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder, urlOf } from '../helpers/databases.ts';
import { runCommand } from '../helpers/run-command.ts';

test.for(engines)('processes that open a new database on %s at once all succeed', async (engine) => {
  const config = await newDatabaseConfig(engine);
  const url = urlOf(config);
  const emptyFolder = temporaryFolder();
  const check = () => runCommand(['content', 'check', emptyFolder], { DATABASE_URL: url });
  const results = await Promise.all([check(), check(), check()]);
  for (const { code, err } of results) expect(code, err).toBe(0);

  const db = await openDatabase(config, silentLog);
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
    db.read,
  );
  expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  await db.close();
});
