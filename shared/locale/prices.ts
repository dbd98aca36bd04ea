import { formatNumber } from './numbers.ts';

/** New Taiwan dollars, by their name in ISO 4217. */
export const currency = 'TWD';

/** `NT$1,280`: spelled out, because `$` alone means other money elsewhere. */
export function formatPrice(twd: number): string {
  return `NT$${formatNumber(twd)}`;
}

/** Reads a whole number such as `10` or `１０`; null when it is none. */
export function readWholeNumber(text: string): number | null {
  const plain = text.length > maxPriceCharacters ? '' : text.normalize('NFKC').trim();
  return /^(?:0|[1-9]\d{0,8})$/.test(plain) ? Number(plain) : null;
}

/** More characters than any price has; longer texts would cost time. */
const maxPriceCharacters = 40;

const pricePattern =
  /^(?:NT\$?|NTD|TWD|\$|新?[台臺]幣)? *(0|[1-9]\d{0,8}|[1-9]\d{0,2}(?:[, ]\d{3}){1,2})(?:\.0{1,2})? *(?:元整?|圓)?$/i;

/** Reads a price as people write it, such as `1,280`, `１２８０` or `NT$ 100 元`. Null when it is no whole number of dollars. */
export function readPrice(text: string): number | null {
  if (text.length > maxPriceCharacters) return null;
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const [, digits] = pricePattern.exec(plain) ?? [];
  return digits === undefined ? null : Number(digits.replace(/[, ]/g, ''));
}
