import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';
import { openPostgres } from '../../tests/helpers/open-postgres.ts';
import type { Figure } from './figures.ts';
import { startSite, withTemporaryFolder } from './site.ts';
import { findStaleAnswers } from './stale-answers.ts';

const course = { reads: 100_000, writes: 2_000 };

/** Two processes over one database, read and written at once. */
export async function measureStale(): Promise<Figure[]> {
  const figures = await withTemporaryFolder((dataDir) =>
    measureEngine({ engine: 'sqlite', file: path.join(dataDir, 'site.db') }, dataDir),
  );
  const postgres = await openPostgres();
  if (postgres === null) return figures;
  try {
    const url = new URL(postgres.url);
    url.pathname = `/qingye_stale_${randomUUID().replaceAll('-', '')}`;
    await createDatabase(postgres.url, url.pathname.slice(1));
    const onPostgres = await withTemporaryFolder((dataDir) =>
      measureEngine({ engine: 'postgres', url: url.href, poolSize: 5 }, dataDir),
    );
    return [...figures, ...onPostgres];
  } finally {
    await postgres.stop();
  }
}

async function measureEngine(config: DatabaseConfig, dataDir: string): Promise<Figure[]> {
  const databaseUrl = config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url;
  const first = await startSite({ dataDir, databaseUrl, pageStoreMb: 64 });
  const second = await startSite({ dataDir, databaseUrl, pageStoreMb: 64 });
  const db = await openDatabase(config, createLog('silent'));
  const graceMs = config.engine === 'sqlite' ? 0 : 100;
  const { reads, writes, stale } = await findStaleAnswers({
    ...course,
    db,
    origins: [first.origin, second.origin],
    graceMs,
  });
  await db.close();
  await Promise.all([first.stop(), second.stop()]);
  for (const line of stale.slice(0, 5)) console.error(line);
  const when = graceMs === 0 ? 'once it was acknowledged' : `${graceMs} ms after it was acknowledged`;
  return [
    {
      name: `stale answers, ${config.engine}`,
      value: stale.length,
      unit: '',
      target: { below: 1 },
      note: `two processes, ${reads} reads, ${writes} writes, each to be seen ${when}`,
    },
  ];
}

async function createDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}
