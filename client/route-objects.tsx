import type { RouteObject } from 'react-router';
import { layoutRoute, pageRoutes, type RouteId } from '#shared/address/routes.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { RootErrorPage } from './pages/root-error-page.tsx';

type Attachment = Pick<RouteObject, 'Component' | 'lazy'>;

/** The shared route config as React Router wants it, with a page attached to each id. */
export function createRouteObjects(attach: (id: RouteId) => Attachment): RouteObject[] {
  const children = pageRoutes.map((route): RouteObject => ({
    id: route.id,
    path: route.path,
    // React Router takes any value but undefined for a loader that has not run yet.
    ...(route.loader && { loader: true }),
    ...('personal' in route && { action: true }),
    // On every page, so that an error leaves the layout as it is.
    ErrorBoundary: ErrorPage,
    // Without one React Router shows nothing for a route whose script is missing, not even its error.
    HydrateFallback: Nothing,
    ...attach(route.id),
  }));
  return [
    {
      id: layoutRoute.id,
      loader: layoutRoute.loader,
      // Its data is the site's own, the same on every page.
      shouldRevalidate: () => false,
      ErrorBoundary: RootErrorPage,
      ...attach(layoutRoute.id),
      children,
    },
  ];
}

function Nothing() {
  return null;
}
