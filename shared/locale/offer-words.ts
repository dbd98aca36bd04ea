import type { Availability } from '../kinds/availabilities.ts';
import { formatDate, toZonedIso } from './dates.ts';
import { formatPrice } from './prices.ts';
import { texts } from './texts.ts';

/** Price and availability at a moment, where what is not there may be left out. */
interface DescribedOffer {
  price: number | null;
  formerPrice?: number | null;
  saleUntil?: string | null;
  highestPrice?: number | null;
  availability: Availability;
  availableFrom?: string | null;
}

const words = texts.product;

export function priceText(price: number | null): string {
  if (price === null) return words.noPrice;
  return price === 0 ? words.free : formatPrice(price);
}

/** Price in a line of text: `NT$580 起（原價 NT$680，至 11/30）`. */
export function describePrice(offer: DescribedOffer): string {
  const { price, formerPrice = null, saleUntil = null, highestPrice = null } = offer;
  const now = priceText(price) + (highestPrice === null ? '' : ` ${words.andUp}`);
  const sale = [
    ...(formerPrice === null ? [] : [`${words.formerPrice} ${formatPrice(formerPrice)}`]),
    ...(saleUntil === null ? [] : [untilText(saleUntil)]),
  ];
  return sale.length === 0 ? now : `${now}（${sale.join('，')}）`;
}

/** `至 11/30`: the last day of a sale, with the hour where it ends within a day. */
export function untilText(until: string): string {
  const isMidnight = toZonedIso(until).slice(11, 19) === '00:00:00';
  const last = isMidnight ? new Date(Date.parse(until) - 1).toISOString() : until;
  const [, month = '', day = '', clock = ''] = /-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(toZonedIso(last)) ?? [];
  return `${words.until} ${Number(month)}/${Number(day)}${isMidnight ? '' : ` ${clock}`}`;
}

/** `可預購，預計 2026年12月20日出貨` */
export function describeAvailability({ availability, availableFrom = null }: DescribedOffer): string {
  const date = dateText(availability, availableFrom);
  return words.availability[availability] + (date === null ? '' : `，${date}`);
}

/** When it is to be had, in words; null where nothing is said. */
export function dateText(availability: Availability, availableFrom: string | null): string | null {
  const date = formatDate(availableFrom);
  if (date === null) return null;
  switch (availability) {
    case 'preorder':
      return words.shipsOn + date + words.ships;
    case 'backorder':
      return words.shipsOn + date + words.arrives;
    case 'coming_soon':
      return date + words.begins;
    default:
      return null;
  }
}
