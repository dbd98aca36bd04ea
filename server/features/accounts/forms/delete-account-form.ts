import { paths } from '#shared/address/paths.ts';
import { fieldOf } from '#server/http/form/form-body.ts';
import type { Accounts } from '../accounts.ts';
import { normaliseEmail } from '../account-email.ts';
import { changeAccounts, deleteAccount } from '../staff/change-account.ts';
import { networkOf } from '../network.ts';
import type { FormReplies } from './form-replies.ts';
import type { SignedInForm } from './signed-in-form.ts';

/**
 * Deletes the visitor's own account. An account without a password is confirmed by typing the address instead: a click
 * in a session left open must not do it. The last admin who can sign in stays.
 */
export function deleteAccountForm(
  { db, passwords, sessionCookie, audit }: Accounts,
  { goTo, sendProblem, sendRefusal }: FormReplies,
): SignedInForm {
  const form = 'delete';

  return async function deleteOwnAccount({ account }, request, response) {
    if (account.password_hash === null) {
      if (normaliseEmail(fieldOf(request, 'email')) !== account.email)
        return sendProblem({ code: 'wrong-email', form }, 422, request, response);
    } else {
      const confirmed = await passwords.confirm(account, fieldOf(request, 'password'));
      if (confirmed.kind !== 'done')
        return sendRefusal(confirmed, { code: 'wrong-password-to-delete', form }, request, response);
    }
    if ((await changeAccounts(db, (trx) => deleteAccount(trx, account.id))) === 'last-admin')
      return sendProblem({ code: 'last-admin', form }, 409, request, response);
    sessionCookie.leave(response);
    await audit('account-deleted', { accountId: account.id, network: networkOf(request.ip) });
    goTo(request, response, `${paths.login}?notice=account-deleted`);
  };
}
