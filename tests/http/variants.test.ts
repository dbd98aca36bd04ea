import { expect, test } from 'vitest';
import { get } from '../helpers/accounts.ts';
import { aDrawing, aProduct, type Files } from '../helpers/content.ts';
import { errorsIn, thingsOf } from '../helpers/page-description.ts';
import { openSite } from '../helpers/site.ts';

const options = [
  { name: '顏色', values: ['紅', '黑', '白'] },
  { name: '容量', values: ['150 ml', '250 ml', '900 ml'] },
];
const variant = (id: string, 顏色: string, 容量: string, more = {}) => ({
  id,
  options: { 顏色, 容量 },
  sku: `S-${id}`,
  ...more,
});
const files: Files = {
  'products/pot.md': aProduct({
    ...{ name: '壺', price: 500, gtin: '96385074', options },
    images: [
      { src: 'media/a.svg', alt: '紅的' },
      { src: 'media/b.svg', alt: '黑的' },
    ],
    variants: [
      variant('rs', '紅', '150 ml'),
      variant('rl', '紅', '250 ml', { price: 800, salePrice: 700 }),
      variant('bs', '黑', '150 ml', { image: 'media/b.svg', purchaseUrl: 'https://shop.example/bs' }),
      variant('wl', '白', '250 ml', { price: 900, availability: 'sold_out' }),
    ],
  }),
  'products/cup.md': aProduct({ name: '杯', options, variants: [variant('x', '紅', '150 ml')] }),
  'media/a.svg': aDrawing,
  'media/b.svg': aDrawing.replace('40', '41'),
};
const env = { PUBLIC_URL: 'https://tea.example' };

/** The links of the options: label, variant, and whether it is chosen or crossed out. */
function linksIn(html: string): string[] {
  const links = /<a href="\/product\/info\/pot\?variant=(\w+)"([^>]*)>(<s>)?([^<]*)/g;
  return Array.from(html.matchAll(links), ([, id, attributes = '', gone, label]) => {
    const isChosen = attributes.includes('aria-current="true"');
    return `${label} ${id}${isChosen ? ' chosen' : ''}${gone ? ' gone' : ''}`;
  });
}

test('an option leads to the nearest variant that has its value', async () => {
  const { app } = await openSite({ files });
  const none = (await get(app, '/product/info/pot')).text;
  expect(linksIn(none)).toEqual(['紅 rs', '黑 bs', '白 wl gone', '150 ml rs', '250 ml rl']);
  const large = (await get(app, '/product/info/pot?variant=rl')).text;
  expect(linksIn(large)).toEqual(['紅 rl chosen', '黑 bs', '白 wl gone', '150 ml rs', '250 ml rl chosen']);
});

test('a product with variants shows both ends of its price, and a variant its own', async () => {
  const { app } = await openSite({ files, env });
  const whole = (await get(app, '/product/info/pot')).text;
  expect(whole).toContain('NT$500 – NT$700');
  expect(whole).not.toContain('product:price:amount');
  expect((await get(app, '/product')).text).toContain('NT$500 起');
  const large = (await get(app, '/product/info/pot?variant=rl')).text;
  expect(large).toMatch(/NT\$700<\/span><del[^>]*><span class="sr-only">原價 <\/span>NT\$800<\/del>/);
  expect(large).toContain('<meta property="product:price:amount" content="700"/>');
  expect(large).toContain('<meta property="product:retailer_item_id" content="S-rl"/>');
  expect(large).toContain('<title>壺（紅、250 ml）｜');
  expect(large).toContain('<link rel="canonical" href="https://tea.example/product/info/pot"/>');
  const black = (await get(app, '/product/info/pot?variant=bs')).text;
  expect(black).toContain('https://shop.example/bs');
  expect(black.indexOf('alt="黑的"')).toBeLessThan(black.indexOf('alt="紅的"'));
});

test('a variant that is not there is not found', async () => {
  const { app } = await openSite({ files });
  for (const address of [
    '/product/info/pot?variant=x',
    '/product/info/pot?variant=',
    '/product/info/cup?variant=rs',
  ])
    expect((await get(app, address)).status, address).toBe(404);
  expect((await get(app, '/product/info/cup?variant=x')).status).toBe(200);
  expect((await get(app, '/product/info/pot/_payload.json?variant=rs')).status).toBe(200);
  expect((await get(app, '/product/info/pot/_payload.json?variant=x')).status).toBe(404);
});

test('data of a product with variants is a group, and of a variant one offer', async () => {
  const { app } = await openSite({ files, env });
  const whole = (await get(app, '/product/info/pot')).text;
  expect(await errorsIn(whole)).toEqual([]);
  const [group = {}] = thingsOf(whole);
  expect(group).toMatchObject({
    ...{ '@type': 'ProductGroup', productGroupID: 'pot' },
    variesBy: ['https://schema.org/color', '容量'],
  });
  expect(group['hasVariant']).toHaveLength(4);
  expect(group['hasVariant']).toMatchObject([
    { name: '壺 紅 150 ml', sku: 'S-rs', color: '紅', offers: { price: 500 } },
    { offers: { price: 700, url: 'https://tea.example/product/info/pot?variant=rl' } },
    { image: expect.stringContaining('.svg') },
    { offers: { price: 900, availability: 'https://schema.org/SoldOut' } },
  ]);
  const large = (await get(app, '/product/info/pot?variant=rl')).text;
  expect(await errorsIn(large)).toEqual([]);
  expect(thingsOf(large)[0]).toMatchObject({
    ...{ '@type': 'Product', name: '壺 紅 250 ml', sku: 'S-rl' },
    isVariantOf: { '@type': 'ProductGroup', productGroupID: 'pot' },
    offers: { price: 700, url: 'https://tea.example/product/info/pot?variant=rl' },
  });
});

test('the list of all variants is no part of what a browser gets', async () => {
  const { app } = await openSite({ files });
  const { text } = await get(app, '/product/info/pot');
  const [, data = ''] = /id="page-data">([^<]*)/.exec(text) ?? [];
  expect(JSON.parse(data).loaderData['product-info-product_id']).not.toHaveProperty('variants');
  const payload = JSON.parse((await get(app, '/product/info/pot/_payload.json')).text);
  expect(payload.data['product-info-product_id']).not.toHaveProperty('variants');
  expect(payload.data['product-info-product_id']).toHaveProperty('options');
});

test('the number of a variant finds its product', async () => {
  const { app } = await openSite({ files });
  expect((await get(app, '/search?q=S-rl&kind=products')).text).toContain('/product/info/pot');
});
