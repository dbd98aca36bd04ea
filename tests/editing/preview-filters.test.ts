import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { maxProductsInTransaction } from '#server/facets/facets-in-transaction.ts';
import { get } from '../helpers/accounts.ts';
import { aCategory, aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aDraft } from '../helpers/drafts.ts';
import { openEditedSite } from '../helpers/edited-site.ts';

const friday = '2026-12-04T20:00:00+08:00';
const tea = (name: string, place: string, fields: Record<string, unknown> = {}) =>
  aProduct({ name, category: 'oolong', price: 300, specs: { 產地: place }, ...fields });
const files = {
  'categories/oolong.md': aCategory({ name: '烏龍' }),
  'products/a.md': tea('甲茶', '坪林'),
  'products/b.md': tea('乙茶', '坪林'),
  'products/c.md': tea('丙茶', '坪林', { publishedAt: friday }),
};
const list = '/product?category=oolong';
const fromPinglin = `f=${encodeURIComponent('產地:坪林')}`;

/** Values of the offered places with their numbers. */
function boxesIn(page: string): string[] {
  const boxes = page.matchAll(/name="f"[^>]* value="產地:([^"]+)"\/>.*?figures[^>]*>(\d+)</g);
  return Array.from(boxes, ([, value, count]) => `${value} ${count}`).toSorted();
}

function namesIn(page: string): string[] {
  return Array.from(page.matchAll(/<h2><a [^>]*>([^<]+)/g), ([, name = '']) => name).toSorted();
}

describe.for(engines)('on %s', (engine) => {
  test('lists of a preview have the filters that its drafts and its moment give them', async () => {
    const { app, db, cookie, import: bring } = await openEditedSite({ engine });
    await bring(files);
    await aDraft(db, 'categories/oolong', aCategory({ name: '烏龍', filters: ['產地'] }));
    await aDraft(db, 'products/b', tea('乙茶', '名間'));
    const read = async (at: string, query = '') =>
      (await get(app, `/edit/preview/all/${at}${list}${query}`, cookie)).text;
    expect(boxesIn(await read('now'))).toEqual(['名間 1', '坪林 1']);
    expect(boxesIn(await read('2026-12-04T2000'))).toEqual(['名間 1', '坪林 2']);
    expect(namesIn(await read('now', `&${fromPinglin}`))).toEqual(['甲茶']);
    expect(namesIn(await read('2026-12-04T2000', `&${fromPinglin}`))).toEqual(['丙茶', '甲茶']);
    // Visitors see none of it.
    expect(boxesIn((await get(app, list)).text)).toEqual([]);
    expect((await get(app, `${list}&${fromPinglin}`)).status).toBe(404);
  });
});

test('another spelling of a filtered list leads to the one address within the preview, and an old address to its page', async () => {
  const { app, cookie, import: bring, services } = await openEditedSite();
  await bring({ ...files, 'categories/oolong.md': aCategory({ filters: ['產地'] }) });
  const mount = '/edit/preview/all/now';
  const leadsTo = async (path: string) => {
    const { status, headers } = await get(app, mount + path, cookie);
    return [status, headers['location']];
  };
  expect(await leadsTo(`${list}&min=&max=&${fromPinglin}`)).toEqual([308, `${mount}${list}&${fromPinglin}`]);
  expect(await leadsTo(`/product/_payload.json?category=oolong&min=&${fromPinglin}`)).toEqual([
    308,
    `${mount}/product/_payload.json?category=oolong&${fromPinglin}`,
  ]);
  expect(await leadsTo('/search?q=茶&kind=products&min=１００')).toEqual([
    308,
    `${mount}/search?q=${encodeURIComponent('茶')}&kind=products&min=100`,
  ]);
  const { body } = await get(app, `${mount}/product/_payload.json?category=oolong&${fromPinglin}`, cookie);
  const { data }: PayloadBody = body;
  expect(data.product?.facets?.chosen.values).toEqual([['產地', '坪林']]);
  await services.db.write
    .insertInto('redirects')
    .values({ from_path: '/old-tea', to_path: '/articles', is_gone: 0, created_at: '', account_name: '' })
    .execute();
  expect(await leadsTo('/old-tea')).toEqual([308, `${mount}/articles`]);
});

test('a preview of more products than it may count says that its lists have no filters', async () => {
  const { app, db, cookie, import: bring } = await openEditedSite();
  await bring({ ...files, 'categories/oolong.md': aCategory({ filters: ['產地'] }) });
  const read = async () => (await get(app, `/edit/preview/all/now${list}`, cookie)).text;
  const sentence = '商品超過 2,000 項，預覽裡的列表沒有篩選。';
  expect(await read()).not.toContain(sentence);
  await sql`with recursive numbers(n) as (
      select 1 union all select n + 1 from numbers where n < ${sql.lit(maxProductsInTransaction)})
    insert into products (id, name, summary, picture_alt, images, description_source, description_html, category,
      availability, status, published_at, specs)
    select 'more-' || n, '茶', '', '', '[]', '', '', '茶葉', 'in_stock', 'published', '2026-01-01T00:00:00.000Z', '[]'
    from numbers`.execute(db.write);
  const page = await read();
  expect(page).toContain(sentence);
  expect(boxesIn(page)).toEqual([]);
  expect(namesIn(page)).toEqual(['乙茶', '甲茶']);
  expect((await get(app, '/edit/preview/all/now/articles', cookie)).text).not.toContain(sentence);
});
