import { expect, test } from 'vitest';
import { Chunk } from '#server/facets/columns/chunk.ts';
import { countProducts } from '#server/facets/columns/count-products.ts';
import { pageOfProducts } from '#server/facets/columns/page-of-products.ts';
import { ProductColumns } from '#server/facets/columns/product-columns.ts';
import { sortByKey } from '#server/facets/columns/sort-by-key.ts';
import type { FacetProduct } from '#server/facets/facet-product.ts';
import { availabilityFacet, type FacetAnswer, type FacetQuestion } from '#server/facets/facet-question.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import {
  aFacetProduct,
  aFacetQuestion,
  facetNames,
  pick,
  scanProducts,
  withSortedCounts,
} from '../helpers/facets.ts';

function filledWith(products: Iterable<FacetProduct>): ProductColumns {
  const columns = new ProductColumns([...facetNames, availabilityFacet]);
  for (const product of products) columns.append(product);
  columns.sort();
  return columns;
}

function answerOf(columns: ProductColumns, question: FacetQuestion): FacetAnswer {
  const { found, total, counts } = countProducts(columns, question);
  return withSortedCounts({ ids: pageOfProducts(columns, found, question), total, counts });
}

const late = { nowMs: Number.MAX_SAFE_INTEGER };

test('300 random questions beside random changes are answered as a scan of the products answers them', () => {
  const random = randomNumbers(34);
  const ids = Array.from({ length: 600 }, (_, i) => `${i % 3 === 0 ? '商品' : 'p'}-${i}`);
  const products = new Map(ids.slice(0, 500).map((id) => [id, aFacetProduct(random, id)]));
  let columns = filledWith(products.values());
  for (let i = 0; i < 300; i += 1) {
    const changes = new Map<string, FacetProduct | null>();
    for (let n = random(8); n > 0; n -= 1) {
      const id = pick(random, ids);
      changes.set(id, random(4) === 0 ? null : aFacetProduct(random, id));
    }
    columns.change(changes);
    for (const [id, product] of changes) {
      if (product === null) products.delete(id);
      else products.set(id, product);
    }
    if (columns.isLoose) columns = filledWith(products.values());
    const question = { ...aFacetQuestion(random, ids), ...late };
    expect(answerOf(columns, question), JSON.stringify(question)).toEqual(
      withSortedCounts(scanProducts([...products.values()], question)),
    );
  }
});

test('a chunk keeps times of whole seconds, and those between and before them', () => {
  const chunk = new Chunk(0);
  const times = [0, 1_767_225_600_000, 1_767_225_600_001, -1_000, 4_294_967_296_000];
  for (const count of [2, 5]) {
    chunk.take(count - chunk.size);
    for (const [slot, time] of times.slice(0, count).entries()) chunk.setTime(slot, time);
    chunk.pack();
    expect(times.slice(0, count).map((_, slot) => chunk.timeAt(slot))).toEqual(times.slice(0, count));
  }
});

test('a column becomes wider for a number that it has no room for, and keeps the others', () => {
  const chunk = new Chunk(0);
  chunk.take(40);
  const codes = [1, 255, 256, 0xffff, 0x10000, 2];
  for (const [slot, code] of codes.entries()) {
    chunk.setCode(0, slot * 7, code);
    // Other arrays beside it, of other widths.
    chunk.setCode(slot + 1, slot, 1);
    chunk.pack();
  }
  expect(codes.map((_, slot) => chunk.columns.get(0)?.[slot * 7])).toEqual(codes);
});

test('numbers are sorted by keys of any size, those with equal keys as they stand', () => {
  const random = randomNumbers(38);
  const keys = Array.from({ length: 3_000 }, (_, i) =>
    i % 3 === 0 ? random(50) : random(2 ** 31) * 2 ** 20,
  );
  const keyOf = (number: number) => keys[number] ?? 0;
  const numbers = [...keys.keys()];
  expect([...sortByKey(Uint32Array.from(numbers), keyOf)]).toEqual(
    numbers.toSorted((a, b) => keyOf(a) - keyOf(b)),
  );
});

const aQuestion: FacetQuestion = {
  names: facetNames,
  categories: ['零件'],
  choices: [],
  minPrice: null,
  maxPrice: null,
  counted: [],
  sort: 'newest',
  pinned: [],
  skip: 0,
  limit: 10,
  ...late,
};

test('choices of several facets hold for one variant of a product together', () => {
  const row = (color: string, size: string) =>
    new Map([
      ['顏色', [color]],
      ['容量', [size]],
    ]);
  const shirt = {
    ...{ id: 'shirt', places: ['零件'], publishedMs: 0, price: 1, isAvailable: true },
    rows: [row('紅', 'S'), row('藍', 'L'), row('藍', 'S')],
  };
  const columns = filledWith([shirt]);
  const choose = (...choices: FacetQuestion['choices']) =>
    answerOf(columns, { ...aQuestion, counted: ['顏色', '容量'], choices });
  expect(choose({ facet: '顏色', values: ['紅'] }, { facet: '容量', values: ['L'] }).total).toBe(0);
  expect(choose({ facet: '顏色', values: ['藍'] })).toEqual({
    ids: ['shirt'],
    total: 1,
    // It counts once for each of its values, however many variants have it.
    counts: [
      [
        { value: '紅', count: 1 },
        { value: '藍', count: 1 },
      ],
      [
        { value: 'L', count: 1 },
        { value: 'S', count: 1 },
      ],
    ],
  });
});
