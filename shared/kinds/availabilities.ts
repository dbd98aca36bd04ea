export const availabilities = ['in_stock', 'sold_out', 'preorder', 'discontinued'] as const;
export type Availability = (typeof availabilities)[number];

/** Whether it can be bought or ordered. */
export function isForSale(availability: Availability): boolean {
  return availability === 'in_stock' || availability === 'preorder';
}
