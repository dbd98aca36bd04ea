import { Router, type Request, type Response } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { EditDocument } from '#client/edit/edit-document.tsx';
import {
  PasswordLinkPage,
  type PasswordLinkPageProps,
} from '#client/edit/pages/staff/password-link-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { LinkProblemCode } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import { secondMs } from '#server/base/durations.ts';
import {
  findLink,
  spendLink,
  type LinkState,
  type OpenLink,
} from '#server/features/accounts/staff/account-links.ts';
import { networkOf } from '#server/features/accounts/network.ts';
import { findPasswordProblem } from '#server/features/accounts/passwords/password-rules.ts';
import { byAdmin } from '#server/features/accounts/staff/staff-account.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { readSiteSettings } from '#server/features/site/site-queries.ts';
import { createReader } from '#server/freshness/reader.ts';
import { colorModeOf } from '#server/http/request/color-mode.ts';
import { fieldOf, formBody } from '#server/http/form/form-body.ts';
import { isReadMethod } from '#server/http/request/read-method.ts';
import type { Services } from '#server/services.ts';

interface LinkAnswer {
  statusCode: number;
  link: OpenLink | null;
  problem: LinkProblemCode | null;
}

/**
 * Page behind the link that an admin made: a form that sets the password. Reading it uses nothing up, so that programs
 * may follow the links in messages.
 */
export function accountLinkRoutes(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const { accounts, config } = services;
  const { db, clock, passwords, audit, beginSession } = accounts;
  const rules = () => ({
    now: clock.nowIso(),
    mayMakeLinks: (role: OpenLink['role']) => mayDo(role, 'manage-accounts'),
  });
  const send = (answer: LinkAnswer, request: Request, response: Response) =>
    sendLinkPage(answer, { request, response }, services);
  const find = (request: Request) => findLink(db.read, tokenOf(request), rules());
  const path = editPaths.accountLink(':token');

  router.get(path, async (request, response) => {
    await send(answerOf(await find(request)), request, response);
  });

  // No guess is counted: there are 2^256 secrets, a wrong one costs one look into an index, and no password is hashed
  // before the link is known to be right.
  router.post(path, formBody(), async (request, response) => {
    const link = await find(request);
    if (link.kind !== 'open') return send(answerOf(link), request, response);
    const password = fieldOf(request, 'new-password');
    const problem = await findPasswordProblem(password);
    if (problem !== null) return send({ statusCode: 422, link, problem }, request, response);
    const hashed = await passwords.hash(password);
    if (hashed.kind === 'busy') {
      response.set('Retry-After', String(Math.ceil(hashed.retryAfterMs / secondMs)));
      return send({ statusCode: 503, link, problem: 'busy' }, request, response);
    }
    const spent = await spendLink(db, { secret: tokenOf(request), passwordHash: hashed.value }, rules());
    if (spent.kind !== 'open') return send(answerOf(spent), request, response);
    const { accountId, madeBy, role } = spent;
    await audit('link-used', { accountId, network: networkOf(request.ip), detail: byAdmin(madeBy) });
    await beginSession(request, response, { accountId, way: 'password', isRemembered: false });
    const next = mayDo(role, 'see') ? editPaths.home : `${paths.account}?notice=password-changed`;
    response.set(linkHeaders).redirect(303, withBase(config.basePath, next));
  });

  router.all(path, (request, response, next) => {
    if (!isReadMethod(request)) response.set('Allow', 'GET, HEAD, POST');
    next();
  });

  return router;
}

function tokenOf(request: Request): string {
  return String(request.params['token']);
}

function answerOf(link: LinkState): LinkAnswer {
  if (link.kind === 'open') return { statusCode: 200, link, problem: null };
  return { statusCode: link.kind === 'unknown' ? 404 : 410, link: null, problem: link.kind };
}

const linkHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
  // The address holds a secret, so no other site and no log of files learns more than the site's name. With
  // `no-referrer` browsers would send the form with `Origin: null`, which over plain http is a stranger's.
  'Referrer-Policy': 'strict-origin',
};

async function sendLinkPage(
  { statusCode, link, problem }: LinkAnswer,
  { request, response }: { request: Request; response: Response },
  { config, assets, db, clock, queryCache }: Services,
): Promise<void> {
  const { basePath } = config;
  const reader = createReader({ db: db.read, now: clock.nowIso(), basePath, queryCache });
  const { name: siteName } = await readSiteSettings(reader);
  const href = (file: string) => withBase(basePath, `/${file}`);
  const { title, overTitle } = staffTexts.linkPage;
  const shownTitle = link === null ? overTitle : title;
  const props: PasswordLinkPageProps = {
    ...{ siteName, link, problem },
    home: withBase(basePath, paths.home),
    login: withBase(basePath, paths.login),
  };
  const html = renderToStaticMarkup(
    <EditDocument
      title={staffTexts.siteTitle(
        link !== null && problem !== null ? staffTexts.errorTitle(title) : shownTitle,
        siteName,
      )}
      colorMode={colorModeOf(request)}
      styles={assets.editStyles.map(href)}
      favicon={href(assets.favicon)}
    >
      <PasswordLinkPage {...props} />
    </EditDocument>,
  );
  response.status(statusCode).set(linkHeaders).type('html').send(`<!DOCTYPE html>${html}`);
}
