import { sql, type Kysely, type Selectable } from 'kysely';
import { brandFacet } from '#shared/address/product-filters.ts';
import { listSpecs } from '#shared/kinds/product-parts/specs.ts';
import { offerAt, type OfferedProduct } from '#shared/offers/offers.ts';
import { offerColumns, toOffered, type StoredOffer } from '#server/content/offers/stored-offer.ts';
import { facetColumns } from '#server/freshness/announcements.ts';
import type { ProductCategoriesTable, ProductsTable, Schema } from '#server/db/schema.ts';
import type { FacetProduct, FacetRow } from './facet-product.ts';
import { availabilityFacet } from './facet-question.ts';

interface Reading {
  /** Facets that are kept. */
  names: ReadonlySet<string>;
  /** Moment of the offers, in ISO 8601 UTC. */
  now: string;
}

/** Made of their rows one after the other: those of a million are garbage at once. */
type Products = Iterable<FacetProduct>;

/** Reads published products in the order of their ids, those with a date in the future too. Null: there are no more. */
export async function readProductsAfter(
  db: Kysely<Schema>,
  reading: Reading,
  { id, count }: { id: string; count: number },
): Promise<{ lastId: string; products: Products } | null> {
  const rows = await productRows(db).where('id', '>', id).orderBy('id').limit(count).execute();
  const last = rows.at(-1);
  if (last === undefined) return null;
  const places = await placeRows(db)
    .where('product_id', '>', id)
    .where('product_id', '<=', last.id)
    .execute();
  return { lastId: last.id, products: toProducts(rows, places, reading) };
}

/** Reads those of these products that are published. */
export async function readProductsById(
  db: Kysely<Schema>,
  reading: Reading,
  ids: readonly string[],
): Promise<Products> {
  const rows = await productRows(db).where('id', 'in', ids).execute();
  return toProducts(rows, await placeRows(db).where('product_id', 'in', ids).execute(), reading);
}

/** Some are both. */
const rowColumns = new Set([
  ...(['id', 'published_at', 'price_twd', 'stock_key'] as const),
  ...facetColumns,
  ...offerColumns,
]);

function productRows(db: Kysely<Schema>) {
  return db
    .selectFrom('products')
    .select([...rowColumns])
    .where('status', '=', sql.lit('published'));
}

function placeRows(db: Kysely<Schema>) {
  return db.selectFrom('product_categories').select(['product_id', 'category_id']);
}

type ProductRow = StoredOffer &
  Pick<
    Selectable<ProductsTable>,
    'id' | 'published_at' | 'price_twd' | 'stock_key' | (typeof facetColumns)[number]
  >;

type PlaceRow = Pick<ProductCategoriesTable, 'product_id' | 'category_id'>;

function* toProducts(
  rows: readonly ProductRow[],
  places: readonly PlaceRow[],
  reading: Reading,
): Generator<FacetProduct> {
  const byProduct = new Map<string, string[]>(rows.map(({ id }) => [id, []]));
  for (const { product_id, category_id } of places) byProduct.get(product_id)?.push(category_id);
  for (const row of rows)
    yield {
      id: row.id,
      places: byProduct.get(row.id)?.sort() ?? [],
      // Without a time it is not shown.
      publishedMs: row.published_at === null ? Infinity : Date.parse(row.published_at),
      price: row.price_twd,
      isAvailable: row.stock_key === 1,
      rows: rowsOf(row, reading),
    };
}

/** When time changes the offer of a variant, its product is written too (server/content/offers), and read again. */
function rowsOf(row: ProductRow, { names, now }: Reading): FacetRow[] {
  const product = toOffered(row);
  const shared = sharedValues(row, product, names);
  if (product.variants.length === 0)
    return [shared.set(availabilityFacet, [row.now_availability ?? row.availability])];
  const { ofVariants } = offerAt(product, now);
  return product.variants.map(({ options }, index) => {
    const own = new Map(shared).set(availabilityFacet, [ofVariants[index]?.availability ?? row.availability]);
    for (const [name, value] of Object.entries(options)) setValues(own, names, name, [value]);
    return own;
  });
}

function sharedValues(
  { brand, specs }: ProductRow,
  { variants }: OfferedProduct,
  names: ReadonlySet<string>,
) {
  const values = new Map<string, readonly string[]>();
  const optionNames = new Set(variants.flatMap(({ options }) => Object.keys(options)));
  for (const spec of listSpecs(specs))
    // An option says it of each variant. The same name may stand in several groups.
    if (!optionNames.has(spec.name) && spec.name !== brandFacet)
      setValues(values, names, spec.name, [...(values.get(spec.name) ?? []), ...spec.values]);
  if (brand) setValues(values, names, brandFacet, [brand]);
  return values;
}

function setValues(
  values: Map<string, readonly string[]>,
  names: ReadonlySet<string>,
  name: string,
  texts: readonly string[],
): void {
  if (!names.has(name)) return;
  const all = texts.map(facetText).filter(Boolean);
  if (all.length > 0) values.set(name, all.length > 1 ? [...new Set(all)] : all);
}

/** Texts of values by what is stored: many products have the same. */
const facetTexts = new Map<string, string>();
const maxTexts = 5_000;

/** Longer values name nothing that somebody chooses. */
const maxLength = 100;

/** A value as it stands in an address: one line, in NFC; empty if it cannot be chosen. */
function facetText(value: string): string {
  const known = facetTexts.get(value);
  if (known !== undefined) return known;
  const text = value.normalize('NFC').replace(/\s+/g, ' ').trim();
  const facet = text.length > maxLength || /\p{Cc}/u.test(text) ? '' : text;
  if (facetTexts.size === maxTexts) facetTexts.clear();
  // Long ones are many, and no facets.
  if (value.length <= maxLength) facetTexts.set(value, facet);
  return facet;
}
