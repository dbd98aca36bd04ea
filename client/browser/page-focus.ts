import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { findPlace } from './scroll-restoration.ts';

/**
 * What a full page load does by itself: after a navigation in the page the focus is at its beginning, or at the place
 * that the address names, and so its heading is read out. Saying the title in a live region too would be once more.
 * Not for another query or hash of the same page.
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
