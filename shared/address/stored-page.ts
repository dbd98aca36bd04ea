import { hasFilters } from './product-filters.ts';
import { isStoredRoute } from './routes.ts';

/** Whether a page may be stored or prefetched: there are as many lists with filters as there are words. */
export function isStoredPage(
  routeId: string | undefined,
  query: { getAll(name: string): string[] },
): boolean {
  return isStoredRoute(routeId) && !(routeId === 'product' && hasFilters(query));
}
