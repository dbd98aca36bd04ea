import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { findPlace } from './scroll-restoration.ts';

/**
 * Sets the focus like a full page load: after a navigation in the page it is at the beginning, or at the target of the
 * hash, and so the heading is read out. A live region with the title would repeat it. Not for another query or hash of
 * the same page.
 */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    const start =
      findPlace(hash) ??
      document.querySelector<HTMLElement>('main h1') ??
      document.querySelector<HTMLElement>('main');
    // Not where Tab stops already, such as at a link.
    if (start && start.tabIndex < 0) start.tabIndex = -1;
    start?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
