import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import { openPgBouncer } from '#scripts/tools/servers/open-pgbouncer.ts';
import { openPostgres } from '#scripts/tools/servers/open-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server for the databases of tests; null when this machine has no PostgreSQL, or no tier of the run needs it. */
    postgresUrl: string | null;
    /** The same through a pooler; null without one, and where no tier of the run needs it. */
    pooledUrl: string | null;
    /** The name of a database there, and a file, that have the schema and nothing else: for copies. */
    prepared: { postgres: string; sqlite: string };
  }
}

/** A real PostgreSQL for the whole run, and on each engine a database to copy: the schema takes longer to make. */
export default async function setup({ provide, vitest }: TestProject): Promise<() => Promise<void>> {
  const running = vitest.projects.map((project) => project.name);
  const server = running.every((tier) => tier === 'fast') ? null : await openPostgres();
  const name = `qingye_prepared_${randomUUID().slice(0, 8)}`;
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-prepared-'));
  const file = path.join(dir, 'site.db');
  await makeSchema({ engine: 'sqlite', file });
  if (server !== null) {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    await askServer(server.url, `create database ${name}`);
    await makeSchema({ engine: 'postgres', url: url.href, poolSize: 1 });
  }
  const pooler = server !== null && running.includes('pooled') ? await openPgBouncer(server.url) : null;
  provide('postgresUrl', server?.url ?? null);
  provide('pooledUrl', server && (pooler?.through(server.url) ?? null));
  provide('prepared', { postgres: name, sqlite: file });
  return async () => {
    rmSync(dir, { recursive: true, force: true });
    await pooler?.stop();
    if (server !== null) await askServer(server.url, `drop database ${name}`);
    await server?.stop();
  };
}

async function makeSchema(config: DatabaseConfig): Promise<void> {
  const db = await openDatabase(config, createLog('silent'));
  // Copies are made of the file alone.
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.write);
  await db.close();
}

async function askServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
