import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/db/open/open-database.ts';
import { aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { idsOf, problemsOfIndex } from '../helpers/search.ts';
import { openSite } from '../helpers/site.ts';

/** Leaves nothing of the words of each product in the index. */
async function forgetWords(db: Database): Promise<void> {
  if (db.engine === 'postgres') await sql`update search_products set grams = '{}'`.execute(db.write);
  else
    await sql`insert into search_products_words (search_products_words) values ('delete-all')`.execute(
      db.write,
    );
}

test.for(engines)('a new price on %s leaves the words of a product as they are indexed', async (engine) => {
  const cup = (name: string, price: number) => ({ 'products/cup.md': aProduct({ name, price }) });
  const site = await openSite({
    engine,
    files: { 'products/pot.md': aProduct({ name: '朱泥壺' }), ...cup('朱泥杯', 300) },
  });
  const { db } = site.services;
  const ofPrice = () => idsOf(db, 'products', '朱泥', { sort: 'cheapest' });
  expect(await ofPrice()).toEqual(['cup', 'pot']);
  await site.import(cup('朱泥杯', 900));
  expect(await ofPrice()).toEqual(['pot', 'cup']);
  expect(await problemsOfIndex(db)).toEqual([]);

  await forgetWords(db);
  await site.import(cup('朱泥杯', 200));
  expect(await ofPrice()).toEqual([]);
  // Together with a word, all is written.
  await site.import(cup('朱泥小杯', 100));
  expect(await ofPrice()).toEqual(['cup']);
});
