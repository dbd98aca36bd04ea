import type { StaffAccount, StaffEvent } from '#shared/editing/staff.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { findAccountById } from '../account-queries.ts';

const shownEvents = 20;

/** Finds an account with the details that an admin sees. */
export async function findStaffAccount(
  { read }: Database,
  id: string,
  now: string,
): Promise<StaffAccount | null> {
  const account = await findAccountById(read, id);
  if (account === null) return null;
  const { email, name, role } = account;
  const identity = await read
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', id)
    .executeTakeFirst();
  const { sessions } = await read
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('sessions'))
    .where('account_id', '=', id)
    .where('idle_at', '>', now)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  const link = await read
    .selectFrom('account_links')
    .select('ends_at')
    .where('account_id', '=', id)
    .where('used_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return {
    ...{ id, email, name, role },
    createdAt: account.created_at,
    disabledAt: account.disabled_at,
    hasPassword: account.password_hash !== null,
    hasGoogle: identity !== undefined,
    sessions: Number(sessions),
    linkEndsAt: link?.ends_at ?? null,
    events: await listEventsOf(read, id),
  };
}

/** Details of an event that an admin caused. */
export function byAdmin(accountId: string, detail?: string): string {
  return detail === undefined ? `by ${accountId}` : `${detail}, by ${accountId}`;
}

async function listEventsOf(read: Database['read'], id: string): Promise<StaffEvent[]> {
  const rows = await read
    .selectFrom('account_events')
    .select(['seq', 'at', 'event', 'address', 'detail'])
    .where('account_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(shownEvents)
    .execute();
  const parts = rows.map(({ detail }) => /^(?:(.*), )?by ([\w-]+)$/.exec(detail ?? ''));
  const ids = parts.flatMap((part) => part?.[2] ?? []);
  const names = new Map(
    (ids.length === 0
      ? []
      : await read.selectFrom('accounts').select(['id', 'name']).where('id', 'in', ids).execute()
    ).map((account) => [account.id, account.name]),
  );
  return rows.map(({ seq, at, event, address, detail }, index) => {
    const part = parts[index];
    const by = part?.[2] === undefined ? null : { name: names.get(part[2]) ?? null };
    // PostgreSQL gives a text.
    return { seq: Number(seq), at, event, network: address, detail: part ? (part[1] ?? null) : detail, by };
  });
}
