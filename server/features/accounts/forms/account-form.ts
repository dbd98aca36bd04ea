import type { RequestHandler } from 'express';
import type { AccountForm } from '#shared/accounts.ts';
import { paths } from '#shared/address/paths.ts';
import { fieldOf } from '#server/http/form/form-body.ts';
import type { Accounts } from '../accounts.ts';
import { changePasswordForm } from './change-password-form.ts';
import { deleteAccountForm } from './delete-account-form.ts';
import type { FormReplies } from './form-replies.ts';
import { signOutEverywhereForm, signOutForm } from './sign-out-forms.ts';
import type { SignedInForm } from './signed-in-form.ts';

/** Forms of the account's page, which share its address: `do` has the name of the one that was sent. */
export function accountForm(accounts: Accounts, replies: FormReplies): RequestHandler {
  const forms: Record<AccountForm, SignedInForm> = {
    'sign-out': signOutForm(accounts, replies),
    'sign-out-everywhere': signOutEverywhereForm(accounts, replies),
    'change-password': changePasswordForm(accounts, replies),
    delete: deleteAccountForm(accounts, replies),
  };

  return async function handleAccountForm(request, response) {
    const signedIn = await accounts.viewers.find(request, response);
    if (signedIn === null) return replies.goTo(request, response, paths.loginFor(paths.account));
    const action = fieldOf(request, 'do');
    if (!isAccountForm(action)) return replies.sendProblem({ code: 'invalid' }, 422, request, response);
    return forms[action](signedIn, request, response);
  };

  function isAccountForm(action: string): action is AccountForm {
    return Object.hasOwn(forms, action);
  }
}
