import { kindNames } from '#shared/kinds/kind-names.ts';
import path from 'node:path';
import { isoAt } from '#server/base/clock.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { onTestFinished } from 'vitest';
import { openForVisitors, writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { moveDatabase, type MoveOptions, type MoveReport } from '#server/operate/move/move-database.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder, type EngineName } from './databases.ts';
import { readSchema } from '../store/landed/read-schema.ts';
import type { TestSite } from './site.ts';

/** From each engine to the other, and within one. */
export const ways: [from: EngineName, to: EngineName][] =
  engines.length === 1
    ? [['sqlite', 'sqlite']]
    : [
        ['sqlite', 'postgres'],
        ['postgres', 'sqlite'],
        ['postgres', 'postgres'],
      ];

/** A database that is not there yet, or has no schema. */
export async function emptyDatabaseConfig(engine: EngineName): Promise<DatabaseConfig> {
  return engine === 'sqlite'
    ? { engine, file: path.join(temporaryFolder(), 'moved', 'site.db') }
    : newDatabaseConfig(engine);
}

/** Moves a site that runs. */
export function moveSite(
  { services: { config } }: { services: Pick<TestSite['services'], 'config'> },
  to: DatabaseConfig,
  options: Partial<MoveOptions> = {},
): Promise<MoveReport | null> {
  return moveDatabase({
    config,
    to,
    isAgain: false,
    pages: 60,
    log: silentLog,
    tell: () => {},
    signal: new AbortController().signal,
    ...options,
  });
}

/** Writes to a table that visitors write to. */
export function saveItem(db: Database, accountId: string, item: string): Promise<unknown> {
  return writeTransaction(db, (trx) =>
    trx
      .insertInto('saved_items')
      .values({ account_id: accountId, item: `article:${item}`, saved_at: isoAt(Date.now()) })
      .execute(),
  );
}

/** Opens the database like a server. */
export async function openVisitors(config: DatabaseConfig): Promise<Database> {
  const db = await openForVisitors(config, silentLog);
  onTestFinished(() => db.close());
  return db;
}

/** Without the index of search, which is named otherwise once it was made anew. */
export async function readOwnSchema(db: Database): Promise<string[]> {
  const lines = await readSchema(db);
  const ofIndex = new RegExp(`search_(?:${kindNames.join('|')})_?`);
  return lines.filter((line) => !ofIndex.test(line) || line.startsWith('trigger'));
}
