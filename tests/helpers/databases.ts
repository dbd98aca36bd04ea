import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import type { TierName } from '#scripts/test/tiers.ts';

export type EngineName = DatabaseConfig['engine'];

declare module 'vitest' {
  interface ProvidedContext {
    tier: TierName;
  }
}

/** Engines for the tests of this tier, as far as this machine has them. */
export const engines: EngineName[] = enginesOf(inject('tier'));

function enginesOf(tier: TierName): EngineName[] {
  if (tier === 'fast') return ['sqlite'];
  const isOnlyPostgres = tier === 'engines' || tier === 'pooled';
  const isThere = inject(tier === 'pooled' ? 'pooledUrl' : 'postgresUrl') !== null;
  return [...(isOnlyPostgres ? [] : ['sqlite' as const]), ...(isThere ? ['postgres' as const] : [])];
}

/** Whether tests ask PostgreSQL through a pooler. */
export function isPooled(): boolean {
  return inject('tier') === 'pooled';
}

export const silentLog = createLog('silent');

/** Registers work for the end of the test or the file. */
export type AtEnd = (end: () => Promise<void> | void) => void;

/** A folder that is gone when the test has finished. */
export function temporaryFolder(atEnd: AtEnd = onTestFinished): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'qingye-test-'));
  atEnd(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Settings of a new, empty database of this engine. It is removed when the test has finished. */
export async function newDatabaseConfig(engine: EngineName): Promise<DatabaseConfig> {
  if (engine === 'sqlite') return { engine, file: path.join(temporaryFolder(), 'site.db') };
  return newPostgresConfig('template1');
}

/** Settings of a new database of this engine with only the schema. It is removed when the test has finished. */
export async function preparedDatabaseConfig(engine: EngineName): Promise<DatabaseConfig> {
  const { postgres, sqlite } = inject('prepared');
  if (engine === 'postgres') return newPostgresConfig(postgres);
  const file = path.join(temporaryFolder(), 'site.db');
  copyFileSync(sqlite, file);
  return { engine, file };
}

async function newPostgresConfig(template: string): Promise<DatabaseConfig> {
  const serverUrl = inject('postgresUrl');
  if (serverUrl === null) throw new Error('there is no PostgreSQL on this machine');
  const name = `qingye_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, (client) => createDatabase(client, name, template));
  onTestFinished(() => onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`)));
  const url = new URL((isPooled() ? inject('pooledUrl') : null) ?? serverUrl);
  url.pathname = `/${name}`;
  return { engine: 'postgres', url: url.href, poolSize: 5 };
}

/** Value of `DATABASE_URL` for it. */
export function urlOf(config: DatabaseConfig): string {
  return config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url;
}

/** A new database with the schema, closed when the test has finished. */
export async function openTestDatabase(engine: EngineName): Promise<Database> {
  const db = await openDatabase(await preparedDatabaseConfig(engine), silentLog);
  onTestFinished(() => db.close());
  return db;
}

/** By copying files, in half the time of writing all of it to the log, which is what PostgreSQL does since 15. */
async function createDatabase(client: pg.Client, name: string, template: string): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  const canChoose = Number(rows[0].server_version_num) >= 150_000;
  await client.query(`create database ${name} template ${template}${canChoose ? ' strategy file_copy' : ''}`);
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client);
  await client.end();
}
