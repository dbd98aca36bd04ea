import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { newDatabaseConfig, type EngineName } from '#tests/helpers/databases.ts';

/**
 * A database as builds until November 2026 made it, by their statements word for word: numbered migrations made the
 * triggers then. With a smaller number, one that has only as many of the six migrations. Nothing has it open.
 */
export async function newLandedDatabase(engine: EngineName, migrations = 6): Promise<DatabaseConfig> {
  const config = await newDatabaseConfig(engine);
  const text = readFileSync(new URL(`./${engine}.sql`, import.meta.url), 'utf8');
  // The first part makes the table of migrations.
  const parts = text.split(/^(?=-- \d{4}-)/m).slice(0, 1 + migrations);
  await runStatements(config, parts.join(''));
  return config;
}

/** Runs statements as an operator does, outside of the program. */
export async function runStatements(config: DatabaseConfig, statements: string): Promise<void> {
  if (config.engine === 'sqlite') {
    const connection = new DatabaseSync(config.file);
    connection.exec(statements);
    connection.close();
    return;
  }
  const client = new pg.Client({ connectionString: config.url });
  await client.connect();
  await client.query(statements);
  await client.end();
}
