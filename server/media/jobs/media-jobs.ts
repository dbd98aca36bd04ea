import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isOver, isoAt } from '#server/base/clock.ts';
import { isFree, isHeld, takeLease, type Lease } from '#server/db/queries/lease.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { dayMs, hourMs, minuteMs } from '#server/base/durations.ts';
import { namesOfContent } from '../pictures/picture-names.ts';

export interface MediaJob {
  file: string;
  tries: number;
  lease: Lease;
}

const leaseMs = 10 * minuteMs;
const retryMs = hourMs;
const maxTries = 3;
/** In the place of tries: its files are being removed, until the lease ends. */
const removing = -1;
const removalMs = 2 * minuteMs;
const removalPauseMs = 100;
/** Files that no row names are kept for so long. */
const unnamedMs = dayMs;

/** Whether there is anything to do now. */
export async function isMediaJobDue(db: Database, nowMs: number): Promise<boolean> {
  const row = await db.read
    .selectFrom('media_jobs')
    .select('file')
    .where(isFree('media_jobs', nowMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Leases the job of an upload that is shown without its small copies, or the one that has waited longest. Resolves to
 * null when there is none. No two processes get the same one.
 */
export async function leaseMediaJob(db: Database, nowMs: number): Promise<MediaJob | null> {
  return (await leaseOneOf(db, nowMs, 'singles')) ?? leaseOneOf(db, nowMs, 'all');
}

async function leaseOneOf(db: Database, nowMs: number, which: 'singles' | 'all'): Promise<MediaJob | null> {
  const files = which === 'singles' ? await findDueSingles(db, nowMs) : [];
  if (which === 'singles' && files.length === 0) return null;
  return writeTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('media_jobs')
      .select(['file', 'tries'])
      .where(isFree('media_jobs', nowMs))
      .$if(which === 'singles', (qb) => qb.where('file', 'in', files))
      .orderBy('run_at')
      .limit(1)
      .$if(db.engine === 'postgres', (qb) => qb.forUpdate().skipLocked())
      .executeTakeFirst();
    if (!due) return null;
    const lease = await takeLease(trx, { table: 'media_jobs', key: due.file, nowMs, leaseMs });
    return lease && { ...due, lease };
  });
}

/** Some uploads that are shown without their small copies, and whose job is due: others have been given up. */
async function findDueSingles(db: Database, nowMs: number): Promise<string[]> {
  const rows = await db.read
    .selectFrom('media')
    .select('file')
    .where('single_of', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('media_jobs')
          .select('media_jobs.file')
          .whereRef('media_jobs.file', '=', 'media.file')
          .where(isFree('media_jobs', nowMs)),
      ),
    )
    .limit(100)
    .execute();
  return rows.map(({ file }) => file);
}

