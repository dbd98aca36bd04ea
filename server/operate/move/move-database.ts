import { randomUUID } from 'node:crypto';
import { isoAt, systemClock } from '#server/base/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { migrations } from '#server/db/migrations.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { readSchemaState } from '#server/db/schema-state.ts';
import { findMark, markTable, type MovingMark } from '#server/db/moving-mark.ts';
import { OperatorError, reasonOf } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import { rebuildIndex } from '#server/search/index/rebuild.ts';
import { changeLogOf } from './change-log/change-log-of.ts';
import { comparePages } from './pages/compare-pages.ts';
import { copyRows } from './copy-rows.ts';
import { followChanges, type Following } from './follow-changes.ts';
import { listMovedTables, searchMarks } from './moved-tables.ts';
import { requireReferences, validateReferences, type SetAside } from './set-aside.ts';
import { placeOf } from '#server/config/config-database.ts';
import { openSide } from './sides/open-side.ts';
import { openSource } from './sides/open-source.ts';
import type { Side } from './sides/side.ts';
import { switchOver, type MoveStep } from './switch-over.ts';
import { claimTarget } from './target.ts';

export interface MoveOptions {
  config: Config;
  to: DatabaseConfig;
  /** Begins anew where a move was cut off. */
  isAgain: boolean;
  /** How many pages are rendered from both databases. */
  pages: number;
  log: Log;
  tell: (line: string) => void;
  /** Ends the move, with the source as it was. */
  signal: AbortSignal;
  /** Longest time for which writing may be refused while the new database catches up; left out: 30 s. */
  maxRefusedMs?: number;
  /** For tests, and to stop between two steps. */
  onStep?: (step: MoveStep) => Promise<void> | void;
}

export interface MoveReport {
  rows: number;
  /** Rows that were written while the others were copied. */
  followed: number;
  pages: number;
  /** How long writing was refused before the target could be used. */
  refusedMs: number;
}

/**
 * Makes another database of the site's, while the site goes on writing, and lets it take its place. Null: an earlier move
 * to this target had done all but its last step, which was done.
 * @throws OperatorError when it cannot, with the source as it was.
 */
export async function moveDatabase(options: MoveOptions): Promise<MoveReport | null> {
  const { config, to, isAgain, log } = options;
  const from = config.database;
  const source = await openSource(from);
  try {
    if (await finishFormer(source, to)) return null;
    await requireSettled(from, log);
    const mark: MovingMark = {
      state: 'filling',
      place: placeOf(from),
      at: isoAt(Date.now()),
      token: randomUUID(),
    };
    await claimTarget(to, mark, { isAgain, dataDir: options.config.dataDir });
    await options.onStep?.('claimed');
    return await moveFrom(source, mark, options);
  } finally {
    await source.close();
  }
}

async function moveFrom(source: Side, mark: MovingMark, options: MoveOptions): Promise<MoveReport> {
  const { to, log } = options;
  const targetDb = await openDatabase(to, log, { mayBeMoving: true });
  const target = await openSide(to);
  try {
    return await moveBetween({ source, target, targetDb }, mark, options);
  } finally {
    await target.close();
    await targetDb.close();
  }
}

/** The target gets all migrations of this build, and nothing else: the tables of both must match. */
async function requireSettled(from: DatabaseConfig, log: Log): Promise<void> {
  const db = await openDatabase(from, log);
  const { pending, unknown } = await readSchemaState(db.read, db.engine, migrations).finally(() =>
    db.close(),
  );
  if (unknown.length > 0)
    throw new OperatorError(
      `The database has ${unknown.map(({ name }) => name).join(', ')}, which this version does not know: move with the version that the site runs`,
    );
  if (pending.length > 0)
    throw new OperatorError(
      `${pending.map(({ name }) => name).join(', ')} is left to be applied: npm run database -- migrate --contract, and then move`,
    );
}

/** The source was left, and the target was not yet free when the move was cut off. */
async function finishFormer(source: Side, to: DatabaseConfig): Promise<boolean> {
  const left = await findMark(source.ask, source.engine);
  if (left?.state !== 'moved' || left.place !== placeOf(to)) return false;
  const target = await openSide(to);
  try {
    const filled = await findMark(target.ask, target.engine);
    if (filled?.state !== 'filled' || filled.token !== left.token) return false;
    await target.run(`drop table ${markTable}`);
    await validateReferences(target);
    return true;
  } finally {
    await target.close();
  }
}

interface Both {
  source: Side;
  target: Side;
  targetDb: Database;
}

