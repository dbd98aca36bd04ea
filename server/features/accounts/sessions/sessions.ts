import { sql, type SqlBool } from 'kysely';
import type { SignInWay } from '#shared/accounts.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import { isoAt, type Clock } from '#server/base/clock.ts';
import type { SessionLifetimes } from '#server/config/config.ts';
import { isOverIn } from '#server/db/queries/is-over-in.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { AccountsTable, SessionsTable } from '#server/db/tables/account-tables.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { createMarkSeen } from './mark-seen.ts';

export interface NewSession {
  accountId: string;
  way: SignInWay;
  isRemembered: boolean;
  userAgent: string;
}

export interface FoundSession {
  session: SessionsTable;
  account: Pick<AccountsTable, 'id' | 'email' | 'name' | 'role' | 'password_hash'>;
}

export interface Sessions {
  /** Resolves to the secret for the cookie, which is stored nowhere. */
  start(session: NewSession): Promise<string>;
  /** Resolves to null when there is no such session, it has ended, or its account is disabled. */
  find(secret: string): Promise<FoundSession | null>;
  /** Lists the account's sessions, the last used first. */
  list(accountId: string): Promise<SessionsTable[]>;
  end(secret: string): Promise<void>;
  endAll(accountId: string): Promise<void>;
}

/** Sessions live in the database only: one that is ended is over in every process at once. */
export function createSessions(db: Database, clock: Clock, lifetimes: SessionLifetimes): Sessions {
  const markSeen = createMarkSeen(db, clock);
  const lifetimeOf = (isRemembered: boolean) => (isRemembered ? lifetimes.remembered : lifetimes.short);

  /** In SQL. One that a clock began which was ahead lasts at most twice as long, whenever that clock is set back. */
  function isOverNow() {
    const now = clock.now();
    const kinds = ([1, 0] as const).map((isRemembered) => {
      const { idleMs, absoluteMs } = lifetimeOf(isRemembered === 1);
      const isOver = sql`${isOverIn('sessions.idle_at', now, 2 * idleMs)} or ${isOverIn('sessions.ends_at', now, 2 * absoluteMs)}`;
      return sql<SqlBool>`(sessions.is_remembered = ${isRemembered} and (${isOver}))`;
    });
    return sql<SqlBool>`(${sql.join(kinds, sql` or `)})`;
  }

  async function find(secret: string): Promise<FoundSession | null> {
    const row = await db.read
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(columnsOf.sessions.map((name) => `sessions.${name}` as const))
      .select(['accounts.id', 'accounts.email', 'accounts.name', 'accounts.role', 'accounts.password_hash'])
      .where('sessions.id_hash', '=', hashSecret(secret))
      .where((eb) => eb.not(isOverNow()))
      .where('accounts.disabled_at', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    const { id, email, name, role, password_hash, ...session } = row;
    await markSeen(session, lifetimeOf(session.is_remembered === 1).idleMs);
    return { session, account: { id, email, name, role, password_hash } };
  }

  return {
    find,

    async start({ accountId, way, isRemembered, userAgent }) {
      const secret = newSecret();
      const now = clock.now();
      const { idleMs, absoluteMs } = lifetimeOf(isRemembered);
      const row: SessionsTable = {
        id_hash: hashSecret(secret),
        account_id: accountId,
        way,
        is_remembered: isRemembered ? 1 : 0,
        user_agent: userAgent.slice(0, 300),
        created_at: isoAt(now),
        seen_at: isoAt(now),
        idle_at: isoAt(now + idleMs),
        ends_at: isoAt(now + absoluteMs),
      };
      await writeTransaction(db, async (trx) => {
        await trx.deleteFrom('sessions').where(isOverNow()).execute();
        await trx.insertInto('sessions').values(row).execute();
      });
      return secret;
    },

    list(accountId) {
      return db.read
        .selectFrom('sessions')
        .select(columnsOf.sessions)
        .where('account_id', '=', accountId)
        .where((eb) => eb.not(isOverNow()))
        .orderBy('seen_at', 'desc')
        .orderBy('id_hash')
        .execute();
    },

    async end(secret) {
      await writeTransaction(db, (trx) =>
        trx.deleteFrom('sessions').where('id_hash', '=', hashSecret(secret)).execute(),
      );
    },

    async endAll(accountId) {
      await writeTransaction(db, (trx) =>
        trx.deleteFrom('sessions').where('account_id', '=', accountId).execute(),
      );
    },
  };
}
