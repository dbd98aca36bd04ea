import { sql } from 'kysely';
import { category } from '#shared/kinds/category.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import { readTexts } from '#shared/stored-list.ts';
import { lossesOf } from '#server/freshness/losses.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

export interface CategoryFilters {
  /** Names of specs and options, and `brand`. */
  names: string[];
  /** Products that come first in the recommended order. */
  pinned: string[];
}

/** Facets of a category's list; none for one without a row. */
export async function findCategoryFilters(reader: Reader, id: string): Promise<CategoryFilters> {
  reader.dependsOn(tags.category(id));
  const row = await reader.db
    .selectFrom('categories')
    .select('filters')
    .where('id', '=', id)
    .executeTakeFirst();
  const losses = lossesOf(reader, category.name, id);
  const names = facetNames(readStored(category.fields.filters, row?.filters ?? '[]', losses('filters')));
  if (names.length === 0) return { names, pinned: [] };
  const pins = await reader.db
    .selectFrom('category_pins')
    .select('product_id')
    .where('category_id', '=', id)
    .orderBy('position')
    .execute();
  return { names, pinned: pins.map((pin) => pin.product_id) };
}

/** The facets of all categories, each once. */
export function listFacetNames(reader: Reader): Promise<string[]> {
  return reader.cached('names of facets', async (ownReader) => {
    ownReader.dependsOn(tags.categories);
    const rows = await ownReader.db
      .selectFrom('categories')
      .select('filters')
      .where('filters', '<>', sql.lit('[]'))
      .execute();
    return [...new Set(rows.flatMap((row) => facetNames(readTexts(row.filters))))].sort();
  });
}

/** A colon would end the name in an address. */
function facetNames(filters: readonly string[]): string[] {
  return [...new Set(filters)].filter((name) => !name.includes(':'));
}
