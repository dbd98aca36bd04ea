import path from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { engines, temporaryFolder } from '../helpers/databases.ts';
import { openSite, type TestSite } from '../helpers/site.ts';
import { newLandedDatabase, runStatements } from '../store/landed/landed-database.ts';

const category = '杯子 & / + #';

/** Products as builds until November 2026 kept them: id, category, price, availability, day of publication. */
const products: [id: string, category: string, price: number | null, availability: string, day: number][] = [
  ['pot', '茶器', 680, 'in_stock', 1],
  ['tray', '茶器', 1280, 'sold_out', 5],
  ['tea', '茶葉', null, 'preorder', 3],
  ['cup', category, 0, 'discontinued', 4],
];

const rows = `
  insert into site values (1, '{"name":"誌","tagline":"","description":"","categories":["茶葉"]}');
  insert into products (id, name, summary, category, price_twd, availability, picture, picture_alt, images, specs,
    purchase_url, description_source, description_html, published_at, updated_at, status) values
    ${[...products, ['draft', '茶器', 1, 'in_stock', 2] as const]
      .map(
        ([id, of, price, availability, day]) =>
          `('${id}', '${id}', '', '${of}', ${price}, '${availability}', null, '', '[]', '[["產地","坪林"]]', null, '', '',
            '2026-01-0${day}T00:00:00.000Z', null, '${id === 'draft' ? 'draft' : 'published'}')`,
      )
      .join(', ')};`;

/** Ids in the list of each address, as those builds listed them. */
const lists: [query: string, ids: string[]][] = [
  ['', ['tea', 'pot', 'tray', 'cup']],
  ['?sort=newest', ['tray', 'cup', 'tea', 'pot']],
  ['?sort=price-asc', ['cup', 'pot', 'tray', 'tea']],
  ['?sort=price-desc', ['tray', 'pot', 'cup', 'tea']],
  [`?category=${encodeURIComponent('茶器')}`, ['pot', 'tray']],
  [`?category=${encodeURIComponent('茶器')}&sort=price-desc`, ['tray', 'pot']],
  [`?category=${encodeURIComponent('茶葉')}`, ['tea']],
  [`?category=${encodeURIComponent(category)}`, ['cup']],
];

async function listsOf({ app }: TestSite): Promise<typeof lists> {
  return Promise.all(
    lists.map(async ([query]) => {
      const { body } = await request(app).get(`/product/_payload.json${query}`).expect(200);
      return [query, body.data.product.items.map(({ id }: { id: string }) => id)] as (typeof lists)[number];
    }),
  );
}

async function addressesIn({ app }: TestSite): Promise<string[]> {
  const files = ['products-1', 'lists-1'].map(async (file) => {
    const { text } = await request(app).get(`/sitemaps/${file}.xml`).expect(200);
    return Array.from(text.matchAll(/<loc>https:\/\/tea\.example([^<]*)/g), ([, address = '']) => address);
  });
  return (await Promise.all(files)).flat();
}

test.for(engines)(
  'a site of builds until November 2026 on %s keeps its addresses and lists, and is exported to the same',
  async (engine) => {
    const database = await newLandedDatabase(engine);
    await runStatements(database, rows);
    const env = { PUBLIC_URL: 'https://tea.example' };
    const site = await openSite({ engine, database, env });
    expect(await listsOf(site)).toEqual(lists);
    const addresses = await addressesIn(site);
    expect(addresses).toEqual(expect.arrayContaining(products.map(([id]) => `/product/info/${id}`)));
    expect(addresses.length).toBeGreaterThan(7);
    for (const address of addresses)
      expect((await request(site.app).get(address.replaceAll('&amp;', '&'))).status, address).toBe(200);

    const { db, media } = site.services;
    const dir = path.join(temporaryFolder(), 'export');
    await exportContent(dir, db, media.store);
    const { unchanged } = await importContent(dir, db, media.store);
    expect(unchanged).toMatchObject({ products: 5 });
    const fresh = await openSite({ engine, env });
    await importContent(dir, fresh.services.db, fresh.services.media.store);
    expect(await listsOf(fresh)).toEqual(lists);
    expect((await addressesIn(fresh)).toSorted()).toEqual(addresses.toSorted());
  },
);
