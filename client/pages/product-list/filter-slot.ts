import type { ListFacets } from '#shared/payload/facet-payload.ts';
import type { ProductListPayload } from '#shared/payload/payloads.ts';
import type { Filtering } from '#client/site/cards/product-list.tsx';

/**
 * Place of the script of filters, which fills it. Few lists have some: the browser loads it before it shows one of
 * these, the server at its start.
 */
export const filterSlot: {
  filteringOf: ((list: ProductListPayload, facets: ListFacets) => Filtering) | null;
} = { filteringOf: null };
