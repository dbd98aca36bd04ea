import { paths } from '#shared/address/paths.ts';
import type { Accounts } from '../accounts.ts';
import { networkOf } from '../network.ts';
import type { FormReplies } from './form-replies.ts';
import type { SignedInForm } from './signed-in-form.ts';

export function signOutForm(
  { sessions, sessionCookie, audit }: Accounts,
  { goTo }: FormReplies,
): SignedInForm {
  return async function signOut({ account }, request, response) {
    await sessions.end(sessionCookie.read(request) ?? '');
    sessionCookie.leave(response);
    await audit('signed-out', { accountId: account.id, network: networkOf(request.ip) });
    goTo(request, response, paths.home);
  };
}

export function signOutEverywhereForm(
  { sessions, sessionCookie, audit }: Accounts,
  { goTo }: FormReplies,
): SignedInForm {
  return async function signOutEverywhere({ account }, request, response) {
    await sessions.endAll(account.id);
    sessionCookie.leave(response);
    await audit('signed-out-everywhere', { accountId: account.id, network: networkOf(request.ip) });
    goTo(request, response, `${paths.login}?notice=signed-out-everywhere`);
  };
}
