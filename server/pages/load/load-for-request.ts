import { isPersonalRoute } from '#shared/address/routes.ts';
import { readerOfSite } from '#server/freshness/site-reader.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { tagNumbers } from '#server/freshness/tags.ts';
import { requestIdOf } from '#server/http/request/request-log.ts';
import { loadPage, type LoadedPage, type LoadOptions } from './load-page.ts';
import type { PageRequest, PersonalRequest, SharedRequest } from '../page-request.ts';
import type { PageTools } from '../page-tools.ts';

/**
 * Loads the requested page. Data of a page that is the same for everybody is taken from memory if it is still right.
 */
export async function loadForRequest(
  pageRequest: SharedRequest | PersonalRequest,
  tools: PageTools,
): Promise<CacheEntry<LoadedPage>> {
  const { target } = pageRequest;
  const { isStored } = target;
  const { loaded } = tools.pageCache;
  const cached = isStored ? loaded.find(target.key) : null;
  if (cached) return cached;
  const guard = pageRequest.kind === 'shared' ? pageRequest.guard : tools.services.readGuards.begin();
  // Only loaders of personal routes learn who is signed in: the data of the others is everybody's.
  const signedIn =
    isPersonalRoute(target.routeId) && pageRequest.kind === 'personal' ? pageRequest.signedIn : null;
  const options = loadOptions(pageRequest, tools);
  const startedAt = performance.now();
  const value = await loadPage(target, { ...options, signedIn });
  tools.services.pageWatch.loaded(performance.now() - startedAt, target.isPayload);
  const { tags, validUntil } = options.reader;
  const bytes = value.json.length * bytesPerCharacter;
  const page = { value, tags: tagNumbers(tags), validUntil, bytes };
  if (value.error === null && isStored) loaded.keep(target.key, page, guard);
  return page;
}

/** Options for loaders of any visitor, with a reader of their own. */
export function loadOptions(
  { response, onError }: Pick<PageRequest, 'response' | 'onError'>,
  { services }: PageTools,
): LoadOptions {
  const { accounts, config, db, facets, searchMisses } = services;
  return {
    reader: readerOfSite(services, db.readForPages),
    accounts,
    facets,
    signedIn: null,
    requestId: requestIdOf(response),
    deadlineMs: config.renderDeadlineMs,
    onError,
    noteMiss: searchMisses.note,
    isPublic: config.publicUrl !== null,
  };
}

/** Memory of a page's data for each character of its text: twice the text, and the objects. */
const bytesPerCharacter = 5;
