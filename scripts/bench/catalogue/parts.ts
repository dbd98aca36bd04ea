import { sql, type Transaction } from 'kysely';
import { brandFacet, type FacetValue } from '#shared/address/product-filters.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { countLists } from '#server/freshness/triggers/list-counts.ts';
import { noteRendered } from '#server/content/thread/render-stored.ts';
import { series, time, withoutTriggers } from '#scripts/tools/fill-catalogue.ts';

interface PartFacet {
  name: string;
  /** Number of its values: primes, so that a value of one says nothing of the others. */
  count: number;
  unit: string;
}

const brands: PartFacet = { name: brandFacet, count: 293, unit: '號廠' };
const specs: readonly PartFacet[] = [
  { name: '阻值', count: 797, unit: 'Ω' },
  { name: '容量', count: 499, unit: 'pF' },
  { name: '系列', count: 307, unit: '系列' },
  { name: '電感', count: 151, unit: 'nH' },
  { name: '長度', count: 61, unit: 'mm' },
  { name: '額定電壓', count: 31, unit: 'V' },
  { name: '額定功率', count: 19, unit: 'W' },
  { name: '容差', count: 11, unit: '%' },
  { name: '封裝', count: 7, unit: '號' },
  { name: '材質', count: 5, unit: '類' },
];
const colorName = '顏色';
const allFacets = [brands, ...specs];

/** Every branch is filtered by them. */
export const facetNames = allFacets.map(({ name }) => name);

const leaves = 20;
/** Branches of 40, 35 and 25 % of the parts, each by its first leaf. */
const branches = [
  { id: 'passive', first: 0 },
  { id: 'active', first: 8 },
  { id: 'connectors', first: 15 },
];
/** Parts of this leaf have two variants. */
const leafWithVariants = 19;

export const largestBranch = 'passive';

/** Category of a part, and the branch above it. */
export function categoriesOfPart(i: number): [leaf: string, branch: string] {
  const leaf = i % leaves;
  return [`leaf-${leaf}`, branches.findLast(({ first }) => first <= leaf)?.id ?? largestBranch];
}

export function partId(i: number): string {
  return `part-${i}`;
}

/** Value of a part, or one beside it. */
export function valueOfPart(i: number, place: number, beside = 0): FacetValue {
  const { name, count, unit } = allFacets[place] ?? brands;
  return [name, `${(Math.floor(i / leaves) * factor + beside) % count} ${unit}`];
}

const factor = 7919;

/** Adds so many parts to a site, in 23 categories of two levels. */
export async function fillParts(db: Database, count: number): Promise<void> {
  await writeTransaction(db, async (trx) => {
    if (db.engine === 'sqlite') await sql`pragma cache_size = -400000`.execute(trx);
    await insertCategories(trx);
    await withoutTriggers(trx, db.engine, async () => {
      await insertParts(trx, db.engine, count);
      await insertPlaces(trx);
      await countLists(trx);
    });
  });
  // Otherwise a server renders all of it anew meanwhile.
  await noteRendered(db.write);
  await sql
    .raw(db.engine === 'postgres' ? 'vacuum analyze' : 'pragma wal_checkpoint(truncate)')
    .execute(db.write);
}

async function insertCategories(trx: Transaction<Schema>): Promise<void> {
  const filters = JSON.stringify([...facetNames, colorName]);
  const rows = [
    ...branches.map(({ id }) => ({ id, parent: null })),
    ...Array.from({ length: leaves }, (_, leaf) => {
      const [id, parent] = categoriesOfPart(leaf);
      return { id, parent };
    }),
  ];
  for (const { id, parent } of rows)
    await sql`insert into categories
        (id, name, parent_id, position, summary, cover, cover_alt, body_source, body_html, status, filters)
      values (${id}, ${`零件 ${id}`}, ${parent}, null, '', null, '', '', '', 'published', ${filters})`.execute(
      trx,
    );
}

async function insertParts(
  trx: Transaction<Schema>,
  engine: Database['engine'],
  count: number,
): Promise<void> {
  const value = ({ count: values, unit }: PartFacet) =>
    `((i / ${leaves} * ${factor}) % ${values}) || ' ${unit}'`;
  const pairs = specs.map((spec) => `'["${spec.name}","' || ${value(spec)} || '"]'`).join(` || ',' || `);
  const hasVariants = `i % ${leaves} = ${leafWithVariants}`;
  const price = sql.raw('case when i % 50 = 7 then null else 10 * (1 + (i * 31) % 600) end');
  const availability = sql.raw(`case when i % 20 = 3 then 'sold_out' else 'in_stock' end`);
  await sql`
    insert into products (id, name, summary, category, price_twd, list_price, availability, supply, now_availability,
      stock_key, picture, picture_alt, images, brand, specs, options, variants,
      purchase_url, description_source, description_html, published_at, updated_at, status)
    select 'part-' || i, '零件 ' || i, '一個用來量測的零件，有一行摘要。', 'leaf-' || (i % ${sql.lit(leaves)}),
      ${price}, ${price}, ${availability}, ${availability}, ${availability}, case when i % 20 = 3 then 0 else 1 end,
      (select min(path) from media), '', '[]', ${sql.raw(value(brands))}, ${sql.raw(`'[' || ${pairs} || ']'`)},
      case when ${sql.raw(hasVariants)} then ${sql.lit(options)} else '[]' end,
      case when ${sql.raw(hasVariants)} then ${sql.lit(variants)} else '[]' end,
      null, '說明。', '<p>說明。</p>', ${time(engine)}, null, 'published'
    from ${series(engine, count)}`.execute(trx);
}

const options = JSON.stringify([{ name: colorName, values: ['黑', '白'] }]);
const variants = JSON.stringify([
  { id: 'black', options: { [colorName]: '黑' } },
  { id: 'white', options: { [colorName]: '白' }, availability: 'sold_out' },
]);

/** Each part stands in its category and in the branch above it. */
async function insertPlaces(trx: Transaction<Schema>): Promise<void> {
  for (const category of ['products.category', 'categories.parent_id'])
    await sql`
      insert into product_categories (category_id, product_id, shown_from, cheap_key, dear_key, stock_key, pin)
      select ${sql.raw(category)}, products.id, products.published_at, products.cheap_key, products.dear_key,
        products.stock_key, 0
      from products join categories on categories.id = products.category
      where products.category like 'leaf-%'`.execute(trx);
}
