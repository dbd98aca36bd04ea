import { resolveTarget } from '#shared/address/navigation-target.ts';
import { withBase } from '#shared/address/paths.ts';

/** Stands for wherever the site is mounted: content is written without knowing. */
const anyBasePath = '/any/base/';

/** Whether an address is a path of this site. `/..//x`, `/../x` and `/\x` look like one and lead out of it. */
export function isSitePath(address: string): boolean {
  if (!address.startsWith('/')) return false;
  const target = resolveTarget(withBase(anyBasePath, address), { origin: null, basePath: anyBasePath });
  return target.kind === 'inside';
}