/** Resolves to false when the job is no longer this process's: something has changed, and it will be done anew. */
export async function endMediaJob(trx: Transaction<Schema>, job: MediaJob): Promise<boolean> {
  const ended = await trx.deleteFrom('media_jobs').where(isHeld(job.lease)).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Gives up the lease when the process must stop: another one, or the next, begins at once. */
export async function releaseMediaJob(db: Database, job: MediaJob): Promise<void> {
  await moveJob(db, job, '', job.tries);
}

/**
 * Has it tried again later. Resolves to false when it has failed too often: it is given up until the picture changes.
 */
export async function postponeMediaJob(db: Database, job: MediaJob, nowMs: number): Promise<boolean> {
  const tries = Math.max(job.tries, 0) + 1;
  if (tries < maxTries) {
    await moveJob(db, job, isoAt(nowMs + tries * retryMs), tries);
    return true;
  }
  await writeTransaction(db, (trx) => endMediaJob(trx, job));
  return false;
}

/**
 * Turns the job into one for removing the files of a picture that no row names. Anybody who brings the picture back
 * waits from then on: no transaction is open while files are removed, which may take seconds elsewhere. Resolves to the
 * new lease, or to null when the job is no longer this process's, or something else has files of the same content.
 */
export async function beginRemoval(db: Database, job: MediaJob, nowMs: number): Promise<Lease | null> {
  const lease = { ...job.lease, mark: isoAt(nowMs + removalMs) };
  return writeTransaction(db, async (trx) => {
    const begun = await trx
      .updateTable('media_jobs')
      .set({ tries: removing, run_at: lease.mark })
      .where(isHeld(job.lease))
      .executeTakeFirst();
    if (begun.numUpdatedRows === 0n) return null;
    if (!(await isOfAnother(trx, job.file))) return lease;
    await endMediaJob(trx, { ...job, lease });
    return null;
  });
}

/** Whether a row names a picture of the same content, or such a picture with another ending is about to come or to go. */
async function isOfAnother(trx: Transaction<Schema>, file: string): Promise<boolean> {
  const names = namesOfContent(file);
  const row = trx.selectFrom('media').select('file').where('file', 'in', names);
  const job = trx
    .selectFrom('media_jobs')
    .select('file')
    .where('file', 'in', names)
    .where('file', '<>', file);
  return ((await row.executeTakeFirst()) ?? (await job.executeTakeFirst())) !== undefined;
}

/**
 * Called before the files of these pictures are written: whatever becomes of the import, files that no row names are
 * removed after a day, and none is removed while the import runs.
 */
export async function announceFiles(db: Database, files: readonly string[], nowMs: number): Promise<void> {
  const run_at = isoAt(nowMs + unnamedMs);
  for (let i = 0; i < files.length; i += 500) {
    const batch = files.slice(i, i + 500);
    await noRemoval(db, batch, nowMs, (trx) =>
      trx
        .insertInto('media_jobs')
        .values(batch.map((file) => ({ file, run_at })))
        .onConflict((oc) => oc.column('file').doUpdateSet({ run_at, tries: 0 }))
        .execute(),
    );
  }
}

/** Does the work when none of these files is being removed. */
async function noRemoval(
  db: Database,
  files: readonly string[],
  nowMs: number,
  work: (trx: Transaction<Schema>) => Promise<unknown>,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += removalPauseMs) {
    const isDone = await writeTransaction(db, async (trx) => {
      // All of them, since a removal that is about to begin has locked its job and not marked it yet.
      const jobs = await trx
        .selectFrom('media_jobs')
        .select(['tries', 'run_at'])
        .where('file', 'in', files.flatMap(namesOfContent))
        .orderBy('file')
        .$if(db.engine === 'postgres', (qb) => qb.forUpdate())
        .execute();
      const isRemoved = ({ tries, run_at }: { tries: number; run_at: string }) =>
        tries === removing && !isOver(run_at, nowMs + waitedMs, removalMs);
      if (jobs.some(isRemoved)) return false;
      await work(trx);
      return true;
    });
    if (isDone) return;
    await delay(removalPauseMs);
  }
}

/** Has it done again in a moment, without counting it as a failure: nothing is wrong with the picture. */
export async function deferMediaJob(db: Database, job: MediaJob, nowMs: number): Promise<void> {
  await moveJob(db, job, isoAt(nowMs + minuteMs), Math.max(job.tries, 0));
}

/** Orders the missing files of a picture, to be made at once. */
export async function askForFiles(trx: Transaction<Schema>, file: string): Promise<void> {
  await trx
    .insertInto('media_jobs')
    .values({ file, run_at: '' })
    .onConflict((oc) => oc.column('file').doUpdateSet({ run_at: '', tries: 0 }))
    .execute();
}

async function moveJob(db: Database, job: MediaJob, run_at: string, tries: number): Promise<void> {
  await writeTransaction(db, (trx) =>
    trx.updateTable('media_jobs').set({ run_at, tries }).where(isHeld(job.lease)).execute(),
  );
}
