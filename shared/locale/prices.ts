/** New Taiwan dollars, by their name in ISO 4217. */
export const currency = 'TWD';

/** `NT$1,280`: spelled out, because `$` alone means other money elsewhere. */
export function formatPrice(twd: number): string {
  return `NT$${String(twd).replace(/\B(?=(\d{3})+$)/g, ',')}`;
}
