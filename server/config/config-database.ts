import path from 'node:path';
import { parseDatabaseUrl, parsePostgresUrl, postgresExample, type EnvParser } from './config-values.ts';

export type DatabaseConfig = { engine: 'sqlite'; file: string } | PostgresConfig;

export interface PostgresConfig {
  engine: 'postgres';
  url: string;
  poolSize: number;
  /** Leads to the database itself where `url` leads through a pooler. Left out: `url`. */
  listenUrl?: string;
  /** URL of a read replica, for rendering pages. */
  replicaUrl?: string;
}

/** Reads the location of the database and its connection settings. */
export function readDatabase(
  read: EnvParser,
  { dataDir, cwd }: { dataDir: string; cwd: string },
  problems: string[],
): DatabaseConfig {
  const database = read.parsed<DatabaseConfig>(
    'DATABASE_URL',
    { engine: 'sqlite', file: path.join(dataDir, 'site.db') },
    `sqlite:./data/site.db or ${postgresExample}`,
    (value) => parseDatabaseUrl(value, cwd),
  );
  const poolSize = read.integer('DATABASE_POOL_SIZE', 10, { min: 1, max: 200 });
  const listenUrl = read.parsed('DATABASE_LISTEN_URL', null, postgresExample, parsePostgresUrl);
  const replicaUrl = read.parsed('DATABASE_REPLICA_URL', null, postgresExample, parsePostgresUrl);
  if (database.engine === 'postgres')
    return {
      ...database,
      poolSize,
      ...(listenUrl !== null && { listenUrl }),
      ...(replicaUrl !== null && { replicaUrl }),
    };
  for (const [name, url] of Object.entries({
    DATABASE_LISTEN_URL: listenUrl,
    DATABASE_REPLICA_URL: replicaUrl,
  }))
    if (url !== null)
      problems.push(`${name}: it is for PostgreSQL; a right DATABASE_URL beside it is ${postgresExample}`);
  return database;
}

/** Returns the location of a database without its password, for logs. */
export function placeOf(config: DatabaseConfig): string {
  if (config.engine === 'sqlite') return config.file;
  const { host, pathname } = new URL(config.url);
  return `${pathname.slice(1)} at ${host}`;
}
