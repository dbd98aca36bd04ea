import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/db/open/open-database.ts';
import { changeMany } from '#server/features/editing/many/change-many.ts';
import { settleDue } from '#server/features/products/keep-offers.ts';
import { tags } from '#server/freshness/tags.ts';
import { aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aClockAt, openSite } from '../helpers/site.ts';
import { watchedTags } from '../helpers/watched-tags.ts';

const start = '2026-11-20T12:00:00.000Z';
const end = '2026-11-20T16:00:00.000Z';
const sale = { salePrice: 580, salePriceFrom: start, salePriceUntil: end };
const options = [{ name: '容量', values: ['150 ml', '250 ml'] }];

async function keptOf({ read }: Database, id: string) {
  return read
    .selectFrom('products')
    .select(['price_twd', 'availability', 'now_availability', 'next_change_at', 'list_price', 'supply'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

function withVariants(first: Record<string, unknown> = {}): string {
  return aProduct({
    options,
    variants: [
      { id: 's', options: { 容量: '150 ml' }, price: 700, ...first },
      { id: 'l', options: { 容量: '250 ml' }, price: 900 },
    ],
  });
}

test.for(engines)('prices of an import on %s are kept as they are at its moment', async (engine) => {
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const { services, import: bring } = await openSite({
    engine,
    clock,
    files: {
      'products/plain.md': aProduct(),
      'products/sale.md': aProduct(sale),
      'products/soon.md': aProduct({ availability: 'coming_soon', availableFrom: start }),
      'products/ordered.md': aProduct({ availability: 'backorder', availableFrom: start }),
      'products/variants.md': withVariants(),
    },
  });
  const { db } = services;
  const { entries } = { entries: await db.read.selectFrom('entries').select(['id', 'version']).execute() };
  expect(await keptOf(db, 'plain')).toMatchObject({ price_twd: 680, next_change_at: null });
  expect(await keptOf(db, 'sale')).toMatchObject({ price_twd: 680, next_change_at: start });
  expect(await keptOf(db, 'soon')).toMatchObject({
    availability: 'sold_out',
    now_availability: 'coming_soon',
  });
  expect(await keptOf(db, 'ordered')).toMatchObject({
    availability: 'preorder',
    now_availability: 'backorder',
  });
  expect(await keptOf(db, 'variants')).toMatchObject({ price_twd: 700, next_change_at: null });

  clock.set(start);
  expect(await settleDue(services)).toBe(3);
  expect(await settleDue(services)).toBe(0);
  expect(await keptOf(db, 'sale')).toMatchObject({ price_twd: 580, list_price: 680, next_change_at: end });
  expect(await keptOf(db, 'soon')).toMatchObject({ availability: 'in_stock', supply: 'coming_soon' });

  // The same files change nothing, and make no versions.
  await bring({ 'products/sale.md': aProduct(sale), 'products/variants.md': withVariants() });
  expect(await db.read.selectFrom('entries').select(['id', 'version']).execute()).toEqual(entries);
  expect(await keptOf(db, 'sale')).toMatchObject({ price_twd: 580, next_change_at: end });

  clock.set(end);
  expect(await settleDue(services)).toBe(1);
  expect(await keptOf(db, 'sale')).toMatchObject({ price_twd: 680, next_change_at: null });

  await bring({ 'products/variants.md': withVariants({ price: 650 }) });
  expect(await keptOf(db, 'variants')).toMatchObject({ price_twd: 650, next_change_at: null });
});

test.for(engines)('a price that an operator writes on %s is kept by the next look', async (engine) => {
  const { services } = await openSite({
    engine,
    clock: aClockAt('2026-11-20T13:00:00Z'),
    files: {
      'products/plain.md': aProduct(),
      'products/sale.md': aProduct(sale),
      'products/variants.md': withVariants(),
    },
  });
  const { db } = services;
  const write = (text: string) => sql.raw(text).execute(db.write);

  await write(`update products set price_twd = 5, availability = 'preorder' where id = 'plain'`);
  expect(await keptOf(db, 'plain')).toMatchObject({ list_price: 5, supply: 'preorder', next_change_at: '' });
  await write(`update products set sale_price = 500 where id = 'sale'`);
  await write(`update products set variants = replace(variants, '700', '600') where id = 'variants'`);
  const newTags = await watchedTags(db);
  expect(await settleDue(services)).toBe(3);
  expect(await newTags()).toContain(tags.productPrices);
  expect(await keptOf(db, 'plain')).toMatchObject({
    price_twd: 5,
    now_availability: 'preorder',
    next_change_at: null,
  });
  expect(await keptOf(db, 'sale')).toMatchObject({ price_twd: 500, next_change_at: end });
  expect(await keptOf(db, 'variants')).toMatchObject({ price_twd: 600, next_change_at: null });
});

test.for(engines)('a row of a build before on %s gets the columns that it does not know', async (engine) => {
  const { services } = await openSite({ engine, files: { 'products/plain.md': aProduct() } });
  const { db } = services;
  await sql`insert into products (id, name, summary, category, price_twd, availability, picture_alt, images, specs,
      description_source, description_html, status)
    values ('pot', '', '', '茶器', 7, 'sold_out', '', '[]', '[]', '', '', 'published')`.execute(db.write);
  expect(await keptOf(db, 'pot')).toEqual({
    ...{ price_twd: 7, list_price: 7, availability: 'sold_out', supply: 'sold_out' },
    ...{ now_availability: 'sold_out', next_change_at: null },
  });
});

test.for(engines)('a change of many products on %s keeps the prices of its moment', async (engine) => {
  const clock = aClockAt('2026-11-20T13:00:00Z');
  const { services } = await openSite({
    engine,
    clock,
    files: {
      'products/plain.md': aProduct(),
      'products/sale.md': aProduct(sale),
      'products/v.md': withVariants(),
    },
  });
  const { db } = services;
  const entries = await db.read.selectFrom('entries').select(['id', 'version']).execute();
  const versionOf = (id: string) => entries.find((entry) => entry.id === id)?.version ?? 0;
  const change = (id: string, fields: Record<string, unknown>) => ({ id, version: versionOf(id), fields });
  const changes = [
    change('plain', { price: 700 }),
    change('sale', { salePrice: 550 }),
    change('v', { availability: 'sold_out' }),
  ];
  const result = await changeMany(
    { db, clock },
    { editor: null, action: 'publish', kind: 'products', changes },
  );
  expect(result).toMatchObject({ changed: 3, leftOut: [] });
  expect(await keptOf(db, 'plain')).toMatchObject({ price_twd: 700, next_change_at: null });
  expect(await keptOf(db, 'sale')).toMatchObject({ price_twd: 550, list_price: 680, next_change_at: end });
  expect(await keptOf(db, 'v')).toMatchObject({ price_twd: 700, now_availability: 'sold_out' });
});
