import { isoAt, type Clock } from '#server/base/clock.ts';
import { writeTransaction, writeVolatile, type Database } from '#server/db/open/open-database.ts';
import { dayMs } from '#server/base/durations.ts';
import type { Log } from '#server/base/log.ts';

export type AccountEvent =
  | 'account-created'
  | 'account-deleted'
  | 'account-disabled'
  | 'account-enabled'
  | 'google-linked'
  | 'link-made'
  | 'link-used'
  | 'name-changed'
  | 'password-changed'
  | 'role-changed'
  | 'sign-in-failed'
  | 'sign-in-limited'
  | 'signed-in'
  | 'signed-out'
  | 'signed-out-everywhere';

export interface EventFacts {
  /** The account, or null when there is none. Typed text is not kept: it may be a password in the wrong field. */
  accountId: string | null;
  /** The visitor's network, from `networkOf`. */
  network?: string;
  detail?: string;
}

/** Records an event in the log and the database, without secrets. Never fails: the event has already happened. */
export type Audit = (event: AccountEvent, facts: EventFacts) => Promise<void>;

export function createAudit(
  db: Database,
  clock: Clock,
  log: Log,
  count: (event: AccountEvent) => void = () => {},
): Audit {
  return async function recordEvent(event, { accountId, network = null, detail = null }) {
    count(event);
    log.info({ event, accountId, network, detail }, 'account');
    const now = clock.now();
    // A flood of failures must not hold up the pages for the disk: what the power takes of them is in the log.
    const write = isFailure(event) ? writeVolatile : writeTransaction;
    const row = { at: isoAt(now), event, account_id: accountId, address: network, detail };
    try {
      await write(db, async (trx) => {
        const { seq } = await trx
          .insertInto('account_events')
          .values(row)
          .returning('seq')
          .executeTakeFirstOrThrow();
        if (seq % 100 !== 0) return;
        const oldest = isoAt(now - keptMs);
        await trx
          .deleteFrom('account_events')
          .where(({ eb, or, and }) =>
            or([
              eb('at', '<', oldest),
              and([eb('seq', '<=', seq - maxKeptFailures), eb('event', 'in', failures)]),
            ]),
          )
          .execute();
      });
    } catch (error) {
      log.error({ err: error, event, accountId }, 'an account event could not be kept');
    }
  };
}

export interface KeptEvent {
  at: string;
  event: string;
  account_id: string | null;
  email: string | null;
  address: string | null;
  detail: string | null;
}

/** Lists the last events, the newest at the end, as a log reads. */
export async function listEvents(db: Database, limit: number): Promise<KeptEvent[]> {
  const rows = await db.read
    .selectFrom('account_events')
    .leftJoin('accounts', 'accounts.id', 'account_events.account_id')
    .select(['at', 'event', 'account_id', 'accounts.email', 'address', 'detail'])
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}

const keptMs = 180 * dayMs;
/** Events that anyone can cause: their number is bounded, to some 15 MB. */
const failures = ['sign-in-failed', 'sign-in-limited'] satisfies AccountEvent[];
const maxKeptFailures = 100_000;

function isFailure(event: AccountEvent): boolean {
  return failures.some((failure) => failure === event);
}
