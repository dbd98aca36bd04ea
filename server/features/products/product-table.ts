import { brandFacet } from '#shared/address/product-filters.ts';
import { product } from '#shared/kinds/product.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import { listSpecs } from '#shared/kinds/product-parts/specs.ts';
import { listSeparator } from '#shared/locale/punctuation.ts';
import type { ListTable } from '#shared/payload/payloads.ts';
import type { ProductsTable } from '#server/db/schema.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { variantsOf } from '#server/content/offers/stored-offer.ts';

/** Reads the number of each of these products, and its values for the columns of a table. */
export async function readProductTable(
  reader: Reader,
  ids: readonly string[],
  columns: readonly string[],
): Promise<ListTable> {
  for (const id of ids) reader.dependsOn(tags.pagesOfProduct(id));
  const found = await reader.db
    .selectFrom('products')
    .select(['id', 'sku', 'brand', 'specs', 'options', 'variants'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.map((id) => {
    const row = byId.get(id);
    if (row === undefined) return { values: columns.map(() => '') };
    const valuesOf = readValues(row);
    return {
      ...(row.sku !== null && { sku: row.sku }),
      values: columns.map((name) => [...new Set(valuesOf(name))].join(listSeparator)),
    };
  });
  return { columns: [...columns], rows };
}

type ValuedProduct = Pick<ProductsTable, 'brand' | 'specs' | 'options' | 'variants'>;

/** An option says of each variant what a spec of its name says of all, as in filters (server/facets/read-products.ts). */
function readValues(row: ValuedProduct): (name: string) => readonly string[] {
  const variants = variantsOf(row);
  const options = readStored(product.fields.options, row.options);
  const specs = listSpecs(row.specs);
  return (name) => {
    if (name === brandFacet) return row.brand === '' ? [] : [row.brand];
    const offered = new Set(variants.flatMap((variant) => variant.options[name] ?? []));
    if (offered.size === 0) return specs.flatMap((spec) => (spec.name === name ? spec.values : []));
    return options.flatMap((option) =>
      option.name === name ? option.values.filter((value) => offered.has(value)) : [],
    );
  };
}
