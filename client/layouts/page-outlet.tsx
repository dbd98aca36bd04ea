import { useLayoutEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { enterPage } from '../browser/navigate/page-transition.ts';

/** The page inside the layout: another one for each path, the same one for another query or fragment. */
export function PageOutlet() {
  const { pathname } = useLocation();
  useLayoutEffect(enterPage, [pathname]);
  return <Outlet key={pathname} />;
}
