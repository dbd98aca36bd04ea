import type { StaticHandlerContext } from 'react-router';
import { toScriptJson } from '#shared/payload/json-script.ts';
import { leaveOutHtml, leaveOutServerFields, type PageData } from '#shared/payload/page-data.ts';
import { pageGone, pageNotFound, unavailable, type PageError } from '#shared/payload/page-error.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { layoutRoute, type LoaderRouteId } from '#shared/address/routes.ts';
import type { FormProblem } from '#shared/accounts.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { OldAddress } from '#server/features/editing/site/old-addresses.ts';
import type { Accounts } from '#server/features/accounts/accounts.ts';
import type { SignedIn } from '#server/features/accounts/sessions/viewers.ts';
import type { SearchMisses } from '#server/search/misses.ts';
import { pageErrorOf } from '#server/http/answer/page-error-of.ts';
import { listRecent } from './list-recent.ts';
import type { ProductFacets } from '#server/facets/facet-question.ts';
import { NothingThere, Respelled, SeeOther } from './loaded.ts';
import { loadRoute } from './load-route.ts';
import type { PageTarget } from '../page-target.ts';

/** The data of a page is ready before anything of it is sent, so that its status is right. */
export interface LoadedPage {
  statusCode: number;
  context: StaticHandlerContext;
  data: PayloadBody['data'];
  /** Data with which the browser takes the page over, for a script element. */
  json: string;
  error: PageError | null;
  /** Site path, without the base path, that this visitor is sent to instead. */
  seeOther: string | null;
  /** Other address of the page: a site path without the base path, perhaps with a query. */
  movedTo: string | null;
  /** The one spelling of the page's address, likewise, with its whole query. */
  respelledTo: string | null;
}

export interface LoadOptions {
  reader: Reader;
  accounts: Accounts;
  /** Only personal pages get it: the others are the same for everybody. */
  signedIn: SignedIn | null;
  requestId: string;
  /** Maximum time of a loader, in ms. */
  deadlineMs: number;
  /** Receives an exception, which the visitor does not see. */
  onError: (error: unknown) => void;
  /** Receives words that are found nowhere. Left out where no visitor asks. */
  noteMiss?: SearchMisses['note'];
  facets?: ProductFacets;
  isPublic?: boolean;
}

/** Calls the loaders of all matched routes at once. */
export async function loadPage(target: PageTarget, options: LoadOptions): Promise<LoadedPage> {
  const { context } = target;
  const withLoader = context.matches.filter(({ route }) => route.loader);
  const loaderIds = withLoader.map(({ route }) => route.id as LoaderRouteId);
  const { loaderData, errors, isMissing, ...elsewhere } = await callLoaders(loaderIds, target, options);
  // An address that matches the layout alone has no page.
  const leaf = context.matches.at(-1)?.route.id;
  if (leaf === layoutRoute.id) errors[leaf] = pageNotFound(target.requested);
  // The outermost error: its page takes the place of everything within.
  const error =
    context.matches.map(({ route }) => errors[route.id]).find((value) => value !== undefined) ?? null;
  const page = toPage({ ...context, loaderData, errors: error && errors }, error);
  return { ...page, ...elsewhere, ...(isMissing && error === null && { statusCode: 404 }) };
}

/**
 * Loads the data of the layout around an error that belongs to no page.
 * @param context Of an address that has no page; without data.
 */
export async function loadErrorPage(
  error: PageError,
  context: StaticHandlerContext,
  options: LoadOptions,
): Promise<LoadedPage> {
  const nothing = { params: {}, query: new URLSearchParams(), path: null, requested: '' };
  const { loaderData } = await callLoaders([layoutRoute.id], nothing, options);
  return withError({ context: { ...context, loaderData } }, error);
}

interface Loaded extends Pick<LoadedPage, 'seeOther' | 'movedTo' | 'respelledTo'> {
  loaderData: PayloadBody['data'];
  errors: Record<string, PageError>;
  isMissing: boolean;
}

async function callLoaders(
  ids: readonly LoaderRouteId[],
  target: Pick<PageTarget, 'params' | 'query' | 'path' | 'requested'>,
  { requestId, deadlineMs, onError, ...given }: LoadOptions,
): Promise<Loaded> {
  const loaded = new Map<string, unknown>();
  const errors: Record<string, PageError> = {};
  const { requested } = target;
  let seeOther: string | null = null;
  let movedTo: string | null = null;
  let respelledTo: string | null = null;
  let isMissing = false;
  const late = Promise.withResolvers<never>();
  const deadline = setTimeout(() => late.reject(new LateError(deadlineMs)), deadlineMs);
  await Promise.all(
    ids.map(async (id) => {
      try {
        const data = await Promise.race([loadRoute(id, target, given), late.promise]);
        if (data instanceof SeeOther) seeOther = data.path;
        else if (data instanceof Respelled) respelledTo = data.path;
        else if (data instanceof OldAddress) {
          movedTo = data.leadsTo;
          if (movedTo === null) errors[id] = await withRecent(pageGone(requested), given.reader);
        } else if (data === null) errors[id] = await withRecent(pageNotFound(requested), given.reader);
        else if (data instanceof NothingThere) {
          loaded.set(id, data.data);
          isMissing = true;
        } else loaded.set(id, data);
      } catch (error) {
        onError(error);
        errors[id] = error instanceof LateError ? unavailable(requestId) : pageErrorOf(error, requestId);
      }
    }),
  );
  clearTimeout(deadline);
  // Not in the order in which they came: the same content is the same page, to the byte.
  const inOrder = ids.filter((id) => loaded.has(id)).map((id) => [id, loaded.get(id)]);
  return { loaderData: Object.fromEntries(inOrder), errors, seeOther, movedTo, respelledTo, isMissing };
}

async function withRecent(missing: PageError, reader: Reader): Promise<PageError> {
  return { ...missing, recent: await listRecent(reader) };
}

class LateError extends Error {
  constructor(deadlineMs: number) {
    super(`not loaded within ${deadlineMs} ms`);
  }
}

/** Puts an error in the place of a page's content; without the layout's data, in the place of everything. */
export function withError({ context }: Pick<LoadedPage, 'context'>, error: PageError): LoadedPage {
  // React Router renders nothing of a route that has a loader and no data, so not its children's error either.
  const hasLayout = context.loaderData[layoutRoute.id] !== undefined;
  const place = (hasLayout && context.matches.at(-1)?.route.id) || layoutRoute.id;
  return toPage({ ...context, errors: { [place]: error } }, error);
}

/** Adds the problem of the form on it to a page. */
export function withFormProblem(
  { context }: LoadedPage,
  problem: FormProblem,
  statusCode: number,
): LoadedPage {
  const leaf = context.matches.at(-1)?.route.id ?? 'layout';
  return { ...toPage({ ...context, actionData: { [leaf]: problem } }, null), statusCode };
}

function toPage(context: StaticHandlerContext, error: PageError | null): LoadedPage {
  const statusCode = error?.statusCode ?? 200;
  const { loaderData, errors, actionData } = context;
  const data = leaveOutServerFields(loaderData);
  const pageData: PageData = { ...leaveOutHtml(data), errors, ...(actionData && { actionData }) };
  const json = toScriptJson(pageData);
  return {
    statusCode,
    context: { ...context, statusCode },
    data,
    json,
    error,
    seeOther: null,
    movedTo: null,
    respelledTo: null,
  };
}
