import { isPersonalRoute } from '#shared/address/routes.ts';
import type { PersonalRequest } from '../page-request.ts';

/**
 * Values of `Cache-Control`. A cache with a copy of a shared page asks each time whether it is still right, with an
 * ETag that is the copy's own. So nothing needs `Vary: Cookie`, though a page is written for a colour mode: any cookie
 * would split a cache by visitor.
 */
export const caching = {
  html: 'public, max-age=0, must-revalidate',
  json: 'no-cache',
  personal: 'private, no-store',
  /** The same for everybody, kept only by the browser that shows it: with `no-store` going back would ask again. */
  unstored: 'private, no-cache',
} as const;

/** Value for a response to a single visitor: its content may be everybody's, and then the browser may keep it. */
export function cachingOfPersonal({ signedIn, target }: PersonalRequest): string {
  return signedIn !== null || isPersonalRoute(target.routeId) ? caching.personal : caching.unstored;
}
