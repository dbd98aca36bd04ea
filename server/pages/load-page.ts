import type { DataStrategyFunction, DataStrategyMatch, StaticHandlerContext } from 'react-router';
import { pageNotFound, unexpectedError, type PageError } from '#shared/page-error.ts';
import { buildPath } from '#shared/paths.ts';
import type { PayloadBody } from '#shared/payloads.ts';
import type { LoaderRouteId, PageRouteId } from '#shared/routes.ts';
import type { FormProblem } from '#shared/accounts.ts';
import type { Reader } from '#server/db/reader.ts';
import type { Accounts } from '#server/features/accounts/accounts.ts';
import type { SignedIn } from '#server/features/accounts/viewers.ts';
import { loaders, SeeOther } from './loaders.ts';
import type { SiteRouter } from './site-router.tsx';

/** The data of a page is ready before anything of it is sent, so that its status is right. */
export type LoadedPage =
  | {
      kind: 'page';
      statusCode: number;
      context: StaticHandlerContext;
      data: PayloadBody['data'];
      error: PageError | null;
    }
  /** The address is another spelling of this path, which is without the base path and the query. */
  | { kind: 'redirect'; path: string }
  /** This visitor is to be somewhere else: at a site path without the base path. */
  | { kind: 'see-other'; path: string };

interface LoadOptions {
  /** The page's address with the base path, also for its payload. */
  url: URL;
  basePath: string;
  reader: Reader;
  accounts: Accounts;
  signedIn: SignedIn | null;
  requestId: string;
  /** Told of an exception, which the visitor does not see. */
  onError: (error: unknown) => void;
}

export async function loadPage({ handler }: SiteRouter, options: LoadOptions): Promise<LoadedPage> {
  const { url, basePath } = options;
  let redirectTo: string | null = null;
  const dataStrategy: DataStrategyFunction<unknown> = async ({ matches }) => {
    redirectTo = findOtherSpelling(matches, url, basePath);
    return redirectTo === null ? callLoaders(matches, options) : {};
  };
  const context = await handler.query(new Request(url), { dataStrategy });
  if (context instanceof Response) throw new Error('loaders answer with data, never with a response');

  const leaf = context.matches.at(-1);
  // A page without data calls no strategy.
  redirectTo ??= leaf ? findOtherSpelling(context.matches, url, basePath) : null;
  if (redirectTo !== null) return { kind: 'redirect', path: redirectTo };

  const seeOther = Object.values(context.loaderData).find((data) => data instanceof SeeOther);
  if (seeOther) return { kind: 'see-other', path: seeOther.path };

  const error =
    Object.values(context.errors ?? {}).find((value): value is PageError => value !== undefined) ?? null;
  const statusCode = error?.statusCode ?? 200;
  return { kind: 'page', statusCode, context: { ...context, statusCode }, data: context.loaderData, error };
}

/** The same page with an error in the place of its content, for an exception while rendering. */
export function withError(
  page: LoadedPage & { kind: 'page' },
  error: PageError,
): LoadedPage & { kind: 'page' } {
  const leaf = page.context.matches.at(-1)?.route.id ?? 'layout';
  const context = { ...page.context, errors: { [leaf]: error }, statusCode: error.statusCode };
  return { ...page, context, error, statusCode: error.statusCode };
}

/** The same page with what is wrong about the form on it. */
export function withFormProblem(
  page: LoadedPage & { kind: 'page' },
  problem: FormProblem,
  statusCode: number,
): LoadedPage & { kind: 'page' } {
  const leaf = page.context.matches.at(-1)?.route.id ?? 'layout';
  return { ...page, context: { ...page.context, actionData: { [leaf]: problem }, statusCode }, statusCode };
}

function findOtherSpelling(
  matches: readonly Pick<DataStrategyMatch, 'route' | 'params'>[],
  url: URL,
  basePath: string,
) {
  const leaf = matches.at(-1);
  if (!leaf || leaf.route.id === 'not-found') return null;
  const right = buildPath(leaf.route.id as PageRouteId, leaf.params);
  return url.pathname === basePath + right.slice(1) ? null : right;
}

async function callLoaders(matches: readonly DataStrategyMatch[], options: LoadOptions) {
  const { url, basePath, reader, accounts, signedIn, requestId, onError } = options;
  const args = {
    reader,
    accounts,
    signedIn,
    query: url.searchParams,
    params: normalised(matches.at(-1)?.params ?? {}),
  };
  const path = `/${url.pathname.slice(basePath.length)}${url.search}`;

  const results = await Promise.all(
    matches
      .filter((match) => match.route.loader)
      .map(async ({ route }) => {
        try {
          const data = await loaders[route.id as LoaderRouteId](args);
          if (data !== null) return [route.id, { type: 'data', result: data }] as const;
          return [route.id, { type: 'error', result: pageNotFound(path) }] as const;
        } catch (error) {
          onError(error);
          return [route.id, { type: 'error', result: unexpectedError(requestId) }] as const;
        }
      }),
  );
  return Object.fromEntries(results);
}

function normalised(params: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value?.normalize('NFC')]));
}
