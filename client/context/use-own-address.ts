import { useLocation, useMatches } from 'react-router';
import { ownQuery } from '#shared/address/own-query.ts';
import { withQuery } from '#shared/address/spell-query.ts';
import { useOptionalPayload } from './use-payload.ts';

/**
 * Returns the site path of this page, with the known part of its query. Other parameters may be a password, from a form
 * that was sent without script, and are not written into the page.
 */
export function useOwnAddress(): string {
  const { pathname, search } = useLocation();
  const routeId = useMatches().at(-1)?.id;
  // A search can be typed in many spellings, and filters have parameters that repeat.
  const searchAddress = useOptionalPayload('search')?.address;
  const filteredAddress = useOptionalPayload('product')?.facets?.address;
  const ownAddress = searchAddress ?? filteredAddress;
  if (ownAddress !== undefined) return ownAddress;
  if (search === '') return pathname;
  return withQuery(pathname, ownQuery(routeId, new URLSearchParams(search)));
}
