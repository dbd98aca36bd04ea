import { expect, test } from 'vitest';
import { offerValues } from '#server/facets/offer-values.ts';

test.for([
  ['resistances', ['47 Ω', '470 Ω', '1 kΩ', '4.7 kΩ', '10 kΩ', '1 MΩ']],
  ['tolerances', ['±0.1%', '±1%', '±5%', '±10%']],
  ['fractions', ['1/16 W', '1/8 W', '1/4 W', '½ W', '1 W', '2 W']],
  ['months, which are no fractions', ['2023/12', '2024/3', '2025/01']],
] as const)('%s are offered by their size', ([, values]) => {
  // Those of the most products first, if it were not for their size.
  const counted = values.map((value, place) => ({ value, count: place + 1 }));
  expect(offerValues(counted, []).map(({ value }) => value)).toEqual(values);
});

test('values of which one has no size are offered by their numbers of products, with a chosen one that is gone', () => {
  const counted = [
    { value: '0402', count: 1 },
    { value: '軸向', count: 3 },
    { value: '0201', count: 2 },
  ];
  const offered = offerValues(counted, ['火星']).map(({ value, count }) => `${value} ${count}`);
  expect(offered).toEqual(['軸向 3', '0201 2', '0402 1', '火星 0']);
});
