import { pageSize } from '#shared/address/list-query.ts';
import {
  filterParameters,
  filteredPath,
  isFiltered,
  type FilteredList,
} from '#shared/address/product-filters.ts';
import type { ProductListPayload } from '#shared/payload/payloads.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { createPatience } from '#server/base/patience.ts';
import type { ProductFacets } from '#server/facets/facet-question.ts';
import { findCategoryFilters, listFacetNames } from '#server/features/categories/category-filters.ts';
import { findCategory } from '#server/features/categories/category-queries.ts';
import { listProductsById } from '#server/features/products/product-queries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { loadProductList, readSurroundings, readTable } from '../load-product-list.ts';
import { NothingThere, Respelled, type Loaded } from '../loaded.ts';
import { filterList, type FilterableList } from './filter-list.ts';

/** The list of products with its filters, and filtered by them. Null when there is no such category or page. */
export async function loadFilteredList(
  reader: Reader,
  given: URLSearchParams,
  list: FilteredList,
  facets: ProductFacets,
): Promise<Loaded<ProductListPayload> | null> {
  const { page, category: id, sort } = list;
  if (!isFiltered(list)) {
    // Such as of a form that was sent with empty prices.
    if (hasOther(given, list, [])) return new Respelled(filteredPath(list, []));
    const whole = await loadProductList(reader, { page, category: id, sort });
    return whole && offerFilters(reader, whole, list, facets);
  }
  const category = id === null ? null : await findCategory(reader, id);
  if (id !== null && category === null) return null;
  const filterable = await findFilterable(reader, list);
  if (hasOther(given, list, filterable.names)) return new Respelled(filteredPath(list, filterable.names));
  const found = await findFiltered(reader, facets, filterable, list);
  const pageCount = Math.max(1, Math.ceil(found.total / pageSize));
  if (page > pageCount) return null;
  const payload: ProductListPayload = {
    ...{ items: found.items, total: found.total, page, pageCount },
    query: { page, category: id, sort },
    ...(await readSurroundings(reader, category)),
    ...(await readTable(reader, category, found.items)),
    textHtml: '',
    facets: found.facets,
  };
  return found.total === 0 ? new NothingThere(payload) : payload;
}

/** Whether the address has other parameters than the one spelling of the list, or in another order. */
function hasOther(given: URLSearchParams, list: FilteredList, names: readonly string[]): boolean {
  return JSON.stringify([...given]) !== JSON.stringify(filterParameters(list, names));
}

/** Longest wait of a list for its filters, in ms. A filtered list waits as long as a page may take. */
const filtersPatienceMs = 1_500;

/** The list as it is kept, with its filters if its category has some. */
async function offerFilters(
  reader: Reader,
  whole: ProductListPayload,
  list: FilteredList,
  facets: ProductFacets,
): Promise<ProductListPayload> {
  if (list.category === null || whole.total === 0) return whole;
  const filterable = await findFilterable(reader, list);
  if (filterable.names.length === 0) return whole;
  reader.dependsOn(tags.facetsOfCategory(list.category));
  const patience = createPatience(filtersPatienceMs);
  const finding = filterList(facets, filterable, list, Date.parse(reader.now)).catch((error: unknown) => {
    if (error instanceof OverloadedError) return 'overloaded';
    throw error;
  });
  const found = await Promise.race([finding, patience.ended]).finally(patience.stop);
  if (typeof found === 'object') return { ...whole, facets: found.facets };
  // Shown without its filters, and not kept so.
  reader.expiresAt(reader.now);
  return whole;
}

async function findFilterable(reader: Reader, { category }: FilteredList): Promise<FilterableList> {
  const filters = category === null ? { names: [], pinned: [] } : await findCategoryFilters(reader, category);
  return {
    ...filters,
    siteNames: await listFacetNames(reader),
    branch: category === null ? null : [category],
  };
}

/** Reads once more when a card is gone that was there when the products were found. */
async function findFiltered(
  reader: Reader,
  facets: ProductFacets,
  filterable: FilterableList,
  list: FilteredList,
) {
  const find = async () => {
    const found = await filterList(facets, filterable, list, Date.parse(reader.now));
    return { ...found, items: await listProductsById(reader, found.ids) };
  };
  const found = await find();
  return found.items.length === found.ids.length ? found : find();
}
