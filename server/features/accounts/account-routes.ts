import { Router, type Request, type Response } from 'express';
import { parseSavedItem, type FormProblem } from '#shared/accounts.ts';
import { paths } from '#shared/paths.ts';
import { fieldOf, formBody } from '#server/http/form-body.ts';
import { sendSeeOther, type SendFormProblem } from '#server/http/form-answer.ts';
import type { Accounts } from './accounts.ts';
import { readNext } from './account-pages.ts';
import { deleteAccount, setPassword } from './account-queries.ts';
import { normaliseEmail } from './account-email.ts';
import { networkOf } from './network.ts';
import { findPasswordProblem } from './passwords/password-rules.ts';
import { busy, type PasswordResult } from './passwords/password-sign-in.ts';
import { removeSavedItem, saveItem } from './saved-items.ts';
import type { SignedIn } from './sessions/viewers.ts';

/** What the forms of the account's pages do. Each ends on a page: the next one, or its own with what is wrong. */
export function accountRoutes(accounts: Accounts, sendProblem: SendFormProblem): Router {
  const { db, clock, site, audit, sessions, viewers, passwords, sessionCookie, deviceCookie } = accounts;
  const router = Router({ caseSensitive: true });
  const goTo = (request: Request, response: Response, path: string) =>
    sendSeeOther(request, response, site.basePath, path);

  router.post(paths.login, formBody(), async (request, response) => {
    const email = fieldOf(request, 'email');
    const next = readNext(fieldOf(request, 'next'), site);
    const result = await passwords.check({
      email,
      password: fieldOf(request, 'password'),
      network: networkOf(request.ip),
      deviceSecret: deviceCookie.read(request),
    });
    if (result.kind !== 'done') {
      const typed = { email: withoutInvisible(email).slice(0, 254), ...(next !== null && { next }) };
      return refuse(result, { code: 'wrong-sign-in', ...typed }, request, response);
    }
    await accounts.beginSession(request, response, {
      accountId: result.value.id,
      way: 'password',
      isRemembered: fieldOf(request, 'remember') === 'on',
    });
    goTo(request, response, next ?? paths.account);
  });

  router.post(paths.account, formBody(), async (request, response) => {
    const signedIn = await viewers.find(request, response);
    if (signedIn === null) return goTo(request, response, paths.loginFor(paths.account));
    const action = fieldOf(request, 'do');
    switch (action) {
      case 'sign-out':
        return signOut(signedIn, request, response);
      case 'sign-out-everywhere':
        return signOutEverywhere(signedIn, request, response);
      case 'change-password':
        return changePassword(signedIn, request, response);
      case 'delete':
        return deleteOwnAccount(signedIn, request, response);
      default:
        return sendProblem({ code: 'invalid' }, 422, request, response);
    }
  });

  router.post(paths.saved, formBody(), async (request, response) => {
    const back = readNext(fieldOf(request, 'back'), site) ?? paths.saved;
    const signedIn = await viewers.find(request, response);
    if (signedIn === null) return goTo(request, response, paths.loginFor(back));
    const saved = parseSavedItem(fieldOf(request, 'save'));
    const removed = parseSavedItem(fieldOf(request, 'remove'));
    const { id } = signedIn.account;
    if (removed !== null) await removeSavedItem(db, id, removed);
    else if (saved === null) return sendProblem({ code: 'invalid' }, 422, request, response);
    else if (!(await saveItem(db, id, saved, new Date(clock.now()).toISOString())))
      return sendProblem({ code: 'too-many-saved' }, 409, request, response);
    goTo(request, response, back);
  });

  // Pages answer what is read of these addresses; other methods are refused further on.
  router.all([paths.login, paths.account, paths.saved], (request, response, next) => {
    if (!['GET', 'HEAD'].includes(request.method)) response.set('Allow', 'GET, HEAD, POST');
    next();
  });

  async function signOut({ account }: SignedIn, request: Request, response: Response): Promise<void> {
    await sessions.end(sessionCookie.read(request) ?? '');
    sessionCookie.clear(response);
    await audit('signed-out', { accountId: account.id, network: networkOf(request.ip) });
    goTo(request, response, paths.home);
  }

  async function signOutEverywhere(
    { account }: SignedIn,
    request: Request,
    response: Response,
  ): Promise<void> {
    await sessions.endAll(account.id);
    sessionCookie.clear(response);
    await audit('signed-out-everywhere', { accountId: account.id, network: networkOf(request.ip) });
    goTo(request, response, `${paths.login}?notice=signed-out-everywhere`);
  }

  async function changePassword(
    { account, session }: SignedIn,
    request: Request,
    response: Response,
  ): Promise<void> {
    const form = 'change-password';
    const password = fieldOf(request, 'new-password');
    const problem = await findPasswordProblem(password);
    if (problem !== null) return sendProblem({ code: problem, form }, 422, request, response);
    const confirmed = await passwords.confirm(account, fieldOf(request, 'password'));
    if (confirmed.kind !== 'done')
      return refuse(confirmed, { code: 'wrong-password', form }, request, response);
    const hash = await passwords.hash(password);
    if (hash === null) return refuse(busy, { code: 'busy', form }, request, response);
    await setPassword(db, account.id, hash);
    await audit('password-changed', { accountId: account.id, network: networkOf(request.ip) });
    await accounts.beginSession(request, response, {
      accountId: account.id,
      way: 'password',
      isRemembered: session.is_remembered === 1,
    });
    goTo(request, response, `${paths.account}?notice=password-changed`);
  }

  /** Whoever has no password types the address instead: a click in a session left open must not do it. */
  async function deleteOwnAccount(
    { account }: SignedIn,
    request: Request,
    response: Response,
  ): Promise<void> {
    const form = 'delete';
    if (account.password_hash === null) {
      if (normaliseEmail(fieldOf(request, 'email')) !== account.email)
        return sendProblem({ code: 'wrong-email', form }, 422, request, response);
    } else {
      const confirmed = await passwords.confirm(account, fieldOf(request, 'password'));
      if (confirmed.kind !== 'done')
        return refuse(confirmed, { code: 'wrong-password-to-delete', form }, request, response);
    }
    await deleteAccount(db, account.id);
    sessionCookie.clear(response);
    await audit('account-deleted', { accountId: account.id, network: networkOf(request.ip) });
    goTo(request, response, `${paths.login}?notice=account-deleted`);
  }

  function refuse(
    result: Exclude<PasswordResult<unknown>, { kind: 'done' }>,
    problem: FormProblem,
    request: Request,
    response: Response,
  ): Promise<void> {
    if (result.kind === 'wrong') return sendProblem(problem, 422, request, response);
    const { kind, retryAfterMs } = result;
    response.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
    const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000));
    return sendProblem({ ...problem, code: kind, minutes }, kind === 'busy' ? 503 : 429, request, response);
  }

  return router;
}

/** As it is shown again: a sign that turns the text around it, pasted with an address, tells nobody what is wrong. */
function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '');
}
