import { spawn } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { aProduct, contentFolder } from '../helpers/content.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { endBackends, holdTable } from '../helpers/lost-connections.ts';
import { openNetwork } from '../helpers/network.ts';
import { outcomeOf } from '../helpers/run-command.ts';

const onPostgres = test.runIf(engines.includes('postgres'));

async function openServer(): Promise<{ url: string; db: Database }> {
  const config = await newDatabaseConfig('postgres');
  if (config.engine !== 'postgres') throw new Error('asked for PostgreSQL');
  const db = await openDatabase(config, silentLog);
  onTestFinished(() => db.close());
  return { url: config.url, db };
}

/** A program of the build. */
async function run(program: string, args: readonly string[], databaseUrl: string) {
  const child = spawn(process.execPath, [path.join(production.outDir, program), ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return outcomeOf(child);
}

const aFolder = () => contentFolder({ 'products/pot.md': aProduct() });
const oneLine = /^the database went away: .+\n$/;

onPostgres.for([
  { what: 'an import', args: () => ['content', 'import', aFolder()], waitsFor: 'products' },
  { what: 'an account command', args: () => ['account', 'list'], waitsFor: 'accounts' },
])('$what that loses its database ends with one line', async ({ args, waitsFor }) => {
  const { url, db } = await openServer();
  const release = await holdTable(db, waitsFor);
  const [{ code, out, err }] = await Promise.all([
    run('cli.js', args(), url),
    endBackends(db, `%${waitsFor}%`),
  ]);
  await release();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  // A bar of progress stands before it on a terminal only.
  expect(err).toMatch(oneLine);
});

onPostgres('an import whose network goes silent ends with one line, and nothing is written', async () => {
  const { url, db } = await openServer();
  const network = await openNetwork(url);
  const release = await holdTable(db, 'products');
  const importing = run('cli.js', ['content', 'import', aFolder()], network.url);
  await untilWaiting(db);
  network.fallSilent();
  const { code, out, err } = await importing;
  await release();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(oneLine);
  expect(await db.read.selectFrom('products').select('id').execute()).toEqual([]);
});

onPostgres('the program that makes pictures tells the log when it loses its database', async () => {
  const { url, db } = await openServer();
  const release = await holdTable(db, 'media_jobs');
  const [{ code, out, err }] = await Promise.all([
    run('media-worker.js', [], url),
    endBackends(db, '%"media_jobs"%'),
  ]);
  await release();
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ level: 'error', err: { type: expect.any(String) } });
});

async function untilWaiting(db: Database): Promise<void> {
  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      .execute(db.read)
      .then(({ rows }) => rows.length);
  await expect.poll(waiting, { interval: 20 }).toBeGreaterThan(0);
}
