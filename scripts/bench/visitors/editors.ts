import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { insertAccount } from '#server/features/accounts/account-queries.ts';
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts';
import { createEditorClient, type EditorClient } from './editor-client.ts';
import { addressOf, signIn } from './sign-in.ts';

const password = 'the right password of the bench';

const emailOf = (n: number) => `editor${n}@example.com`;

export async function makeEditors(db: Database, count: number): Promise<void> {
  const passwordHash = await hashPassword(password);
  for (let n = 0; n < count; n += 1) {
    const account = { email: emailOf(n), name: `編輯 ${n}`, role: 'editor' as const, passwordHash };
    await writeTransaction(db, (trx) =>
      insertAccount(trx, { ...account, createdAt: new Date().toISOString() }),
    );
  }
}

/** Resolves to the cookies. */
export async function signInAs(origin: string, n: number): Promise<string> {
  const { cookie, status } = await signIn(origin, { email: emailOf(n), password, address: addressOf(n) });
  if (status !== 200) throw new Error(`signing in answered ${status}`);
  return cookie;
}

export async function openEditor({ origin }: { origin: string }, n = 0): Promise<EditorClient> {
  return createEditorClient(origin, await signInAs(origin, n));
}
