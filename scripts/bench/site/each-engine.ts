import path from 'node:path';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openPostgres } from '#scripts/tools/servers/open-postgres.ts';
import type { Figure } from '../figures.ts';
import { withNewDatabase } from './new-database.ts';
import { withTemporaryFolder } from './site.ts';

/** A new, empty database, and a folder for the site's files. */
export interface EngineSetting {
  config: DatabaseConfig;
  /** Value of the site's environment variable. */
  databaseUrl: string;
  dataDir: string;
}

/** Runs work with a fresh setting of an engine, which is removed when the work is done. */
export type WithSetting = <T>(work: (setting: EngineSetting) => Promise<T>) => Promise<T>;

/** The one that is measured; left out: both. */
export const onlyEngine = process.env['BENCH_ENGINE'];

if (onlyEngine !== undefined && onlyEngine !== 'sqlite' && onlyEngine !== 'postgres')
  throw new Error(`BENCH_ENGINE is "${onlyEngine}"; it must be "sqlite" or "postgres"`);

/** Measures on SQLite, and on PostgreSQL where it is there. */
export async function onEachEngine(
  measure: (withSetting: WithSetting, engine: DatabaseConfig['engine']) => Promise<Figure[]>,
): Promise<Figure[]> {
  const figures = onlyEngine === 'postgres' ? [] : await measure(withSqlite, 'sqlite');
  if (onlyEngine === 'sqlite') return figures;
  const server = await openPostgres();
  if (server === null) {
    console.error(
      '*** LEFT OUT: PostgreSQL: install the package "postgresql", or set TEST_DATABASE_URL. ***',
    );
    return figures;
  }
  const withPostgres: WithSetting = (work) =>
    withNewDatabase(server.url, (url) =>
      withTemporaryFolder((dataDir) =>
        work({ config: { engine: 'postgres', url, poolSize: 5 }, databaseUrl: url, dataDir }),
      ),
    );
  try {
    return [...figures, ...(await measure(withPostgres, 'postgres'))];
  } finally {
    await server.stop();
  }
}

const withSqlite: WithSetting = (work) =>
  withTemporaryFolder((dataDir) => {
    const file = path.join(dataDir, 'site.db');
    return work({ config: { engine: 'sqlite', file }, databaseUrl: `sqlite:${file}`, dataDir });
  });

/** Measures once on each engine. */
export function onEachDatabase(measure: (setting: EngineSetting) => Promise<Figure[]>): Promise<Figure[]> {
  return onEachEngine((withSetting) => withSetting(measure));
}
