import request from 'supertest';
import { expect, test } from 'vitest';
import { findDocument } from '#server/content/entries/documents.ts';
import { checkContent } from '#server/features/import-export/import-content.ts';
import { aProduct, contentFolder, problemsOf, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { openSite } from '../helpers/site.ts';

const labelling = {
  maker: { name: '青葉有限公司', address: '南投縣名間鄉', phone: '049-258-0000' },
  origin: '臺灣',
  netContent: '150 公克',
  marks: [
    { mark: 'bsmi', number: 'R3A001' },
    { mark: 'ncc', number: 'CCAH01' },
  ],
};

const files: Files = {
  'products/pot.md': aProduct({
    name: '壺',
    purchaseUrl: 'https://shop.example/pot',
    purchaseLinks: [
      { url: 'https://shopee.tw/pot' },
      { url: 'https://www.momoshop.com.tw/pot', label: 'momo 旗艦店' },
      { url: 'https://tw.buy.yahoo.com/pot' },
      { url: 'https://www.茶行.example/' },
    ],
    badges: ['限量', '手作'],
    related: ['last', 'cup', 'draft'],
    labelling,
  }),
  'products/cup.md': aProduct({ name: '杯', category: '茶器' }),
  'products/draft.md': aProduct({ name: '未開放', status: 'draft' }),
  'products/last.md': aProduct({ name: '盞', category: '茶器', availability: 'sold_out' }),
  'products/newest.md': aProduct({ name: '盤', publishedAt: '2026-02-01T00:00:00Z' }),
};

test.for(engines)('shops, badges, related products and the label are on the page on %s', async (engine) => {
  const { app, services } = await openSite({ engine, files });
  const { body } = await request(app).get('/product/info/pot/_payload.json');
  const product = body.data['product-info-product_id'];
  expect(product.purchaseUrl).toBe('https://shop.example/pot');
  expect(product.purchaseLinks.map(({ label }: { label: string }) => label)).toEqual([
    'shop.example',
    '蝦皮購物',
    'momo 旗艦店',
    'Yahoo購物中心',
    '茶行.example',
  ]);
  expect(product.badges).toEqual(['限量', '手作']);
  expect(product.related.map(({ id }: { id: string }) => id)).toEqual(['last', 'cup', 'newest']);
  expect(product.labelling).toEqual(labelling);
  const { text } = await request(app).get('/product/info/pot');
  for (const words of ['商品標示', '青葉有限公司', '049-258-0000', '商品檢驗標識', 'CCAH01', '限量'])
    expect(text).toContain(words);
  expect((await request(app).get('/product')).text).toContain('限量');
  expect(text).toMatch(
    /href="https:\/\/shop\.example\/pot"[^>]*class="buy[^"]*button-primary">前往購買（shop\.example）</,
  );
  expect(text).toMatch(/aria-label="其他賣場".*>蝦皮購物<.*>momo 旗艦店<.*>Yahoo購物中心</s);

  // A product that is named and becomes visible is on the page at once.
  await services.db.write
    .updateTable('products')
    .set({ status: 'published' })
    .where('id', '=', 'draft')
    .execute();
  await newsHasCome(services);
  const later = await request(app).get('/product/info/pot/_payload.json');
  expect(later.body.data['product-info-product_id'].related.map(({ id }: { id: string }) => id)).toEqual([
    'last',
    'cup',
    'draft',
    'newest',
  ]);
});

test.for(engines)('an export of all details imports to the same on %s', async (engine) => {
  const { services, ...site } = await openSite({ engine, files });
  const { read } = services.db;
  const document = (await findDocument(read, 'products', 'pot')) ?? '';
  expect(document).toContain(
    'purchaseLinks:\n  - url: https://shopee.tw/pot\n  - url: https://www.momoshop.com.tw/pot\n    label: momo 旗艦店\n',
  );
  expect(document).toContain(
    'badges:\n  - 限量\n  - 手作\nrelated:\n  - last\n  - cup\n  - draft\nlabelling:\n  maker:\n',
  );
  expect(document).not.toContain('importer');
  const versions = () => read.selectFrom('entries').select(['id', 'version']).orderBy('id').execute();
  const before = await versions();
  await site.import({ 'products/pot.md': document });
  expect(await versions()).toEqual(before);
  await site.import({ 'products/pot.md': aProduct({ name: '壺' }) });
  expect(await findDocument(read, 'products', 'pot')).not.toMatch(/labelling|related|badges|purchaseLinks/);
});

test('each mistake in the details of a product is told with its line', async () => {
  const text = `---
name: 壺
category: 茶器
purchaseLinks:
  - label: 蝦皮
badges: [限量, 手作, 第三個]
related: [gone, pot]
labelling:
  maker: { phone: 049-258-0000 }
  origins: 臺灣
  marks:
    - mark: ce
      number: 1
status: draft
---
`;
  expect(await problemsOf({ 'products/pot.md': text })).toEqual([
    'products/pot.md:5: purchaseLinks.0.url is missing; it must be a web address such as https://example.com/shop',
    'products/pot.md:6: badges is a list; it must be a list of texts of at most 6 characters',
    'products/pot.md:9: labelling.maker.name is missing; it must be text of at most 100 characters, such as 青葉有限公司',
    'products/pot.md:10: labelling.origins is not a known key; the known keys are maker, importer, origin, netContent, marks',
    'products/pot.md:12: labelling.marks.0.mark is "ce"; it must be bsmi, ncc',
  ]);
  expect(await problemsOf({ 'products/pot.md': aProduct({ related: ['gone'] }) })).toEqual([
    'products/pot.md:6: related names gone, which does not exist; add products/gone.md, or name one that exists',
  ]);
});

test('two products with one number are a warning that names both files', async () => {
  const dir = contentFolder({
    'products/a.md': aProduct({ sku: 'QY-1' }),
    'products/b.md': aProduct({ sku: 'QY-2' }),
    'products/c.md': aProduct({ sku: 'QY-1' }),
  });
  expect((await checkContent(dir, null)).warnings).toEqual([
    {
      file: 'products/c.md',
      line: 6,
      wrong: 'sku is QY-1, which products/a.md has too',
      right: 'give each its own',
    },
  ]);
});
