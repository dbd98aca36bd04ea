import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { openForVisitors, type Database } from '#server/db/open/open-database.ts';
import { FacetIndex } from '#server/facets/facet-index.ts';
import type { FacetRow } from '#server/facets/facet-product.ts';
import { availabilityFacet, type FacetAnswer, type FacetQuestion } from '#server/facets/facet-question.ts';
import { readProductsAfter } from '#server/facets/read-products.ts';
import type { Random } from '#scripts/tools/random-numbers.ts';
import { preparedDatabaseConfig, silentLog, type EngineName } from './databases.ts';
import { aFacetProduct, facetNames, scanProducts } from './facets.ts';

const optionNames = ['容量', '顏色'];

/** An index over one connection of a new database, whose queries are listed, and another connection for writers. */
export async function openFacets(
  engine: EngineName,
): Promise<{ index: FacetIndex; db: Database; queries: string[] }> {
  const config = await preparedDatabaseConfig(engine);
  const queries: string[] = [];
  const db = await openForVisitors(config, silentLog);
  const ofIndex = await openForVisitors(config, silentLog, ({ sql: text }) => queries.push(text));
  onTestFinished(async () => {
    await db.close();
    await ofIndex.close();
  });
  return { index: new FacetIndex(ofIndex), db, queries };
}

/** Writes a random product under the id, or removes it, as an operator could with SQL. */
export async function writeSome(db: Database, random: Random, id: string): Promise<void> {
  if (random(6) === 0) return void (await db.write.deleteFrom('products').where('id', '=', id).execute());
  const { places, publishedMs, price, rows } = aFacetProduct(random, id);
  const [row] = rows;
  const availabilityOf = (each?: FacetRow) => each?.get(availabilityFacet)?.[0] ?? '';
  const variants = rows.map((each, i) => ({
    id: `v${i}`,
    options: Object.fromEntries(optionNames.map((name) => [name, each.get(name)?.[0]])),
    availability: availabilityOf(each),
  }));
  const values = {
    category: places[0] ?? '',
    price_twd: price,
    availability: availabilityOf(row),
    published_at: new Date(publishedMs).toISOString(),
    brand: row?.get('brand')?.[0] ?? '',
    specs: JSON.stringify(['產地', '材質'].map((name) => [name, row?.get(name) ?? []])),
    variants: rows.length > 1 ? JSON.stringify(variants) : '[]',
    status: random(8) === 0 ? 'draft' : 'published',
  };
  const columns = Object.keys(values).map((name) => sql.ref(name));
  await sql`insert into products (id, name, summary, picture_alt, images, description_source, description_html,
      ${sql.join(columns)}) values (${id}, ${id}, '', '', '[]', '', '', ${sql.join(Object.values(values))})
    on conflict (id) do update set ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}`.execute(
    db.write,
  );
}

/** The answer by a look at every row. */
export async function scanOf(db: Database, question: FacetQuestion): Promise<FacetAnswer> {
  const names = new Set([...facetNames, availabilityFacet]);
  const reading = { names, now: new Date(question.nowMs).toISOString() };
  const read = await readProductsAfter(db.read, reading, { id: '', count: 100_000 });
  return scanProducts([...(read?.products ?? [])], question);
}
