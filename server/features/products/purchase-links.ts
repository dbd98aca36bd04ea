import { domainToUnicode } from 'node:url';
import { shopNames } from '#shared/locale/shops.ts';
import type { PurchaseLink } from '#shared/payload/product-details.ts';
import { readStoredList } from '#shared/stored-list.ts';

/** Lists where a product can be bought, the first first: `purchaseUrl`, and then `purchaseLinks`. */
export function listPurchaseLinks(purchaseUrl: string | null, stored: string): PurchaseLink[] {
  const links = readStoredList<{ url: string; label?: string }>(stored);
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
