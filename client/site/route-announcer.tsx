import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What a full page load does by itself: after a navigation in the page, focus moves to the new page's heading and
 * its title is read out. Not for another query or hash of the same page.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const shownPath = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    setTitle(document.title);
    if (hash !== '') return;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return (
    <div className="sr-only" role="status" aria-live="polite" aria-atomic="true">
      {title}
    </div>
  );
}