async function moveBetween(both: Both, mark: MovingMark, options: MoveOptions): Promise<MoveReport> {
  const { source, target } = both;
  const { tell, onStep } = options;
  const { tables, others } = await listMovedTables(source, target);
  if (others.length > 0) tell(`Not moved, as they are none of ours: ${others.join(', ')}.`);
  const log = changeLogOf(source);
  const following: Following = { ...both, tables, log, followed: 0 };
  try {
    const marks = { name: searchMarks, columns: ['kind', 'ref'], key: ['kind', 'ref'] };
    await log.install([...tables, marks], { ...mark, state: 'moving', place: placeOf(options.to) });
    await onStep?.('noted');
    const { aside, rows } = await copyAll(following, options);
    await index(both.targetDb, options);
    const pages = await compare(following, options);
    const { refusedMs } = await change(following, { aside, mark }, options);
    return { rows, pages, refusedMs, followed: following.followed };
  } catch (error) {
    await cleanUp(source, log.remove);
    throw error;
  }
}

/** Unless the source was left: then only the target's mark is in the way. */
async function cleanUp(source: Side, remove: () => Promise<void>): Promise<void> {
  const mark = await findMark(source.ask, source.engine).catch(() => null);
  // Anything that a lost connection leaves behind is removed by the next move.
  if (mark?.state !== 'moved') await remove().catch(() => {});
}

async function copyAll(
  { target, tables }: Following,
  { config, tell, signal, onStep }: MoveOptions,
): Promise<{ aside: SetAside; rows: number }> {
  const startedAt = performance.now();
  const snapshot = await openSide(config.database, { readOnly: true });
  try {
    await snapshot.begin('snapshot');
    const progress = createProgress(tell);
    const onRows = (table: string, rows: number) => {
      signal.throwIfAborted();
      progress(table, rows);
    };
    const copied = await copyRows({ snapshot, target, tables, onRows });
    await onStep?.('copied');
    tell(
      `${copied.rows} rows of ${tables.length} tables are copied, and their sums are equal (${secondsSince(startedAt)}).`,
    );
    return copied;
  } finally {
    await snapshot.close();
  }
}

function createProgress(tell: (line: string) => void): (table: string, rows: number) => void {
  let current = '';
  let count = 0;
  return (table, rows) => {
    if (table !== current) [current, count] = [table, 0];
    const before = Math.floor(count / 100_000);
    count += rows;
    if (Math.floor(count / 100_000) > before) tell(`  ${table}: ${count} rows`);
  };
}

async function index(db: Database, { tell, signal, onStep }: MoveOptions): Promise<void> {
  const startedAt = performance.now();
  const isDone = await rebuildIndex(db, { clock: systemClock, step: 200, isStopped: () => signal.aborted });
  signal.throwIfAborted();
  if (!isDone)
    throw new OperatorError('Another process makes the search index of the target: end it, and move again');
  await onStep?.('indexed');
  tell(`The search index is made (${secondsSince(startedAt)}).`);
}

async function compare(following: Following, options: MoveOptions): Promise<number> {
  const { config, to, tell, signal, onStep } = options;
  const startedAt = performance.now();
  const follow = async () => {
    signal.throwIfAborted();
    await followChanges(following, { isDoorClosed: false });
  };
  const { compared, different } = await comparePages({ config, to, count: options.pages, follow });
  if (different !== null)
    throw new OperatorError(
      `Pages differ between the two databases, such as ${different}: nothing was changed; please report it`,
    );
  await onStep?.('compared');
  tell(`${compared} pages are the same, byte for byte, from both (${secondsSince(startedAt)}).`);
  return compared;
}

async function change(
  following: Following,
  how: { aside: SetAside; mark: MovingMark },
  { signal, tell, onStep, maxRefusedMs = 30_000 }: MoveOptions,
): Promise<{ refusedMs: number }> {
  await requireReferences(following.target, how.aside);
  // Until little is left for the moment in which writing is refused.
  for (let round = 0; round < maxRounds; round += 1) {
    signal.throwIfAborted();
    if ((await followChanges(following, { isDoorClosed: false })) < fewRows) break;
  }
  const limits = { signal, maxRefusedMs };
  const switched = await switchOver(following, { ...how, ...limits, ...(onStep && { onStep }) });
  // They were checked before the last changes, and hold for new writes.
  await validateReferences(following.target).catch((error: unknown) =>
    tell(`All is moved, but a row may name one that is not there: ${reasonOf(error)}`),
  );
  return switched;
}

const maxRounds = 10;
const fewRows = 50;

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
