import { expect, test } from 'vitest';
import { checkContent } from '#server/features/import-export/import-content.ts';
import { aDrawing, aProduct, contentFolder, problemsOf } from '../helpers/content.ts';

const options = [{ name: '容量', values: ['150 ml', '250 ml'] }];
const small = { id: 'small', options: { 容量: '150 ml' } };
const large = { id: 'large', options: { 容量: '250 ml' } };

const rows: [string, Record<string, unknown>, string[]][] = [
  [
    'a sale price without a price',
    { price: undefined, salePrice: 5 },
    ['salePrice is 5, and there is no price'],
  ],
  ['a sale price that is not lower', { salePrice: 680 }, ['which is not below the price']],
  ['an end without a sale', { salePriceUntil: '2026-12-01T00:00:00+08:00' }, ['and no salePrice']],
  [
    'ends the wrong way round',
    {
      salePrice: 5,
      salePriceFrom: '2026-12-01T00:00:00+08:00',
      salePriceUntil: '2026-11-01T00:00:00+08:00',
    },
    ['salePriceUntil must be after salePriceFrom'],
  ],
  ['a wrong check digit', { gtin: '4710000000019' }, ['the last one is 1']],
  ['a GTIN of another length', { gtin: '47100' }, ['8, 12, 13 or 14 digits']],
  ['variants without options', { variants: [small] }, ['there are variants, and no options']],
  ['options without variants', { options }, ['there are options, and no variants']],
  [
    'an option without values',
    {
      options: [...options, { name: '色' }],
      variants: [{ ...small, options: { 容量: '150 ml', 色: '紅' } }],
    },
    ['options.1.values is empty', 'must be one of the values of the option 色'],
  ],
  [
    'two options of a name',
    { options: [...options, ...options], variants: [small] },
    ['options.1.name is the same as options.0.name in line'],
  ],
  [
    'a value that no option has',
    { options, variants: [{ id: 'x', options: { 容量: '9 ml' } }] },
    ['must be one of the values of the option 容量'],
  ],
  [
    'an option that is not there',
    { options, variants: [{ ...small, options: { ...small.options, 色: '紅' } }] },
    ['色 names an option'],
  ],
  [
    'a variant without a value',
    { options, variants: [{ id: 'x', options: {} }] },
    ['a value of the option 容量'],
  ],
  [
    'two variants of an id',
    { options, variants: [small, { ...large, id: 'small' }] },
    ['variants.1.id is the same as variants.0.id in line'],
  ],
  [
    'two variants of a SKU',
    {
      options,
      variants: [
        { ...small, sku: 'A' },
        { ...large, sku: 'A' },
      ],
    },
    ['variants.1.sku is the same as variants.0.sku in line'],
  ],
  [
    'the SKU of the product in a variant',
    { sku: 'A', options, variants: [{ ...small, sku: 'A' }] },
    ['the same as sku in line'],
  ],
  [
    'two variants of the same options',
    { options, variants: [small, { ...small, id: 'x' }] },
    ['variants.1.options is the same as variants.0.options in line'],
  ],
  [
    'a sale of a variant above its price',
    { options, variants: [{ ...small, salePrice: 700 }] },
    ['variants.0.salePrice is 700'],
  ],
  [
    'a picture of something else',
    { options, variants: [{ ...small, image: 'media/b.svg' }] },
    ['the src of one of the images'],
  ],
  [
    'an id that is none',
    { options, variants: [{ ...small, id: 'a/b' }] },
    ['variants.0.id is "a/b"; it must be an id'],
  ],
];

test.for(rows)('%s is a mistake', async ([, fields, expected]) => {
  const problems = await problemsOf({
    'products/a.md': aProduct(fields).replace('price: undefined\n', ''),
    'media/b.svg': aDrawing,
  });
  expect(problems).toHaveLength(expected.length);
  for (const [index, part] of expected.entries()) expect(problems[index]).toContain(part);
  expect(problems[0]).toMatch(/^products\/a\.md:\d+: /);
});

test('the line of a mistake in a variant is its own', async () => {
  const file = `---\nname: 壺\ncategory: 茶器\noptions:\n  - name: 色\n    values: [紅, 黑]\nvariants:\n  - id: r\n    options: { 色: 紅 }\n    sku: A-1\n  - id: b\n    options: { 色: 黑 }\n    sku: A-1\nstatus: draft\n---\n`;
  expect(await problemsOf({ 'products/a.md': file })).toEqual([
    'products/a.md:13: variants.1.sku is the same as variants.0.sku in line 10; give each its own sku',
  ]);
});

test('what can be ordered before it is there, and without a time, is imported with a warning', async () => {
  const folder = await checkContent(
    contentFolder({ 'products/a.md': aProduct({ availability: 'preorder' }) }),
    null,
  );
  expect(folder.warnings.map(({ wrong }) => wrong)).toEqual(['availableFrom is missing']);
});

test('a whole product with variants has no problems', async () => {
  expect(
    await problemsOf({
      'products/a.md': aProduct({
        ...{
          brand: '青葉',
          gtin: '4710000000011',
          mpn: 'A',
          salePrice: 500,
          images: [{ src: 'media/b.svg', alt: '壺' }],
        },
        ...{
          options,
          variants: [
            { ...small, image: 'media/b.svg', gtin: '96385074' },
            { ...large, price: 900 },
          ],
        },
      }),
      'media/b.svg': aDrawing,
    }),
  ).toEqual([]);
});
