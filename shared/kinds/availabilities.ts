/** In the order in which the best of several variants stands for their product. */
export const availabilities = [
  'in_stock',
  'preorder',
  'backorder',
  'coming_soon',
  'sold_out',
  'discontinued',
] as const;
export type Availability = (typeof availabilities)[number];

/** Whether it can be bought or ordered. */
export function isForSale(availability: Availability): boolean {
  return availability === 'in_stock' || availability === 'preorder' || availability === 'backorder';
}

/** Whether a time can be given from which on it is to be had. */
export function isAwaited(availability: Availability): boolean {
  return availability === 'preorder' || availability === 'backorder' || availability === 'coming_soon';
}

/** Values that builds and pages of before November 2026 know. */
export type PlainAvailability = Exclude<Availability, keyof typeof plainNames>;

const plainNames = { backorder: 'preorder', coming_soon: 'sold_out' } as const;

/** The nearest of these values, for readers that know no other. */
export function plainAvailability(availability: Availability): PlainAvailability {
  return availability === 'backorder' || availability === 'coming_soon'
    ? plainNames[availability]
    : availability;
}
