import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Role } from '#shared/accounts.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { AccountsTable } from '#server/db/tables/account-tables.ts';
import type { Schema } from '#server/db/schema.ts';

export type Account = Selectable<AccountsTable>;

export interface NewAccount {
  /** The address in the spelling of `normaliseEmail`. */
  email: string;
  name: string;
  role: Role;
  passwordHash: string | null;
  createdAt: string;
}

export async function findAccountByEmail(db: Database, email: string): Promise<Account | null> {
  const row = await db.read
    .selectFrom('accounts')
    .select(columnsOf.accounts)
    .where('email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

export async function findAccountById(db: Kysely<Schema>, id: string): Promise<Account | null> {
  const row = await db
    .selectFrom('accounts')
    .select(columnsOf.accounts)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Lists every account by its address. */
export async function listAccounts(db: Database): Promise<Account[]> {
  return db.read.selectFrom('accounts').select(columnsOf.accounts).orderBy('email').execute();
}

/** Resolves to null when the address has an account already. */
export async function insertAccount(
  trx: Transaction<Schema>,
  { email, name, role, passwordHash, createdAt }: NewAccount,
): Promise<Account | null> {
  const row = await trx
    .insertInto('accounts')
    .values({
      id: randomUUID(),
      email,
      name,
      role,
      password_hash: passwordHash,
      disabled_at: null,
      created_at: createdAt,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning(columnsOf.accounts)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends every session and forgets every browser: a person with the old password is out. */
export async function setPassword(
  trx: Transaction<Schema>,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute();
  await shutOut(trx, accountId);
}

/** Ends every session, every browser's trust and every link that was not used: who comes again begins anew. */
export async function shutOut(trx: Transaction<Schema>, accountId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('known_devices').where('account_id', '=', accountId).execute();
  await trx
    .deleteFrom('account_links')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}

/** Stores a hash from which the password is harder to guess, unless the password was changed meanwhile. */
export async function replaceHash(db: Database, account: Account, passwordHash: string): Promise<void> {
  await writeTransaction(db, (trx) =>
    trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .execute(),
  );
}
