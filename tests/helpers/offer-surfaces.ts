import type { Express } from 'express';
import { formatPrice } from '#shared/locale/prices.ts';
import { describeAvailability, describePrice, priceText } from '#shared/locale/offer-words.ts';
import { feedTexts } from '#shared/locale/visitors/feed-texts.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import type { Availability } from '#shared/kinds/availabilities.ts';
import type { OfferData } from '#shared/payload/offer-payload.ts';
import { get } from './accounts.ts';
import { metaOf, thingsOf } from './page-description.ts';

/** Fields of an offer in the data of any page. */
export function offerOf(data: OfferData): OfferData {
  const { price, formerPrice, saleUntil, highestPrice, availability, laterAvailability, availableFrom } =
    data;
  return {
    price,
    availability,
    ...(formerPrice !== undefined && { formerPrice }),
    ...(saleUntil !== undefined && { saleUntil }),
    ...(highestPrice !== undefined && { highestPrice }),
    ...(laterAvailability !== undefined && { laterAvailability }),
    ...(availableFrom !== undefined && { availableFrom }),
  };
}

export const availabilityOf = (offer: OfferData): Availability =>
  offer.laterAvailability ?? offer.availability;

export async function payloadOf<Data>(app: Express, address: string, route: string): Promise<Data> {
  const [path = '', query] = address.split('?');
  const { text } = await get(app, `${path}/_payload.json${query === undefined ? '' : `?${query}`}`);
  return JSON.parse(text).data[route];
}

/** Offers of the cards of a list, over all of its pages in their order. */
export async function cardsOfList(
  app: Express,
  address: string,
  count: number,
): Promise<[string, OfferData][]> {
  const cards: [string, OfferData][] = [];
  for (let page = 1; cards.length < count; page += 1) {
    const list = await payloadOf<{ items: (OfferData & { id: string })[] }>(
      app,
      `${address}${address.includes('?') ? '&' : '?'}page=${page}`,
      'product',
    );
    cards.push(...list.items.map((item) => [item.id, offerOf(item)] as const satisfies [string, OfferData]));
  }
  return cards;
}

/** First line of each entry of the feed of products and of its older pages, by the ids. */
export async function linesOfFeed(app: Express, origin: string): Promise<Map<string, string>> {
  const lines = new Map<string, string>();
  for (let address: string | undefined = '/product/feed.json'; address !== undefined;) {
    const feed: { next_url?: string; items: { url: string; content_html: string }[] } = JSON.parse(
      (await get(app, address)).text,
    );
    for (const { url, content_html } of feed.items)
      lines.set(url.slice(url.lastIndexOf('/') + 1), /<p>(.*?)<\/p>/.exec(content_html)?.[1] ?? '');
    address = feed.next_url?.slice(origin.length);
  }
  return lines;
}

export function feedLineOf(offer: OfferData): string {
  const described = { ...offer, availability: availabilityOf(offer) };
  return [describePrice(described), describeAvailability(described)].join(feedTexts.between);
}

/** Offer as the page of a product or a variant shows and describes it: an empty list when it is the one of its data. */
export function differencesIn(
  html: string,
  offer: OfferData,
  { url, sku }: { url: string; sku: string },
): string[] {
  const { price, formerPrice, highestPrice } = offer;
  const availability = availabilityOf(offer);
  const [, heading = ''] = /<h1[^>]*>(.*?)<h2|<h1[^>]*>([^]*)/s.exec(html) ?? [];
  const range = highestPrice === undefined ? '' : ` – ${formatPrice(highestPrice)}`;
  const meta = metaOf(html);
  const isOnePrice = price !== null && highestPrice === undefined;
  const isOffered = price !== null && availability !== 'coming_soon';
  const [thing = {}] = thingsOf(html);
  const type = thing['@type'];
  const expected: Record<string, readonly [actual: unknown, right: unknown]> = {
    price: [heading.includes(`>${priceText(price)}${range}</span>`), true],
    'former price': [
      /<del[^>]*>.*?(NT\$[\d,]+)<\/del>/.exec(heading)?.[1],
      formerPrice === undefined ? undefined : formatPrice(formerPrice),
    ],
    'product:price:amount': [meta['product:price:amount'], isOnePrice ? String(price) : undefined],
    'product:price:currency': [meta['product:price:currency'], isOnePrice ? 'TWD' : undefined],
    'product:availability': [meta['product:availability'], metaAvailabilities[availability]],
    'product:retailer_item_id': [meta['product:retailer_item_id'], sku],
    ...(type !== 'ProductGroup' && { type: [type, isOffered ? 'Product' : 'ItemPage'] }),
    ...(type === 'Product' && {
      data: [JSON.stringify(thing['offers']), JSON.stringify(offerThing(offer, url))],
    }),
  };
  return Object.entries(expected).flatMap(([name, [actual, right]]) =>
    actual === right ? [] : [`${url}: ${name} is ${String(actual)}, not ${String(right)}`],
  );
}

/** Offer in the words of schema.org. */
export function offerThing({ saleUntil, availableFrom, ...offer }: OfferData, url: string) {
  return {
    '@type': 'Offer',
    price: offer.price,
    priceCurrency: 'TWD',
    ...(saleUntil !== undefined && { priceValidUntil: toZonedIso(saleUntil) }),
    availability: `https://schema.org/${schemaAvailabilities[availabilityOf(offer)]}`,
    ...(availableFrom !== undefined && { availabilityStarts: toZonedIso(availableFrom) }),
    url,
  };
}

const schemaAvailabilities: Readonly<Record<Availability, string>> = {
  in_stock: 'InStock',
  preorder: 'PreOrder',
  backorder: 'BackOrder',
  coming_soon: 'PreSale',
  sold_out: 'SoldOut',
  discontinued: 'Discontinued',
};

const metaAvailabilities: Readonly<Record<Availability, string>> = {
  in_stock: 'in stock',
  preorder: 'preorder',
  backorder: 'available for order',
  coming_soon: 'out of stock',
  sold_out: 'out of stock',
  discontinued: 'discontinued',
};
