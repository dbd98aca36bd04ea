import { expect, test } from 'vitest';
import { gtinMistake } from '#shared/offers/gtin.ts';
import { describeAvailability, describePrice } from '#shared/locale/offer-words.ts';
import { offerAt, type OfferTerms, type Variant } from '#shared/offers/offers.ts';

const now = '2026-11-20T04:00:00.000Z';
const before = '2026-11-01T00:00:00.000Z';
const later = '2026-12-01T00:00:00.000Z';
const muchLater = '2027-01-01T00:00:00.000Z';

function terms(some: Partial<OfferTerms> = {}): OfferTerms {
  return {
    price: 680,
    salePrice: null,
    salePriceFrom: null,
    salePriceUntil: null,
    availability: 'in_stock',
    availableFrom: null,
    ...some,
  };
}

const at = (some: Partial<OfferTerms>, variants: readonly Variant[] = [], moment = now) =>
  offerAt({ terms: terms(some), variants }, moment);

test('a sale begins at its first moment and ends before its last', () => {
  const sale = { salePrice: 580, salePriceFrom: now, salePriceUntil: later };
  expect(at(sale, [], before)).toMatchObject({ price: 680, formerPrice: null, nextChangeAt: now });
  expect(at(sale)).toMatchObject({ price: 580, formerPrice: 680, saleUntil: later, nextChangeAt: later });
  expect(at(sale, [], later)).toMatchObject({
    price: 680,
    formerPrice: null,
    saleUntil: null,
    nextChangeAt: null,
  });
});

test('either end of a sale may be missing', () => {
  expect(at({ salePrice: 580 })).toMatchObject({ price: 580, saleUntil: null, nextChangeAt: null });
  expect(at({ salePrice: 580, salePriceFrom: later })).toMatchObject({ price: 680, nextChangeAt: later });
  expect(at({ salePrice: 580, salePriceUntil: now })).toMatchObject({ price: 680, nextChangeAt: null });
});

test('a sale price that is no lower, or without a price, is none', () => {
  expect(at({ salePrice: 680 }).price).toBe(680);
  expect(at({ price: null, salePrice: 580 }).price).toBeNull();
});

test('what comes soon is in stock from its time on, and a time in the past is not shown', () => {
  const soon = { availability: 'coming_soon', availableFrom: later } as const;
  expect(at(soon)).toMatchObject({ availability: 'coming_soon', availableFrom: later, nextChangeAt: later });
  expect(at(soon, [], later)).toMatchObject({ availability: 'in_stock', availableFrom: null });
  const ordered = { availability: 'preorder', availableFrom: before } as const;
  expect(at(ordered)).toMatchObject({ availability: 'preorder', availableFrom: null, nextChangeAt: null });
});

test('a product with variants costs the lowest price of those that can be had', () => {
  const variants: Variant[] = [
    { id: 'a', options: {}, price: 100, availability: 'sold_out' },
    { id: 'b', options: {}, price: 300 },
    { id: 'c', options: {}, price: 200, availability: 'preorder', availableFrom: later },
  ];
  expect(at({}, variants)).toMatchObject({ price: 200, highestPrice: 300, availability: 'in_stock' });
  const soldOut = variants.map((variant) => ({ ...variant, availability: 'sold_out' as const }));
  expect(at({}, soldOut)).toMatchObject({ price: 100, highestPrice: 300, availability: 'sold_out' });
});

test('a variant takes from its product what it does not say, and no sale beside a price of its own', () => {
  const sale = { salePrice: 580, salePriceUntil: later };
  const { ofVariants } = at(sale, [
    { id: 'same', options: {} },
    { id: 'own', options: {}, price: 900 },
    { id: 'both', options: {}, price: 900, salePrice: 800 },
    { id: 'ends', options: {}, salePrice: 500, salePriceUntil: muchLater },
  ]);
  expect(ofVariants.map(({ price, saleUntil }) => [price, saleUntil])).toEqual([
    [580, later],
    [900, null],
    [800, later],
    [500, muchLater],
  ]);
});

test('prices and availability are put into words', () => {
  const offer = at({ salePrice: 580, salePriceUntil: '2026-11-30T16:00:00.000Z' });
  expect(describePrice(offer)).toBe('NT$580（原價 NT$680，至 11/30）');
  expect(describePrice(at({ salePrice: 580, salePriceUntil: '2026-11-30T12:00:00.000Z' }))).toBe(
    'NT$580（原價 NT$680，至 11/30 20:00）',
  );
  expect(describePrice(at({ price: 0 }))).toBe('免費');
  expect(describePrice(at({ price: null }))).toBe('價格洽詢');
  expect(describePrice({ ...offer, highestPrice: 900, formerPrice: null, saleUntil: null })).toBe(
    'NT$580 起',
  );
  expect(describeAvailability(at({ availability: 'backorder', availableFrom: later }))).toBe(
    '缺貨，可預訂，預計 2026年12月1日到貨',
  );
});

test.for([
  ['4710000000011', null],
  ['036000291452', null],
  ['96385074', null],
  ['10614141000415', null],
  ['4710000000014', { code: 'check-digit', right: '1' }],
  ['471000000001', { code: 'check-digit', right: '8' }],
  ['4710-0000', { code: 'gtin-length' }],
  ['', { code: 'gtin-length' }],
] as const)('%s as a GTIN', ([digits, reason]) => {
  expect(gtinMistake(digits)).toEqual(reason);
});
