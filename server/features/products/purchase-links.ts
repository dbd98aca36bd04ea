import { domainToUnicode } from 'node:url';
import { product } from '#shared/kinds/product.ts';
import type { StoredValue } from '#shared/kinds/stored/stored-value.ts';
import { shopNames } from '#shared/locale/shops.ts';
import type { PurchaseLink } from '#shared/payload/product-details.ts';

/** Lists where a product can be bought, the first first: `purchaseUrl`, and then `purchaseLinks`. */
export function listPurchaseLinks(
  purchaseUrl: string | null,
  links: StoredValue<typeof product.fields.purchaseLinks>,
): PurchaseLink[] {
  const others = links.filter(({ url }) => url !== purchaseUrl);
  const named = links.find(({ url }) => url === purchaseUrl);
  const all = purchaseUrl === null ? others : [{ ...named, url: purchaseUrl }, ...others];
  return all.map(({ url, label = shopName(url) }) => ({ url, label }));
}

/** The name of the shop, or its host. */
function shopName(url: string): string {
  const { hostname } = new URL(url);
  const shop = shopNames.find(([host]) => hostname === host || hostname.endsWith(`.${host}`));
  return shop?.[1] ?? domainToUnicode(hostname).replace(/^www\./, '');
}
