/** An address of the site with its origin; one that is complete, as of a picture elsewhere, stays as it is. */
export function withOrigin(origin: string, address: string): string {
  return address.startsWith('/') ? origin + address : address;
}
