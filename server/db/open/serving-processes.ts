import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers';
import { sql, type Kysely } from 'kysely';
import { readTexts } from '#shared/stored-list.ts';
import { isoAt, type Clock } from '#server/base/clock.ts';
import { minuteMs, secondMs } from '#server/base/durations.ts';
import type { Log } from '#server/base/log.ts';
import { isPastIn } from '../queries/is-over-in.ts';
import type { Step } from '../migration.ts';
import { writeVolatile, type Database } from './open-database.ts';
import type { Schema } from '../schema.ts';

/** A process that serves the site, as it says itself. */
export interface ServingProcess {
  madeBy: string;
  /** The migrations that it knows. */
  knows: readonly string[];
  seenAt: string;
}

const everyMs = 30 * secondMs;
/** Time after which a silent process counts as gone; one on a busy machine may be late. */
const goneMs = 2 * minuteMs;

interface Tools {
  db: Database;
  clock: Clock;
  log: Log;
  steps: readonly Step[];
  madeBy: string;
}

/** Says in the database, until it is closed, that this process serves, and with which schema it can. */
export async function noteServing({
  db,
  clock,
  log,
  steps,
  madeBy,
}: Tools): Promise<{ close(): Promise<void> }> {
  const id = randomUUID();
  const knows = JSON.stringify(steps.map(({ name }) => name));
  let isTold = true;

  async function note(): Promise<void> {
    try {
      const now = clock.now();
      await writeVolatile(db, async (trx) => {
        await sql`insert into serving_processes (id, made_by, knows, seen_at)
          values (${id}, ${madeBy}, ${knows}, ${isoAt(now)})
          on conflict (id) do update set seen_at = excluded.seen_at`.execute(trx);
        await sql`delete from serving_processes where ${isPastIn('seen_at', now, goneMs)}`.execute(trx);
      });
      isTold = true;
    } catch (error) {
      // Pages do not need this; a database that refuses writes shows where it matters.
      if (isTold) log.warn({ err: error }, 'the database could not be told that this process serves');
      isTold = false;
    }
  }

  await note();
  let noting: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    noting = noting.then(note);
  }, everyMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await noting;
      await writeVolatile(db, (trx) =>
        sql`delete from serving_processes where id = ${id}`.execute(trx),
      ).catch(() => {});
    },
  };
}

/** Processes that have reported lately. One whose list of migrations cannot be read counts as knowing none. */
export async function listServing(db: Kysely<Schema>, nowMs: number): Promise<ServingProcess[]> {
  const { rows } = await sql<{ madeBy: string; knows: string; seenAt: string }>`
    select made_by as "madeBy", knows, seen_at as "seenAt" from serving_processes
    where not ${isPastIn('seen_at', nowMs, goneMs)} order by made_by, seen_at`.execute(db);
  return rows.map(({ knows, ...row }) => ({ ...row, knows: readTexts(knows) }));
}
