import path from 'node:path';
import type { DatabaseConfig } from '#server/config.ts';
import { openPostgres } from '#scripts/tools/open-postgres.ts';
import type { Figure } from '../figures.ts';
import { withNewDatabase } from '../new-database.ts';
import { withTemporaryFolder } from '../site.ts';

export interface EngineSite {
  config: DatabaseConfig;
  databaseUrl: string;
  dataDir: string;
}

/** Measures with an empty database of each engine that this machine has, one after the other. */
export async function onEachEngine(measure: (site: EngineSite) => Promise<Figure[]>): Promise<Figure[]> {
  const onSqlite = await withTemporaryFolder((dataDir) => measure(sqliteIn(dataDir)));
  const server = await openPostgres();
  if (server === null) {
    console.error(
      '*** LEFT OUT: PostgreSQL: install the package "postgresql", or set TEST_DATABASE_URL. ***',
    );
    return onSqlite;
  }
  try {
    const onPostgres = await withTemporaryFolder((dataDir) =>
      withNewDatabase(server.url, (url) => measure(postgresAt(url, dataDir))),
    );
    return [...onSqlite, ...onPostgres];
  } finally {
    await server.stop();
  }
}

/** Two further empty databases, where the one of the site is. */
export async function withTwoDatabases<T>(
  { config, dataDir }: EngineSite,
  work: (databases: readonly [DatabaseConfig, DatabaseConfig]) => Promise<T>,
): Promise<T> {
  if (config.engine === 'sqlite') {
    const [first, second] = ['first', 'second'].map((name) => ({
      ...config,
      file: path.join(dataDir, `${name}.db`),
    }));
    if (first === undefined || second === undefined) throw new Error('there are two');
    return work([first, second]);
  }
  return withNewDatabase(config.url, (first) =>
    withNewDatabase(config.url, (second) =>
      work([
        { ...config, url: first },
        { ...config, url: second },
      ]),
    ),
  );
}

function sqliteIn(dataDir: string): EngineSite {
  const file = path.join(dataDir, 'site.db');
  return { config: { engine: 'sqlite', file }, databaseUrl: `sqlite:${file}`, dataDir };
}

function postgresAt(url: string, dataDir: string): EngineSite {
  return { config: { engine: 'postgres', url, poolSize: 5 }, databaseUrl: url, dataDir };
}
