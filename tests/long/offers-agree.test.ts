import type { Express } from 'express';
import { expect, test } from 'vitest';
import { settleDue } from '#server/features/products/keep-offers.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import type { Services } from '#server/services.ts';
import { paths } from '#shared/address/paths.ts';
import { isForSale } from '#shared/kinds/availabilities.ts';
import type { OfferData } from '#shared/payload/offer-payload.ts';
import type { SearchPayload } from '#shared/payload/search-payload.ts';
import { get } from '../helpers/accounts.ts';
import { aDrawing, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { howMany } from '../helpers/how-many.ts';
import { limitMs } from '../helpers/limit.ts';
import {
  availabilityOf,
  cardsOfList,
  differencesIn,
  feedLineOf,
  linesOfFeed,
  offerOf,
  offerThing,
  payloadOf,
} from '../helpers/offer-surfaces.ts';
import { errorsIn, thingsOf } from '../helpers/page-description.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const origin = 'https://parts.example';
const count = howMany({ usually: 150, whole: 2_000 });
const [before, start, end] = [
  '2026-11-20T03:00:00.000Z',
  '2026-11-20T04:00:00.000Z',
  '2026-11-20T05:00:00.000Z',
];
const states = ['in_stock', 'preorder', 'backorder', 'coming_soon', 'sold_out', 'discontinued'] as const;

const skuOf = (i: number, variant?: number) => (variant === undefined ? `P-${i}` : `S-${i}-${variant}`);
/** A few with as many variants as there may be. */
const variantsOf = (i: number) => (i % 4 !== 0 ? 0 : i % 400 === 4 ? 100 : 1 + (i % 9));

/** Parts of a made-up brand: without a price, free, on sale, to come, and with variants of all of these. */
function fieldsOf(i: number): Record<string, unknown> {
  const price = priceOf(i);
  const sale =
    i % 3 === 0 && price ? { salePrice: price - 1, salePriceFrom: start, salePriceUntil: end } : {};
  const variants = Array.from({ length: variantsOf(i) }, (_, v) => ({
    ...{ id: `v${v}`, options: { 色: `色${v % 50}`, 大小: v < 50 ? '大' : '小' }, sku: skuOf(i, v) },
    ...(v % 2 === 0 && { price: 50 + v, ...(v % 4 === 0 && { salePrice: 40, salePriceUntil: end }) }),
    availability: states[(i + v) % states.length],
    availableFrom: start,
  }));
  const colours = [...new Set(variants.map(({ options }) => options.色))];
  return {
    ...(price !== null && { price }),
    ...sale,
    ...{ name: nameOf(i), availability: states[i % states.length], availableFrom: start, sku: skuOf(i) },
    ...(i % 5 === 0 && { brand: '微光' }),
    ...(hasPicture(i) && { images: [{ src: 'media/part.svg', alt: '零件' }] }),
    ...(variants.length > 0 && {
      options: [
        { name: '色', values: colours },
        { name: '大小', values: variants.length > 50 ? ['大', '小'] : ['大'] },
      ],
      variants,
    }),
  };
}

const hasPicture = (i: number) => i % 10 !== 7;
const priceOf = (i: number) => (i % 11 === 0 ? null : i % 7 === 0 ? 0 : 100 + i);
const nameOf = (i: number) => (i % 100 === 3 ? `零件 ${i} ${'長'.repeat(110)}` : `零件 ${i}`);

/** Price and former price of a product without variants, by the rule alone. */
function rightPriceOf(i: number, moment: string): [price: number | null, former: number | undefined] {
  const price = priceOf(i);
  const isOnSale = i % 3 === 0 && price !== null && price > 0 && start <= moment && moment < end;
  return isOnSale ? [price - 1, price] : [price, undefined];
}

function fileOf(i: number): string {
  const fields = fieldsOf(i);
  const text = aProduct(fields);
  return fields['price'] === undefined ? text.replace('price: 680\n', '') : text;
}

/** Until orders, filters and the index of search know the moment. */
async function settle(services: Services): Promise<void> {
  await settleDue(services);
  while ((await writeTransaction(services.db, (trx) => indexMarked(trx, { limit: 500 }))) > 0);
}

async function differencesOfProduct(app: Express, i: number, moment: string): Promise<string[]> {
  const id = `p${i}`;
  const address = paths.product(id);
  const offer = offerOf(await payloadOf(app, address, 'product-info-product_id'));
  const { text } = await get(app, address);
  const differences = differencesIn(text, offer, { url: `${origin}${address}`, sku: skuOf(i) });
  for (const error of await mistakesIn(text, i)) differences.push(`${address}: ${error}`);
  const variants = Array.from({ length: variantsOf(i) }, (_, v) => `v${v}`);
  if (variants.length === 0) {
    expect([offer.price, offer.formerPrice], id).toEqual(rightPriceOf(i, moment));
    return differences;
  }
  const offers: [address: string, offer: OfferData][] = [];
  for (const [v, variant] of variants.entries()) {
    const own = paths.product(id, variant);
    const ownOffer = offerOf(await payloadOf(app, own, 'product-info-product_id'));
    const html = (await get(app, own)).text;
    const url = `${origin}${own}`;
    offers.push([url, ownOffer]);
    differences.push(...differencesIn(html, ownOffer, { url, sku: skuOf(i, v) }));
    for (const error of await mistakesIn(html, i)) differences.push(`${own}: ${error}`);
  }
  const [group = {}] = thingsOf(text);
  const offered = offers.filter(
    ([, { price, laterAvailability }]) => price !== null && laterAvailability !== 'coming_soon',
  );
  const things = (group['hasVariant'] ?? []) as readonly { offers: unknown }[];
  expect(
    things.map((thing) => thing.offers),
    id,
  ).toEqual(offered.map(([url, own]) => offerThing(own, url)));
  return differences;
}

/** A validator wants a picture for lists of shops, where no product of the site stands: none is made up. */
async function mistakesIn(html: string, i: number): Promise<string[]> {
  const errors = await errorsIn(html);
  return hasPicture(i) ? errors : errors.filter((error) => error !== 'Required attribute "image" is missing');
}

/** Offer on the card of a search for the number, beside filters that the offer passes. */
async function offerInSearch(app: Express, i: number, offer: OfferData): Promise<OfferData | null> {
  const { price } = offer;
  const limits = price === null ? '' : `&min=${price}&max=${price}`;
  const address = `/search?q=${skuOf(i)}&kind=products&availability=${availabilityOf(offer)}${limits}`;
  const { found } = await payloadOf<SearchPayload>(app, address, 'search');
  const card = found?.hits.products.find((hit) => hit.card.id === `p${i}`)?.card;
  return card === undefined ? null : offerOf(card);
}

test.for(engines)(
  'page, card, data, meta elements, feed, search and order agree on %s',
  { timeout: limitMs(1_200_000) },
  async (engine) => {
    const files: Files = {
      'media/part.svg': aDrawing,
      ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`products/p${i}.md`, fileOf(i)])),
    };
    const clock = aClockAt(before);
    const { app, services } = await openSite({ engine, clock, files, env: { PUBLIC_URL: origin } });
    for (const moment of [before, start, end]) {
      clock.set(moment);
      await settle(services);
      const rows = await services.db.read
        .selectFrom('products')
        .select(['id', 'price_twd', 'now_availability', 'stock_key'])
        .execute();
      const kept = new Map(rows.map(({ id, ...row }) => [id, row]));
      const cards = await cardsOfList(app, '/product?sort=price-asc', count);
      const lines = await linesOfFeed(app, origin);
      expect([kept.size, new Set(cards.map(([id]) => id)).size, lines.size]).toEqual([count, count, count]);
      const prices = cards.map(([, { price }]) => price ?? Infinity);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      const offers = new Map(cards);
      const differences: string[] = [];
      for (let i = 0; i < count; i += 1) {
        const id = `p${i}`;
        const offer = offerOf(await payloadOf(app, paths.product(id), 'product-info-product_id'));
        const availability = availabilityOf(offer);
        expect(offers.get(id), id).toEqual(offer);
        expect(kept.get(id), id).toEqual({
          price_twd: offer.price,
          now_availability: availability,
          stock_key: isForSale(availability) ? 1 : 0,
        });
        expect(lines.get(id), id).toBe(feedLineOf(offer));
        expect(await offerInSearch(app, i, offer), id).toEqual(offer);
        differences.push(...(await differencesOfProduct(app, i, moment)));
      }
      expect(differences).toEqual([]);
    }
  },
);
