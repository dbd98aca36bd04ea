import { insidePath, type Site } from '#shared/address/navigation-target.ts';

/** A site path without the base path, or null: anything else than a page of this site. */
export function readNext(next: unknown, site: Site): string | null {
  if (typeof next !== 'string' || next === '') return null;
  // A path as the browser's router writes it: the base path is not part of it.
  const address = next.startsWith('/') ? site.basePath + next.slice(1) : next;
  const inside = insidePath(address, site);
  return inside === null ? null : `/${inside.slice(site.basePath.length)}`;
}
