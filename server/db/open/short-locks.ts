import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { OperatorError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import type { Handles } from './handles.ts';
import type { Engine } from '../migration.ts';
import type { Schema } from '../schema.ts';

/**
 * While a change of a table waits for readers, every other statement waits behind it: a visitor's for 1.5 s at most. So
 * the change waits for a third of that, and tries again later.
 */
const maxLockMs = 500;
const maxTries = 60;
const firstPauseMs = 500;
const maxPauseMs = 5_000;
/** Twice in the time that a lock is waited for. */
const lookMs = 200;

/** Parts of a database that a change of the schema needs. */
export type Changeable = Pick<Handles, 'write'> & { engine: Engine };

/** Looked up during the wait: afterwards it is too late. */
interface Blocker {
  pid: number;
  user: string;
  application: string;
  address: string | null;
  state: string;
  /** When its transaction began. */
  since: string;
}

/**
 * Runs work in a transaction; on PostgreSQL, from when it says so, it waits only briefly for locks. The log names the
 * blocking sessions, and after some minutes it gives up.
 * @throws OperatorError then, and nothing is changed.
 */
export async function withShortLocks<T>(
  { engine, write }: Changeable,
  log: Log,
  work: (trx: Transaction<Schema>, holdBriefly: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (engine === 'sqlite') return write.transaction().execute((trx) => work(trx, async () => {}));
  for (let tried = 1; ; tried += 1) {
    const watch = watchBlockers(write);
    try {
      return await write.transaction().execute((trx) => work(trx, () => begin(trx, watch)));
    } catch (cause) {
      if (!isLockTimeout(cause)) throw cause;
      const blockedBy = await watch.end();
      if (tried === maxTries) throw givenUp(blockedBy, cause);
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * tried);
      log.warn(
        { blockedBy, pauseMs },
        'the schema is not changed yet, as others keep its tables; it is tried again',
      );
      await delay(pauseMs);
    } finally {
      await watch.end();
    }
  }
}

async function begin(trx: Transaction<Schema>, watch: BlockerWatch): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(maxLockMs)}`.execute(trx);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  if (rows[0]) watch.begin(rows[0].pid);
}

interface BlockerWatch {
  begin(pid: number): void;
  /** Resolves to the sessions that blocked it last. */
  end(): Promise<readonly Blocker[]>;
}

/** By another connection: the one that waits cannot ask. */
function watchBlockers(db: Kysely<Schema>): BlockerWatch {
  let last: readonly Blocker[] = [];
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | null = null;

  async function look(pid: number): Promise<void> {
    const { rows } = await blockersOf(pid).execute(db);
    if (rows.length > 0) last = rows;
  }

  return {
    begin(pid) {
      timer = setInterval(() => {
        // For the log only: the change goes on without it.
        asking ??= look(pid).then(
          () => void (asking = null),
          () => void (asking = null),
        );
      }, lookMs);
    },
    async end() {
      clearInterval(timer);
      await asking;
      return last;
    },
  };
}

const blockersOf = (pid: number) => sql<Blocker>`
  select pid, usename as "user", application_name as application, host(client_addr) as address, state,
    xact_start::text as since
  from pg_stat_activity where pid = any(pg_blocking_pids(${pid}))`;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockNotAvailable = '55P03';
const deadlock = '40P01';

function isLockTimeout(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && [lockNotAvailable, deadlock].includes(String(error.code))
  );
}

function givenUp(blockedBy: readonly Blocker[], cause: unknown): OperatorError {
  const who = blockedBy.map(
    ({ pid, user, application, since }) =>
      `process ${pid} (${user}, ${application || 'no name'}, since ${since})`,
  );
  return new OperatorError(
    `The schema of the database could not be changed, as others keep its tables for minutes: ${
      who.join(', ') || 'it is not known who'
    }. Let them finish, or end them with pg_terminate_backend, and start again`,
    { cause },
  );
}
