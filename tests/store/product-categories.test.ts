import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/db/open/open-database.ts';
import { idsAbove, readCategoryRows } from '#server/content/category-tree.ts';
import { engines, openTestDatabase } from '../helpers/databases.ts';
import { randomNumbers, type Random } from '#scripts/tools/random-numbers.ts';

/** Rows that the products, the tree, the further categories and the pins ask for, read one by one. */
async function expectedPlaces(db: Database): Promise<string[]> {
  const rows = await readCategoryRows(db.read);
  const products = await db.read
    .selectFrom('products')
    .select(['id', 'category', 'status', 'published_at', 'cheap_key', 'dear_key', 'stock_key'])
    .execute();
  const also = await db.read.selectFrom('product_also_in').selectAll().execute();
  const pins = await db.read.selectFrom('category_pins').selectAll().execute();
  return products
    .flatMap(({ id, category, status, published_at, cheap_key, dear_key, stock_key }) => {
      const own = [category, ...also.flatMap((row) => (row.product_id === id ? [row.category_id] : []))];
      const all = new Set(own.flatMap((start) => [start, ...idsAbove(rows, start)]));
      return [...all].map((place) => {
        const pin = pins.find((row) => row.category_id === place && row.product_id === id);
        const shown = status === 'published' ? published_at : null;
        return [place, id, shown, cheap_key, dear_key, stock_key, pin ? 1000 - pin.position : 0].join(' ');
      });
    })
    .toSorted();
}

async function placesOf(db: Database): Promise<string[]> {
  const rows = await db.read
    .selectFrom('product_categories')
    .select(['category_id', 'product_id', 'shown_from', 'cheap_key', 'dear_key', 'stock_key', 'pin'])
    .execute();
  return rows.map((row) => Object.values(row).join(' ')).toSorted();
}

/** The numbers that lists are counted by. */
async function expectCounted(db: Database): Promise<void> {
  const { rows } = await sql<{ list: string; count: number }>`
    select 'category:' || category_id || ':products' as list, count(*) as count from product_categories
    where shown_from is not null group by 1 order by 1`.execute(db.read);
  const counts = await db.read
    .selectFrom('list_counts')
    .select(['list', 'count'])
    .where('list', 'like', 'category:%')
    .where('count', '>', 0)
    .orderBy('list')
    .execute();
  expect(counts).toEqual(rows.map(({ list, count }) => ({ list, count: Number(count) })));
}

const categoryIds = ['a', 'b', 'c', 'd', 'e', 'f'];
const texts = [...categoryIds, '茶', 'free'];
const productIds = ['p1', 'p2', 'p3', 'p4'];

const newCategory = (id: string, parent: string) => `insert into categories
  (id, name, parent_id, summary, cover_alt, body_source, body_html, status)
  values ('${id}', '${id}', ${parent}, '', '', '', '', 'published')
  on conflict (id) do update set parent_id = excluded.parent_id`;

const newProduct = (id: string, category: string, price: string) => `insert into products
  (id, name, summary, category, price_twd, availability, picture_alt, images, specs, description_source, description_html,
    published_at, status)
  values ('${id}', '', '', '${category}', ${price}, 'in_stock', '', '[]', '[]', '', '', '2026-01-01T00:00:00.000Z',
    'published')
  on conflict (id) do update set category = excluded.category, price_twd = excluded.price_twd`;

/** Writes of any program. A tree may have loops and too many levels: SQL asks nobody. */
function writesBy(random: Random): (() => string)[] {
  const one = (list: readonly string[]) => list[random(list.length)] ?? '';
  const price = () => (random(10) < 3 ? 'null' : String(random(100)));
  const parent = () => (random(10) < 3 ? 'null' : `'${one(categoryIds)}'`);
  const pair = () => [one(productIds), one(categoryIds)] as const;
  return [
    () => newProduct(one(productIds), one(texts), price()),
    () => newCategory(one(categoryIds), parent()),
    () => newCategory(one(categoryIds), parent()),
    () =>
      `update products set category = '${one(texts)}' where id in ('${one(productIds)}', '${one(productIds)}')`,
    () => `update products set status = '${one(['draft', 'published'])}', price_twd = ${price()},
      availability = '${one(['in_stock', 'sold_out'])}' where id = '${one(productIds)}'`,
    () =>
      `update categories set parent_id = ${parent()} where id in ('${one(categoryIds)}', '${one(categoryIds)}')`,
    () => `delete from categories where id = '${one(categoryIds)}'`,
    () => `delete from products where id = '${one(productIds)}'`,
    () => `update products set id = '${one(['p5', 'p6'])}' where id = '${one(productIds)}'
      and not exists (select 1 from products where id in ('p5', 'p6'))`,
    () =>
      `update products set id = 'p1' where id in ('p5', 'p6') and not exists (select 1 from products where id = 'p1')`,
    () => {
      const [product, category] = pair();
      return `insert into product_also_in select products.id, categories.id, 0 from products, categories
        where products.id = '${product}' and categories.id = '${category}' on conflict do nothing`;
    },
    () => `delete from product_also_in where category_id = '${one(categoryIds)}'`,
    () => {
      const [product, category] = pair();
      return `insert into category_pins select categories.id, products.id, ${random(9)}
        from products, categories where products.id = '${product}' and categories.id = '${category}'
        on conflict (category_id, product_id) do update set position = excluded.position`;
    },
    () => `update category_pins set position = position + 1 where category_id = '${one(categoryIds)}'`,
    () => `delete from category_pins where product_id = '${one(productIds)}'`,
  ];
}

test.for(engines)(
  'the places of products on %s are kept whoever writes what they are made of',
  async (engine) => {
    const db = await openTestDatabase(engine);
    const random = randomNumbers(34);
    const writes = writesBy(random);
    for (let step = 0; step < 300; step += 1) {
      const write = writes[random(writes.length)]?.() ?? '';
      await sql.raw(write).execute(db.write);
      expect(await placesOf(db), `${step}: ${write}`).toEqual(await expectedPlaces(db));
    }
    await expectCounted(db);
  },
);
