import { sql, type RawBuilder } from 'kysely';
import type { AccountFilter, AccountPage, ListedAccount } from '#shared/editing/staff.ts';
import type { Database } from '#server/db/open/open-database.ts';

/** Number of accounts on a page of the list. */
const pageSize = 50;
/** Stands after every address: where a page ends when the account that it ended before is gone. */
const lastAddress = '\u{10ffff}';

/** Returns a page of accounts in the order of their addresses. The search matches any part of an address or name. */
export async function searchAccounts({ read }: Database, filter: AccountFilter): Promise<AccountPage> {
  const isBackwards = filter.before !== null;
  const foundIds = await findIds(read, filter);
  const hasMore = foundIds.length > pageSize;
  const ids = foundIds.slice(0, pageSize);
  return {
    accounts: await readAccounts(read, isBackwards ? ids.toReversed() : ids),
    hasPrevious: isBackwards ? hasMore : filter.after !== null,
    hasNext: isBackwards || hasMore,
  };
}

/**
 * Reads from an index that holds all columns of the search, and one more than a page has. The rows are read afterwards:
 * in a join, SQLite would go through all of them to sort.
 */
async function findIds(read: Database['read'], filter: AccountFilter): Promise<string[]> {
  const { before, after } = filter;
  const isBackwards = before !== null;
  const start = before ?? after;
  const conditions = [
    ...conditionsOf(filter),
    ...(start === null
      ? []
      : [
          sql`email ${sql.raw(isBackwards ? '<' : '>')}
            coalesce((select other.email from accounts as other where other.id = ${start}), ${isBackwards ? lastAddress : ''})`,
        ]),
    sql`true`,
  ];
  const { rows } = await sql<{ id: string }>`
    select id from accounts where ${sql.join(conditions, sql` and `)}
    order by email ${sql.raw(isBackwards ? 'desc' : 'asc')} limit ${pageSize + 1}`.execute(read);
  return rows.map(({ id }) => id);
}

function conditionsOf({ q, role, state }: AccountFilter): RawBuilder<unknown>[] {
  const part = `%${q.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return [
    ...(q === '' ? [] : [sql`(email like ${part} escape '\\' or lower(name) like ${part} escape '\\')`]),
    ...(role === null ? [] : [sql`role = ${role}`]),
    ...(state === null
      ? []
      : [sql`disabled_at ${sql.raw(state === 'disabled' ? 'is not null' : 'is null')}`]),
  ];
}

/** Returns the accounts in the order of the ids. */
async function readAccounts(read: Database['read'], ids: readonly string[]): Promise<ListedAccount[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'role', 'disabled_at', 'password_hash'])
    .where('id', 'in', ids)
    .execute();
  const linked = await read
    .selectFrom('identities')
    .select('account_id')
    .where('account_id', 'in', ids)
    .execute();
  const withGoogle = new Set(linked.map(({ account_id }) => account_id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { email, name, role, disabled_at: disabledAt, password_hash } = row;
    return [{ id, email, name, role, disabledAt, isWaiting: password_hash === null && !withGoogle.has(id) }];
  });
}
