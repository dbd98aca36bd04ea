import type { Transaction } from 'kysely';
import type { StaffForm, StaffProblem } from '#shared/editing/staff.ts';
import type { Schema } from '#server/db/schema.ts';
import { normaliseEmail } from '#server/features/accounts/account-email.ts';
import { makeLink, type NewLink } from '#server/features/accounts/staff/account-links.ts';
import { readName } from '#server/features/accounts/account-name.ts';
import {
  findAccountByEmail,
  findAccountById,
  insertAccount,
  type Account,
} from '#server/features/accounts/account-queries.ts';
import type { Accounts } from '#server/features/accounts/accounts.ts';
import { changeAccounts } from '#server/features/accounts/staff/change-account.ts';
import { networkOf } from '#server/features/accounts/network.ts';
import { byAdmin } from '#server/features/accounts/staff/staff-account.ts';
import { mayStillDo } from '#server/features/editing/entries/change-entry.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { accountSteps, roleOf, type StepResult } from './account-steps.ts';
import { findUnconfirmed } from './confirm-admin.ts';
import type { EditRequest } from '../edit-request.ts';

export interface AdminForm {
  edit: EditRequest;
  /** Sender of the form. */
  admin: Account;
  form: SentForm;
}

export type Managed =
  | { kind: 'done'; account: Account; link?: NewLink }
  | { kind: 'problem'; statusCode: number; problem: Omit<StaffProblem, 'form'> }
  | { kind: 'forbidden' }
  | { kind: 'missing' };

/** Makes an account without a password, and the link by which its holder sets one. */
export async function createAccount(accounts: Accounts, { edit, admin, form }: AdminForm): Promise<Managed> {
  const { db, clock, audit } = accounts;
  const email = normaliseEmail(valueOf(form, 'email'));
  if (email === null) return problem('wrong-email');
  const read = readName(valueOf(form, 'name'));
  if ('problem' in read) return problem(read.problem);
  const role = roleOf(form);
  if (role === null) return problem('wrong-role');
  if ((await findAccountByEmail(db, email)) !== null) return problem('taken');
  const { response } = edit;
  const unconfirmed = await findUnconfirmed(accounts, { admin, email, form, response });
  if (unconfirmed !== null) return { kind: 'problem', ...unconfirmed };

  const { name } = read;
  const createdAt = clock.nowIso();
  const made = await asAdmin(accounts, edit, async (trx): Promise<Managed> => {
    const account = await insertAccount(trx, { email, name, role, passwordHash: null, createdAt });
    if (account === null) return problem('taken');
    const link = await makeLink(trx, { accountId: account.id, madeBy: admin.id, now: clock.now() });
    return { kind: 'done', account, link };
  });
  if (made?.kind === 'done') {
    const facts = { accountId: made.account.id, network: networkOf(edit.request.ip) };
    await audit('account-created', { ...facts, detail: byAdmin(admin.id, role) });
    await audit('link-made', { ...facts, detail: byAdmin(admin.id) });
  }
  return made ?? { kind: 'forbidden' };
}

/** Makes the change of a form on the page of an account. */
export async function manageAccount(
  accounts: Accounts,
  step: StaffForm,
  id: string,
  { edit, admin, form }: AdminForm,
): Promise<Managed> {
  const { db, clock, audit } = accounts;
  const { isConfirmed, findProblem, run } = accountSteps[step];
  const before = await findAccountById(db.read, id);
  if (before === null) return { kind: 'missing' };
  const wrong = findProblem(form);
  if (wrong !== null) return problem(wrong);
  const { response } = edit;
  const { email } = before;
  const unconfirmed = isConfirmed ? await findUnconfirmed(accounts, { admin, email, form, response }) : null;
  if (unconfirmed !== null) return { kind: 'problem', ...unconfirmed };

  const [now, nowIso] = [clock.now(), clock.nowIso()];
  const changed = await asAdmin(accounts, edit, async (trx) => {
    const account = await findAccountById(trx, id);
    if (account === null) return null;
    return { account, result: await run(trx, { account, form, by: admin.id, now, nowIso }) };
  });
  if (changed === undefined) return { kind: 'forbidden' };
  if (changed === null) return { kind: 'missing' };
  const { account, result } = changed;
  if (result.kind === 'done' && result.event !== null) {
    const network = networkOf(edit.request.ip);
    const detail = byAdmin(admin.id, result.detail);
    await audit(result.event, { accountId: id, network, detail });
  }
  return managedOf(account, result);
}

function managedOf(account: Account, result: StepResult): Managed {
  if (result.kind === 'problem') return problem(result.code);
  return { kind: 'done', account, ...(result.link && { link: result.link }) };
}

function problem(code: StaffProblem['code']): Managed {
  return { kind: 'problem', statusCode: isOvertaken(code) ? 409 : 422, problem: { code } };
}

/** Whether the form is right, and the state of the account forbids the change. */
function isOvertaken(code: StaffProblem['code']): boolean {
  return code === 'last-admin' || code === 'is-disabled';
}

/** Checked in the transaction of the change: a role that was lost since the page was opened is lost. Then undefined. */
function asAdmin<T>(
  { db }: Accounts,
  { editor }: EditRequest,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T | undefined> {
  return changeAccounts(db, async (trx) => {
    const isAdmin = await mayStillDo(trx, db, { editor, action: 'manage-accounts' });
    return isAdmin ? work(trx) : undefined;
  });
}
