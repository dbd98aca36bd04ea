import { expect, test } from 'vitest';
import { product } from '#shared/kinds/product.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import { listSpecs } from '#shared/kinds/product-parts/specs.ts';
import { readStoredSettings } from '#shared/kinds/stored/stored-settings.ts';

const { badges, variants, labelling, options } = product.fields;

function lossesOf<Value>(read: (onLoss: () => void) => Value): { value: Value; losses: number } {
  let losses = 0;
  const value = read(() => (losses += 1));
  return { value, losses };
}

test('a value that its field allows comes whole', () => {
  const variant = {
    ...{ id: 'red', options: { 顏色: '紅' }, sku: 'R', price: 5, availability: 'preorder', laterKey: [1] },
    salePriceUntil: '2026-11-30T00:00:00.000Z',
  };
  const stored = JSON.stringify([variant]);
  expect(lossesOf((onLoss) => readStored(variants, stored, onLoss))).toEqual({ value: [variant], losses: 0 });
});

test.for([
  ['no JSON', badges, 'x', [], 1],
  ['another value', badges, '{}', [], 1],
  ['items of another type', badges, '["a", 5, "", null]', ['a'], 3],
  ['a row without what it must have', variants, '[{"options": {}}]', [], 1],
  [
    'cells of another type',
    variants,
    '[{"id": "a", "price": "5", "availability": "soon"}]',
    [{ id: 'a', options: {} }],
    2,
  ],
  ['a time that is none', variants, '[{"id": "a", "salePriceFrom": "soon"}]', [{ id: 'a', options: {} }], 1],
  [
    'a day in the place of a time',
    variants,
    '[{"id": "a", "salePriceFrom": "2026-11-30"}]',
    [{ id: 'a', options: {} }],
    1,
  ],
  [
    'an address that is none',
    variants,
    '[{"id": "a", "purchaseUrl": "javascript:1"}]',
    [{ id: 'a', options: {} }],
    1,
  ],
  ['a list in a row', options, '[{"name": "色", "values": 5}]', [{ name: '色', values: [] }], 1],
  [
    'parts of a group',
    labelling,
    '{"origin": 5, "marks": [{"mark": "ce"}], "maker": {"name": "廠"}}',
    { marks: [], maker: { name: '廠' } },
    3,
  ],
  ['a list for a group', labelling, '[]', {}, 1],
] as const)('%s is left out', ([, field, stored, value, losses]) => {
  expect(lossesOf((onLoss) => readStored(field, stored, onLoss))).toEqual({ value, losses });
});

test('a row without a list has an empty one', () => {
  const stored = '[{"name": "色"}]';
  expect(lossesOf((onLoss) => readStored(options, stored, onLoss))).toEqual({
    value: [{ name: '色', values: [] }],
    losses: 0,
  });
});

test('pairs that are none are left out of specs', () => {
  const stored =
    '[["產地", "坪林"], 5, ["色", ["紅", 5]], ["尺寸", [["長", "1"], ["寬", {}]]], ["空", []], [1, "x"]]';
  const { value, losses } = lossesOf((onLoss) => listSpecs(stored, onLoss));
  expect(value).toEqual([
    { group: '', name: '產地', values: ['坪林'] },
    { group: '', name: '色', values: ['紅'] },
    { group: '尺寸', name: '長', values: ['1'] },
  ]);
  expect(losses).toBe(5);
});

test('settings that their fields do not allow are left out, and a group with a part missing', () => {
  const stored = JSON.stringify({
    ...{ name: '誌', tagline: 5, newDays: 7, later: {} },
    colors: { light: '#9a3412' },
    footer: { about: '', links: [{ label: '商品', url: '/product' }, 5], licence: { label: 'CC' } },
    featured: [{ product: 'pot' }, {}, { nobody: 'x' }],
  });
  const { value, losses } = lossesOf((onLoss) => readStoredSettings(stored, onLoss));
  expect(value).toEqual({
    ...{ name: '誌', newDays: 7, later: {} },
    footer: { about: '', links: [{ label: '商品', url: '/product' }] },
    featured: [{ product: 'pot' }],
  });
  expect(losses).toBe(6);
});
