/** The place of the site. Comes from the configuration or from `location`, never from a request. */
export interface Site {
  /** Null when not configured: then no absolute address is the site's own. */
  origin: string | null;
  /** Starts and ends with a slash. */
  basePath: string;
}

/** Path and address are in the parser's spelling, printable ASCII: callers use exactly the checked text. */
export type NavigationTarget =
  /** A page of the site: path, query and fragment, with the base path. */
  | { kind: 'inside'; path: string }
  /** Another site, or a path of the same origin beside the base path. */
  | { kind: 'outside'; url: string }
  | { kind: 'refused'; reason: 'no-address' | 'protocol' | 'empty-segment' };

/**
 * The one rule for where a link, a redirect, `?next=` or a reload may lead. Relative addresses are taken from
 * the home page. `isLink` allows mail addresses and telephone numbers too, which only a visitor's click may open.
 *
 * The address is not looked at before it is parsed: the parser drops the same control characters, spaces, tabs
 * and newlines as a browser does, and a check of the raw text would read another address than the browser.
 */
export function resolveTarget(
  address: string,
  { origin, basePath, isLink = false }: Site & { isLink?: boolean },
): NavigationTarget {
  const home = parse(basePath, origin ?? unknownOrigin);
  const url = home && parse(address, home.href);
  if (!url) return { kind: 'refused', reason: 'no-address' };
  if (isLink && /^(mailto|tel):$/.test(url.protocol)) return { kind: 'outside', url: url.href };
  if (!/^https?:$/.test(url.protocol)) return { kind: 'refused', reason: 'protocol' };
  if (url.origin !== home.origin) return { kind: 'outside', url: url.href };

  // `/shop` is the home page of `/shop/`.
  const pathname = `${url.pathname}/` === home.pathname ? home.pathname : url.pathname;
  // `/..//x` is the path `//x`, which the next parser reads as another host; `/shop//x` too, once it is without its
  // base path.
  if (pathname.startsWith('//') || pathname.startsWith(`${home.pathname}/`))
    return { kind: 'refused', reason: 'empty-segment' };
  const path = pathname + url.search + url.hash;
  return pathname.startsWith(home.pathname) ? { kind: 'inside', path } : { kind: 'outside', url: path };
}

/** Returns the path, or null if not inside, for redirects, `?next=`, reloads and other navigation without a click. */
export function insidePath(address: string, site: Site): string | null {
  const target = resolveTarget(address, site);
  return target.kind === 'inside' ? target.path : null;
}

/** RFC 2606: reserved. */
const unknownOrigin = 'https://site.invalid';

interface ParsedUrl {
  readonly href: string;
  readonly protocol: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Node and browsers both have it; the types of shared/ know neither of them. */
declare const URL: new (address: string, base: string) => ParsedUrl;

function parse(address: string, base: string): ParsedUrl | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
