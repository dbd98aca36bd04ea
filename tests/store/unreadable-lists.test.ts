import { sql } from 'kysely';
import request from 'supertest';
import { expect, test } from 'vitest';
import { aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { idsOf, problemsOfIndex } from '../helpers/search.ts';
import { openSite } from '../helpers/site.ts';

test.for(engines)(
  'lists that an operator has written as none on %s stop no page and no import',
  async (engine) => {
    const site = await openSite({
      engine,
      files: {
        'products/pot.md': aProduct({ name: '朱泥壺' }),
      },
    });
    const { db } = site.services;
    await sql`update products set options = '{}', variants = '{}', specs = '{}',
    images = '{}', purchase_links = '{}', downloads = '{}', badges = '{}', labelling = '[]'`.execute(
      db.write,
    );
    await site.import({ 'products/cup.md': aProduct({ name: '白瓷杯' }) });
    expect(await idsOf(db, 'products', '白瓷')).toEqual(['cup']);
    expect(await idsOf(db, 'products', '朱泥')).toEqual(['pot']);
    expect(await problemsOfIndex(db)).toEqual([]);
    await request(site.app).get('/product/info/pot').set('Accept', 'text/html').expect(200);
    await site.import({ 'products/pot.md': aProduct({ name: '朱砂壺' }) });
    expect(await idsOf(db, 'products', '朱砂')).toEqual(['pot']);
    const { specs } = await db.read
      .selectFrom('products')
      .select('specs')
      .where('id', '=', 'pot')
      .executeTakeFirstOrThrow();
    expect(specs).toBe('[]');
  },
);

test('a part that its field does not allow is left out of pages, and logged once by the name of the entry', async () => {
  const { log, lines } = keptLog();
  const site = await openSite({ log, files: { 'products/pot.md': aProduct({ name: '朱泥壺' }) } });
  const links = JSON.stringify([{ url: 'https://%' }, 5, { url: 'https://shop.example/pot', label: '店' }]);
  await sql`update products set purchase_links = ${links}, badges = 'nonsense'`.execute(
    site.services.db.write,
  );
  for (const address of ['/product/info/pot', '/product', encodeURI('/search?q=朱泥&kind=products')]) {
    const { text } = await request(site.app).get(address).set('Accept', 'text/html').expect(200);
    expect(text).toContain('朱泥壺');
    if (address.includes('pot')) expect(text).toContain('href="https://shop.example/pot"');
  }
  const named = lines.filter(({ entry }) => entry !== undefined);
  expect(named.map(({ level, entry, column }) => [level, entry, column])).toEqual([
    ['warn', 'products/pot', 'purchase_links'],
    ['warn', 'products/pot', 'badges'],
  ]);
});
