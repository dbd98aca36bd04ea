import { findOldAddress, type OldAddress } from '#server/features/editing/site/old-addresses.ts';
import { listedEntryAddress } from '#server/content/entries/entry-addresses.ts';
import type { Payloads } from '#shared/payload/route-payloads.ts';
import type { LoaderRouteId } from '#shared/address/routes.ts';
import { loaders, type LoaderArgs } from './loaders.ts';
import type { Loaded } from './loaded.ts';
import type { PageTarget } from '../page-target.ts';

/**
 * The data of one route. Where there is none the address may have been a page once: that costs one query, and only an
 * address without a page pays it.
 */
export async function loadRoute(
  id: LoaderRouteId,
  { params, query, path }: Pick<PageTarget, 'params' | 'query' | 'path'>,
  given: Omit<LoaderArgs, 'params' | 'query'>,
): Promise<Loaded<Payloads[LoaderRouteId]> | OldAddress | null> {
  const data = await loaders[id]({ ...given, params, query });
  if (data !== null || path === null) return data;
  const entry = listedEntryAddress(path, query);
  const old = await findOldAddress(given.reader, entry?.address ?? path);
  const own = new URLSearchParams(entry?.address.split('?')[1]);
  if (old === null || query.size === own.size) return old;
  // Page 99 of a list is not there, but the list is: a live page wins over what its address was once.
  const whole = await loaders[id]({ ...given, params, query: own });
  return whole === null ? old : null;
}
