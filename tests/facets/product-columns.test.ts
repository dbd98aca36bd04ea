import { expect, test } from 'vitest';
import { productSorts } from '#shared/address/list-query.ts';
import { Chunk } from '#server/facets/columns/chunk.ts';
import { countProducts } from '#server/facets/columns/count-products.ts';
import { IdList } from '#server/facets/columns/id-list.ts';
import { pageOfProducts } from '#server/facets/columns/page-of-products.ts';
import { ProductColumns } from '#server/facets/columns/product-columns.ts';
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
  const byId = [...products].toSorted((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  for (const product of byId) columns.append(product);
  return columns;
}

function answerOf(columns: ProductColumns, question: FacetQuestion): FacetAnswer {
  const counted = countProducts(columns, question);
  const { total, counts } = counted;
  return withSortedCounts({ ids: pageOfProducts(columns, counted, question), total, counts });
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
    chunk.take('p', count - chunk.size);
    for (const [slot, time] of times.slice(0, count).entries()) chunk.setTime(slot, time);
    chunk.pack();
    expect(times.slice(0, count).map((_, slot) => chunk.timeAt(slot))).toEqual(times.slice(0, count));
  }
});

test('a column becomes wider for a number that it has no room for, and keeps the others', () => {
  const chunk = new Chunk(0);
  chunk.take('p', 40);
  const codes = [1, 255, 256, 0xffff, 0x10000, 2];
  for (const [slot, code] of codes.entries()) {
    chunk.setCode(0, slot * 7, code);
    // Other arrays beside it, of other widths.
    chunk.setCode(slot + 1, slot, 1);
    chunk.pack();
  }
  expect(codes.map((_, slot) => chunk.columns.get(0)?.[slot * 7])).toEqual(codes);
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

const spreads: [what: string, timeOf: (i: number) => number][] = [
  ['of one time', () => 0],
  ['of two times', (i) => (i % 2) * 60_000],
  ['each of its own time', (i) => i * 1_000],
  ['few of which are far from the others', (i) => (i % 500 === 0 ? i * 1e9 : i)],
  ['many of which are close together', (i) => (i % 3 === 0 ? 1_000 : i * 1e6)],
];

test.for(spreads)('pages of 3,000 products %s are those of all in their order', ([, timeOf]) => {
  const random = randomNumbers(38);
  const products = Array.from({ length: 3_000 }, (_, i) => ({
    ...aFacetProduct(random, `p-${i}`),
    publishedMs: timeOf(i),
  }));
  const columns = filledWith(products);
  for (const sort of productSorts) {
    const all = { ...aQuestion, categories: null, sort, pinned: ['p-7', 'p-2999'], limit: 3_000 };
    const { ids } = scanProducts(products, all);
    for (const skip of [0, 8, 1_490, 2_990])
      expect(answerOf(columns, { ...all, skip, limit: 24 }).ids, sort).toEqual(ids.slice(skip, skip + 24));
  }
});

test('ids are kept as they are: those that begin alike, long ones, and those in no order', () => {
  const ids = Array.from({ length: 40 }, (_, i) => `零件-${i}`);
  ids.push('a', 'a', '', 'x'.repeat(254), 'x'.repeat(255), 'x'.repeat(700), `${'x'.repeat(510)}y`, 'b');
  const list = new IdList();
  for (const id of ids) list.add(id);
  const readAll = () => ids.map((_, place) => list.read(place).toString());
  expect(readAll()).toEqual(ids);
  list.pack();
  expect(readAll()).toEqual(ids);
});

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
