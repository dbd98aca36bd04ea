import { sql, type SqlBool, type Transaction } from 'kysely';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { isDated } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';

/** The account that may see what is coming of its own. */
export interface HiddenFrom {
  accountId: string;
  /** The present moment, in ISO 8601. */
  now: string;
}

/** Hides what others have published for a time until this moment: in a transaction that is taken back. */
export async function hideComing(
  trx: Transaction<Schema>,
  { accountId, now }: HiddenFrom,
  at: string,
): Promise<void> {
  for (const kind of kindNames.filter(isDated)) {
    const isOwn = sql<SqlBool>`exists (select 1 from entries where entries.kind = ${kind}
      and entries.id = ${sql.ref(`${kind}.id`)} and entries.deleted_at is null
      and entries.made_by = ${accountId})`;
    await anyTable(trx)
      .updateTable(kind)
      .set({ status: 'draft' })
      .where('status', '=', 'published')
      .where('published_at', '>', now)
      .where('published_at', '<=', at)
      .where(sql<SqlBool>`not ${isOwn}`)
      .execute();
  }
}
