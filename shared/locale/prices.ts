/** `NT$1,280`: spelled out, because `$` alone means other money elsewhere. */
export function formatPrice(twd: number): string {
  return `NT$${String(twd).replace(/\B(?=(\d{3})+$)/g, ',')}`;
}
