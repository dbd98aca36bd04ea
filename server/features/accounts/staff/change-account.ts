import { sql, type Transaction } from 'kysely';
import type { Role } from '#shared/accounts.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { shutOut } from '../account-queries.ts';

/** `last-admin`: refused, since nobody could manage the site any longer. */
export type AccountChange = 'done' | 'last-admin';

/**
 * A transaction that takes something from accounts. They come one after the other, so that what one finds out about
 * the admins holds until its end: of two admins who demote each other at once, one is no admin when it is his turn.
 */
export function changeAccounts<T>(db: Database, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return writeTransaction(db, async (trx) => {
    // On SQLite the transaction itself is the turn.
    if (db.engine === 'postgres')
      await sql`select id from accounts where role = 'admin' order by id for no key update`.execute(trx);
    return work(trx);
  });
}

export async function setRole(
  trx: Transaction<Schema>,
  accountId: string,
  role: Role,
): Promise<AccountChange> {
  if (role !== 'admin' && (await isLastAdmin(trx, accountId))) return 'last-admin';
  await trx.updateTable('accounts').set({ role }).where('id', '=', accountId).execute();
  return 'done';
}

/** Disables the account, or enables it again when `disabledAt` is null. */
export async function setDisabled(
  trx: Transaction<Schema>,
  accountId: string,
  disabledAt: string | null,
): Promise<AccountChange> {
  if (disabledAt !== null && (await isLastAdmin(trx, accountId))) return 'last-admin';
  await trx.updateTable('accounts').set({ disabled_at: disabledAt }).where('id', '=', accountId).execute();
  if (disabledAt !== null) await shutOut(trx, accountId);
  return 'done';
}

/** Removes the account and what belongs to it. Its events stay, without a name. */
export async function deleteAccount(trx: Transaction<Schema>, accountId: string): Promise<AccountChange> {
  if (await isLastAdmin(trx, accountId)) return 'last-admin';
  await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
  return 'done';
}

/** Whether it is an admin's that is not disabled, and no other such admin has ever had a way to sign in. */
async function isLastAdmin(trx: Transaction<Schema>, accountId: string): Promise<boolean> {
  const admins = trx.selectFrom('accounts').where('role', '=', 'admin').where('disabled_at', 'is', null);
  const own = await admins.select('id').where('id', '=', accountId).executeTakeFirst();
  if (own === undefined) return false;
  const other = await admins
    .select('id')
    .where('id', '<>', accountId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('password_hash', 'is not', null),
        exists(
          selectFrom('identities').select('subject').whereRef('identities.account_id', '=', 'accounts.id'),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
