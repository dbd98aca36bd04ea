import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { compareRows } from '#scripts/tools/database-sums.ts';
import { anAccount } from '../helpers/accounts.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { engines, silentLog, urlOf, type EngineName } from '../helpers/databases.ts';
import { untilAlone, withDatabase } from '../helpers/killed-import.ts';
import { emptyDatabaseConfig, ways } from '../helpers/moves.ts';
import { outcomeOf } from '../helpers/run-command.ts';
import { runSite } from '../helpers/run-site.ts';
import { signInAt, startTraffic, type Traffic } from '../helpers/site-traffic.ts';

interface Setting {
  from: DatabaseConfig;
  to: DatabaseConfig;
  dataDir: string;
}

function startMove({ from, to, dataDir }: Setting, ...flags: string[]) {
  const cli = path.join(production.outDir, 'cli.js');
  const args = [cli, 'database', 'move', '--to', urlOf(to), '--pages', '20', ...flags];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], DATABASE_URL: urlOf(from), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The sample content, in a database of this engine. */
async function aSourceOf(engine: EngineName, dataDir: string): Promise<DatabaseConfig> {
  const sample: DatabaseConfig = { engine: 'sqlite', file: path.join(dataDir, 'site.db') };
  if (engine === 'sqlite') return sample;
  const to = await emptyDatabaseConfig(engine);
  const { code, err } = await outcomeOf(startMove({ from: sample, to, dataDir }));
  expect(code, err).toBe(0);
  return to;
}

/** Refusal of a start on this database; null: it would start. */
function refusalOf(config: DatabaseConfig): Promise<string | null> {
  return openDatabase(config, silentLog).then(
    async (db) => {
      await db.close();
      return null;
    },
    (error: unknown) => String(error),
  );
}

/** So that a move which has its index takes a while until it is done. */
const manyPages = ['--pages', '2000'];

interface Moment {
  what: string;
  /** Resolves when the move has come so far. */
  until(move: ChildProcess, from: DatabaseConfig): Promise<unknown>;
}

/** How far a move has come when it is killed. */
const moments: Moment[] = [
  { what: 'what visitors write is noted', until: (_move, from) => untilNoted(from) },
  { what: 'the rows are copied', until: (move) => untilTold(move, /sums are equal/) },
  { what: 'the index is made', until: (move) => untilTold(move, /search index is made/) },
];

/** Only a killed one has left any before. */
function untilNoted(from: DatabaseConfig): Promise<void> {
  return withDatabase(from, (db) => expect.poll(() => listNotes(db)).not.toEqual([]));
}

async function listNotes({ read }: Database): Promise<string[]> {
  const tables = await read.introspection.getTables();
  return tables.map(({ name }) => name).filter((name) => name.startsWith('moving_'));
}

async function kill(child: ChildProcess): Promise<void> {
  expect(child.exitCode).toBeNull();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

test.for(ways.slice(0, 2))(
  'a site that is moved from %s to %s loses nothing, however often the move is killed',
  async ([fromEngine, toEngine]) => {
    const dataDir = sampleFolder();
    const from = await aSourceOf(fromEngine, dataDir);
    const to = await emptyDatabaseConfig(toEngine);
    const setting = { from, to, dataDir };
    const emails = [...moments, 'the last'].map((_, round) => `visitor${round}@example.com`);
    await withDatabase(from, async (db) => {
      for (const email of emails) await anAccount(db, { email });
    });
    const env = { DATABASE_URL: urlOf(from), DATA_DIR: dataDir };
    const site = await runSite(production, env, onTestFinished);
    const cookies: string[] = [];
    for (const email of emails) cookies.push(await signInAt(site.origin, email));
    // Another visitor in each round: each may save at most 300.
    const visit = (round: number) => startTraffic(site.origin, cookies.slice(round, round + 1));
    const seen: Traffic[] = [];

    for (const [round, { what, until }] of moments.entries()) {
      const traffic = visit(round);
      seen.push(traffic);
      const move = startMove(setting, ...(round === 0 ? [] : ['--again']), ...manyPages);
      await until(move, from);
      await kill(move);
      await untilAloneIn(from);
      expect(await refusalOf(from), what).toBeNull();
      const { length } = traffic.acknowledged;
      await expect.poll(() => traffic.acknowledged.length).toBeGreaterThan(length);
      await traffic.end();
      expect(await refusalOf(to), what).toMatch(/is being filled/);
    }

    const last = startMove(setting, '--again');
    const outcome = outcomeOf(last);
    await untilTold(last, /search index is made/);
    const lastTraffic = visit(moments.length);
    seen.push(lastTraffic);
    const { code, out, err } = await outcome;
    expect(code, err).toBe(0);
    expect(out).toMatch(/^The site is moved: \d+ rows/);
    // Writes are now refused with a time to try again.
    await lastTraffic.untilAnswered(2);
    await lastTraffic.end();
    const answers = seen.flatMap((traffic) => traffic.answers);
    const reads = answers.filter(({ kind }) => kind !== 'write');
    expect(new Set(reads.map(({ kind, status }) => `${kind} ${status}`))).toEqual(
      new Set(['cold 404', 'stored 200', 'ready 200']),
    );
    const refused = answers.filter(({ kind, status }) => kind === 'write' && status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toMatchObject({ status: 503, retryAfter: '5' });
    expect(await refusalOf(from)).toMatch(/was moved/);
    await site.stop();

    expect((await compareRows(from, to)).different).toEqual([]);
    const saved = await withDatabase(to, ({ read }) =>
      read
        .selectFrom('saved_items')
        .innerJoin('accounts', 'accounts.id', 'account_id')
        .select(['email', 'item'])
        .execute(),
    );
    const acknowledged = seen.flatMap((traffic, round) =>
      traffic.acknowledged.map((item) => `${emails[round]} ${item}`),
    );
    expect(saved.map(({ email, item }) => `${email} ${item}`)).toEqual(expect.arrayContaining(acknowledged));
    const moved = await runSite(production, { DATABASE_URL: urlOf(to), DATA_DIR: dataDir }, onTestFinished);
    const page = await fetch(`${moved.origin}/account/saved`, {
      headers: { Cookie: cookies[0] ?? '' },
      redirect: 'manual',
    });
    expect(page.status).toBe(200);
  },
);

test('a move that is interrupted takes away what it needed', async () => {
  const dataDir = sampleFolder();
  const from = await aSourceOf('sqlite', dataDir);
  const child = startMove({ from, to: await emptyDatabaseConfig(engines.at(-1) ?? 'sqlite'), dataDir });
  await untilTold(child, /sums are equal/);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(await withDatabase(from, listNotes)).toEqual([]);
});

/** A killed client's last statement may still run in the server. */
async function untilAloneIn(config: DatabaseConfig): Promise<void> {
  if (config.engine === 'postgres') await withDatabase(config, untilAlone);
}

function untilTold(child: ChildProcess, words: RegExp): Promise<void> {
  let told = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => words.test((told += chunk.toString())) && resolve());
    child.once('exit', () => reject(new Error(`it ended without a word of it: ${told}`)));
  });
}
