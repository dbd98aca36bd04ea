import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { aCategory, aProduct, type Files } from './content.ts';
import { pick } from './facets.ts';

const values: Readonly<Record<string, readonly string[]>> = {
  阻值: [
    '10 Ω',
    '47 Ω',
    '100 Ω',
    '470 Ω',
    '1 kΩ',
    '4.7 kΩ',
    '10 kΩ',
    '47 kΩ',
    '100 kΩ',
    '1 MΩ',
    '2 MΩ',
    '4 MΩ',
    '5 MΩ',
    '10 MΩ',
  ],
  容差: ['±0.1%', '±1%', '±5%', '±10%'],
  額定功率: ['1/16 W', '1/8 W', '1/4 W'],
  封裝: ['0402', '0603', '0805', '軸向引線'],
  材質: ['金屬膜', '碳膜', '厚膜'],
};

/** Files of a made-up brand of electronic parts, half of them resistors, of which a category filters by five specs. */
export function partsBrand(count: number): Files {
  const random = randomNumbers(3);
  const products = Array.from({ length: count }, (_, i) => {
    const specs = Object.fromEntries(Object.entries(values).map(([name, all]) => [name, pick(random, all)]));
    const availability = pick(random, ['in_stock', 'in_stock', 'sold_out', 'preorder', 'discontinued']);
    const category = i % 2 === 0 ? 'resistors' : '電容';
    const name = `${specs['阻值']} 電阻 ${specs['容差']}（${i}）`;
    const sku = `RES-${String(i).padStart(5, '0')}`;
    return [
      `products/part-${i}.md`,
      aProduct({ name, category, specs, availability, sku, price: i % 90 }),
    ] as const;
  });
  return {
    'site.yaml': 'name: 微光電子材料\n',
    'categories/resistors.md': aCategory({ name: '電阻', filters: Object.keys(values) }),
    ...Object.fromEntries(products),
  };
}
