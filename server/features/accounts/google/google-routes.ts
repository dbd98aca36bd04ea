import { Router, type Response } from 'express';
import { startPageOf } from '#shared/accounts.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import type { AccountNotice, LoginNotice } from '#shared/payload/account-payloads.ts';
import { isFromHere } from '#server/http/request/same-origin.ts';
import { requestLogOf } from '#server/http/request/request-log.ts';
import type { Accounts } from '../accounts.ts';
import { networkOf } from '../network.ts';
import { readNext } from '../next-path.ts';

/** Routes to the provider and back. Any failure there ends on the login page, with a message. */
export function googleRoutes(accounts: Accounts): Router {
  const router = Router({ caseSensitive: true });
  const { google, site, flowCookie } = accounts;
  if (google === null) return router;

  const goTo = (response: Response, path: string) => {
    response.set('Cache-Control', 'no-store').redirect(303, withBase(site.basePath, path));
  };
  const explain = (response: Response, notice: LoginNotice, next: string | null) => {
    const query = new URLSearchParams({ notice, ...(next !== null && { next }) });
    goTo(response, `${paths.login}?${query}`);
  };
  const explainOnAccount = (response: Response, notice: AccountNotice) =>
    goTo(response, `${paths.account}?notice=${notice}`);

  router.get(paths.google, async (request, response) => {
    const next = readNext(request.query['next'], site);
    // A link on another site must not sign its visitors in, with whatever account.
    if (!isFromHere(request)) return goTo(response, next === null ? paths.login : paths.loginFor(next));
    try {
      const { url, flow } = await google.provider.begin();
      flowCookie.set(response, { ...flow, next });
      response.set('Cache-Control', 'no-store').redirect(303, url.href);
    } catch (error) {
      requestLogOf(response).warn({ reason: reasonOf(error) }, 'the sign-in provider cannot be asked');
      explain(response, 'google-unreachable', next);
    }
  });

  router.get(paths.googleCallback, async (request, response) => {
    const flow = flowCookie.consume(request, response);
    if (flow === null) return explain(response, 'google-failed', null);
    const query = new URL(`http://site${request.originalUrl}`).searchParams;
    const identified = await google.provider.finish(query, flow).catch((error: unknown) => {
      requestLogOf(response).warn({ reason: reasonOf(error) }, 'a sign-in with the provider failed');
      return null;
    });
    if (identified === null) return explain(response, 'google-failed', flow.next);
    if (identified.kind === 'cancelled') return explain(response, 'google-cancelled', flow.next);

    const session = await accounts.viewers.find(request, response);
    const result = await google.findAccount(identified.claims, networkOf(request.ip), session);
    switch (result.kind) {
      case 'refused':
        return explain(response, result.notice, flow.next);
      case 'other-email':
        return explainOnAccount(response, 'google-other-email');
      case 'linked':
        return explainOnAccount(response, 'google-linked');
      case 'account':
        await accounts.beginSession(request, response, {
          accountId: result.account.id,
          way: 'google',
          // A single click signs in again anyway.
          isRemembered: true,
        });
        return goTo(response, flow.next ?? startPageOf(result.account.role));
    }
  });

  return router;
}

/** Describes an error in the library's own words, which quote nothing; its causes hold answers with tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message;
}
