import { withBase } from '#shared/address/paths.ts';

/** Public address of the site. */
export interface SiteAddress {
  /** Origin without a trailing slash. */
  origin: string;
  /** Starts and ends with a slash. */
  basePath: string;
}

/** The absolute address of a site path. */
export function absoluteUrl({ origin, basePath }: SiteAddress, path: string): string {
  return origin + withBase(basePath, path);
}

/**
 * A name that stays while addresses change (RFC 4151). The year is that in which such names came to be: it must never
 * change, and says nothing of the thing.
 * @param thing Is unlike that of every other thing of the site for ever.
 */
export function tagUri({ origin }: SiteAddress, thing: string): string {
  const host = new URL(origin).hostname.replace(/[^\w.-]+/g, '-');
  return `tag:${host},2026:${thing}`;
}
