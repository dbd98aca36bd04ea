import { sql, type RawBuilder } from 'kysely';
import type { AccountFilter, AccountPage, ListedAccount } from '#shared/editing/staff.ts';
import type { Database } from '#server/db/open-database.ts';

/** As many as a page of the list shows. */
const pageSize = 50;
/** Stands after every address: where a page ends when the account that it ended before is gone. */
const lastAddress = '\u{10ffff}';

/** One page of the accounts in the order of their addresses. What is searched for stands anywhere in address or name. */
export async function searchAccounts({ read }: Database, filter: AccountFilter): Promise<AccountPage> {
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
  // Found in an index that holds all that is looked at: of 100,000 accounts the rows of one page are read.
  const { rows } = await sql<ListedAccount>`
    select account.id, email, name, role, disabled_at as "disabledAt",
      case when password_hash is null
        and not exists (select 1 from identities where account_id = account.id) then 1 else 0 end as "isWaiting"
    from accounts as account
    join (select id from accounts where ${sql.join(conditions, sql` and `)}
      order by email ${sql.raw(isBackwards ? 'desc' : 'asc')} limit ${pageSize + 1}) as found
      on found.id = account.id
    order by email ${sql.raw(isBackwards ? 'desc' : 'asc')}`.execute(read);
  return pageOf(rows, { isBackwards, isFirst: start === null });
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

function pageOf(
  rows: readonly ListedAccount[],
  { isBackwards, isFirst }: { isBackwards: boolean; isFirst: boolean },
): AccountPage {
  const hasMore = rows.length > pageSize;
  const onPage = rows.slice(0, pageSize);
  const accounts = isBackwards ? onPage.toReversed() : onPage;
  return {
    accounts,
    hasPrevious: isBackwards ? hasMore : !isFirst,
    hasNext: isBackwards || hasMore,
  };
}
