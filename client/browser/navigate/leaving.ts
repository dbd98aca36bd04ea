/** A navigation that takes longer has most likely become a download, or was refused. */
const maxLeavingMs = 30_000;

let leftAt = -Infinity;

/**
 * Whether the visitor is on the way to another document. Firefox and WebKit end all requests of the page at that
 * moment, which looks like a network that fails.
 */
export function isLeaving(): boolean {
  return performance.now() - leftAt < maxLeavingMs;
}

/** No event covers all browsers: Safari on iPhones has no `beforeunload`, and Safari before 26.2 no `navigate`. */
export function watchLeaving(): void {
  const leave = () => (leftAt = performance.now());
  addEventListener('beforeunload', leave);
  addEventListener('pagehide', leave);
  // The first one comes after the end of the page's requests, which may be that of leaving it.
  addEventListener('pageshow', ({ persisted }) => persisted && (leftAt = -Infinity));
  if ('navigation' in globalThis) {
    navigation.addEventListener('navigate', ({ destination, downloadRequest }) => {
      if (!destination.sameDocument && downloadRequest === null) leave();
    });
    return;
  }
  // On the window, after every handler in the page.
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) leave();
  });
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.href.startsWith('http') && !event.defaultPrevented && !isSamePage(link)) leave();
  });
}

function isSamePage(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.href.split('#', 1)[0] === location.href.split('#', 1)[0];
}
