import { paths } from '#shared/address/paths.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { fieldOf } from '#server/http/form/form-body.ts';
import type { Accounts } from '../accounts.ts';
import { setPassword } from '../account-queries.ts';
import { networkOf } from '../network.ts';
import { findPasswordProblem } from '../passwords/password-rules.ts';
import type { FormReplies } from './form-replies.ts';
import type { SignedInForm } from './signed-in-form.ts';

export function changePasswordForm(
  { db, passwords, audit, beginSession }: Accounts,
  { goTo, sendProblem, sendRefusal }: FormReplies,
): SignedInForm {
  const form = 'change-password';

  return async function changePassword({ account, session }, request, response) {
    const password = fieldOf(request, 'new-password');
    const problem = await findPasswordProblem(password);
    if (problem !== null) return sendProblem({ code: problem, form }, 422, request, response);
    const confirmed = await passwords.confirm(account, fieldOf(request, 'password'));
    if (confirmed.kind !== 'done')
      return sendRefusal(confirmed, { code: 'wrong-password', form }, request, response);
    const hashed = await passwords.hash(password);
    if (hashed.kind === 'busy') return sendRefusal(hashed, { code: 'busy', form }, request, response);
    await writeTransaction(db, (trx) => setPassword(trx, account.id, hashed.value));
    await audit('password-changed', { accountId: account.id, network: networkOf(request.ip) });
    await beginSession(request, response, {
      accountId: account.id,
      way: 'password',
      isRemembered: session.is_remembered === 1,
    });
    goTo(request, response, `${paths.account}?notice=password-changed`);
  };
}
