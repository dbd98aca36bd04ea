import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import { isoAt, type Clock } from '#server/base/clock.ts';
import { isFree, isHeld, takeLease } from '#server/db/queries/lease.ts';
import type { FontStateTable } from '#server/db/tables/media-tables.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { minuteMs } from '#server/base/durations.ts';
import type { Log } from '#server/base/log.ts';
import type { ReadUpTo } from '../title-font/read-titles.ts';
import type { MediaStore } from '../store/media-store.ts';

/** Row with the progress of a job, and the end of a process's lease on it. */
interface JobState extends ReadUpTo, Pick<FontStateTable, 'tries' | 'run_at'> {}

/** Work on all titles of the site, which one process does at a time. */
export interface TitleJob<State extends JobState, Outcome extends ReadUpTo> {
  table: 'font_state' | 'card_state';
  leaseMs: number;
  /** After a success: who writes often starts one program for several changes. */
  restMs: number;
  /** Message of the log when it cannot be done. */
  failure: string;
  findState(db: Kysely<Schema>, where: RawBuilder<SqlBool>): Promise<State | undefined>;
  isAnythingToDo(db: Kysely<Schema>, state: State, nowMs: number): Promise<boolean>;
  /** Records the result, and how far the content was read. */
  record(trx: Transaction<Schema>, outcome: Outcome, now: string): Promise<void>;
}

export interface TitleJobTools {
  db: Database;
  store: MediaStore;
  /** The font of the build. */
  fontFile: string;
  clock: Clock;
  /** Aborted when the process must stop. */
  signal?: AbortSignal | undefined;
}

export interface TitleJobOptions extends TitleJobTools {
  log: Log;
}

/** Pause before another look if somebody was writing while the content was read. */
const lookAgainMs = minuteMs;
/** After a failure. */
const retryMs = 10 * minuteMs;

/** Whether there is anything to do now. */
export async function isTitleJobDue<State extends JobState>(
  db: Database,
  job: Pick<TitleJob<State, never>, 'table' | 'findState' | 'isAnythingToDo'>,
  nowMs: number,
): Promise<boolean> {
  const state = await job.findState(db.read, isFree(job.table, nowMs));
  return state !== undefined && job.isAnythingToDo(db.read, state, nowMs);
}

/** Does the work if there is any and no other process does it. `work` resolves to null when something is left to do. */
export async function runTitleJob<State extends JobState, Outcome extends ReadUpTo>(
  job: TitleJob<State, Outcome>,
  { db, clock, log, signal }: TitleJobOptions,
  work: (state: State) => Promise<Outcome | null>,
): Promise<void> {
  const { table, leaseMs } = job;
  if (!(await isTitleJobDue(db, job, clock.now()))) return;
  const taken = await writeTransaction(db, async (trx) => {
    const lease = await takeLease(trx, { table, key: 1, nowMs: clock.now(), leaseMs });
    const state = lease && (await job.findState(trx, isHeld(lease)));
    return lease && state ? { lease, state } : null;
  });
  if (taken === null) return;
  const { lease, state } = taken;
  /** Unless the lease was lost: then another process does the work. */
  const write = (values: Partial<JobState>, record?: (trx: Transaction<Schema>) => Promise<void>) =>
    writeTransaction(db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable(table)
        .set(values)
        .where(isHeld(lease))
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await record?.(trx);
    });
  // This process, another one, or the next goes on at once.
  const release = () => write({ run_at: '' });
  try {
    const outcome = await work(state);
    if (outcome === null) return await release();
    const { seen_at, read_from } = outcome;
    const nowMs = clock.now();
    const run_at = isoAt(nowMs + (read_from < seen_at ? lookAgainMs : job.restMs));
    await write({ seen_at, read_from, tries: 0, run_at }, (trx) => job.record(trx, outcome, isoAt(nowMs)));
  } catch (error) {
    if (signal?.aborted) return release();
    await write({ run_at: isoAt(clock.now() + retryMs), tries: state.tries + 1 });
    // Tried again for as long as it takes: a single report is enough.
    const say = state.tries === 0 ? log.error.bind(log) : log.debug.bind(log);
    say({ err: error }, job.failure);
  }
}
