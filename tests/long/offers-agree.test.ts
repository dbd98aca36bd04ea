import { expect, test } from 'vitest';
import { settleDue } from '#server/features/products/keep-offers.ts';
import { paths } from '#shared/address/paths.ts';
import { isForSale, type Availability } from '#shared/kinds/availabilities.ts';
import type { OfferData } from '#shared/payload/offer-payload.ts';
import { priceText } from '#shared/locale/offer-words.ts';
import { get } from '../helpers/accounts.ts';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { limitMs } from '../helpers/limit.ts';
import { howMany } from '../helpers/how-many.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const count = howMany({ usually: 150, whole: 2_000 });
const [before, start, end] = [
  '2026-11-20T03:00:00.000Z',
  '2026-11-20T04:00:00.000Z',
  '2026-11-20T05:00:00.000Z',
];
const states = ['in_stock', 'preorder', 'backorder', 'coming_soon', 'sold_out', 'discontinued'] as const;

/** Parts of a made-up brand: without a price, free, on sale, to come, and with variants of all of these. */
function fieldsOf(i: number): Record<string, unknown> {
  const price = i % 11 === 0 ? null : i % 7 === 0 ? 0 : 100 + i;
  const sale =
    i % 3 === 0 && price ? { salePrice: price - 1, salePriceFrom: start, salePriceUntil: end } : {};
  const variants = Array.from({ length: i % 4 === 0 ? 1 + (i % 9) : 0 }, (_, v) => ({
    ...{ id: `v${v}`, options: { 色: `色${v}` }, sku: `S-${i}-${v}` },
    ...(v % 2 === 0 && { price: 50 + v, ...(v % 4 === 0 && { salePrice: 40, salePriceUntil: end }) }),
    availability: states[(i + v) % states.length],
    availableFrom: start,
  }));
  return {
    ...(price !== null && { price }),
    ...sale,
    ...{ name: `零件 ${i}`, availability: states[i % states.length], availableFrom: start, sku: `P-${i}` },
    ...(variants.length > 0 && {
      options: [{ name: '色', values: variants.map((_, v) => `色${v}`) }],
      variants,
    }),
  };
}

const availabilityOf = (offer: OfferData): Availability => offer.laterAvailability ?? offer.availability;

test.for(engines)(
  'page, card, data, meta elements, feed and order agree on %s',
  { timeout: limitMs(600_000) },
  async (engine) => {
    const files: Files = Object.fromEntries(
      Array.from({ length: count }, (_, i) => {
        const { price, ...fields } = fieldsOf(i);
        const text = aProduct({ ...fields, ...(price !== undefined ? { price } : {}) });
        return [`products/p${i}.md`, price === undefined ? text.replace('price: 680\n', '') : text];
      }),
    );
    const clock = aClockAt(before);
    const { app, services } = await openSite({
      engine,
      clock,
      files,
      env: { PUBLIC_URL: 'https://parts.example' },
    });
    for (const moment of [before, start, end]) {
      clock.set(moment);
      await settleDue(services);
      const kept = await services.db.read
        .selectFrom('products')
        .select(['id', 'price_twd', 'now_availability', 'stock_key'])
        .execute();
      for (const { id, price_twd, now_availability, stock_key } of kept) {
        const html = (await get(app, paths.product(id))).text;
        const payload = JSON.parse((await get(app, `${paths.product(id)}/_payload.json`)).text);
        const product: OfferData = payload.data['product-info-product_id'];
        const availability = availabilityOf(product);
        expect([product.price, availability], id).toEqual([price_twd, now_availability]);
        expect(stock_key, id).toBe(isForSale(availability) ? 1 : 0);
        expect(html).toContain(priceText(product.price));
        const [, meta] = /product:price:amount" content="(\d+)"/.exec(html) ?? [];
        const isOne = product.highestPrice === undefined && product.price !== null;
        expect(meta ?? null, id).toBe(isOne ? String(product.price) : null);
        const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
        const [thing] = JSON.parse(json)['@graph'];
        if (thing['@type'] === 'Product') expect(thing.offers.price, id).toBe(product.price);
        if (thing['@type'] === 'ProductGroup') {
          const prices = thing.hasVariant.map((one: { offers: { price: number } }) => one.offers.price);
          expect(Math.min(...prices), id).toBeLessThanOrEqual(product.price ?? Infinity);
        }
      }
      const prices: (number | null)[] = [];
      for (let page = 1; prices.length < count; page += 1) {
        const { text } = await get(app, `/product/_payload.json?sort=price-asc&page=${page}`);
        prices.push(...JSON.parse(text).data.product.items.map((item: OfferData) => item.price));
      }
      expect(prices).toEqual(prices.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity)));
      const feed = (await get(app, '/product/feed.xml')).text;
      const [newest] = [...feed.matchAll(/product\/info\/(p\d+)"/g)].map(([, id = '']) => id);
      const shown = kept.find(({ id }) => id === newest);
      expect(feed).toContain(priceText(shown?.price_twd ?? null));
    }
  },
);
