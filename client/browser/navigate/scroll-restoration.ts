import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type Location } from 'react-router';

const storageKey = 'qingye:scroll';

/** Key of a history entry → where its page was scrolled to, in px. */
let places: Record<string, number> = {};
/**
 * Key of the history entry whose page is on the screen; while another page loads, the history is already at the next
 * key.
 */
let shownKey = '';
/** The key of the entry that React has on the screen, which comes to know of a jump after the browser. */
let renderedKey = '';

/**
 * Stores the scroll position of each history entry, in place of React Router's own restoration: that sees only its own
 * navigations, and reads the position too late when the browser jumps to a footnote (it then stores the footnote's
 * position for the entry before). Called before the router is created, which reads the keys.
 */
export function watchScrolling(): void {
  places = readStored();
  shownKey = keyOfEntry();
  renderedKey = shownKey;
  places[shownKey] = window.scrollY;
  history.scrollRestoration = 'manual';

  // The browser changes the entry before it jumps, and says that it has scrolled after that.
  const note = () => {
    if (knownKey() === shownKey) places[shownKey] = window.scrollY;
  };
  addEventListener('scroll', note);
  // The scroll event may come later than the click that leaves a place just reached.
  addEventListener('click', note, true);
  addEventListener('popstate', () => {
    const isJump = knownKey() === null;
    const key = keyOfEntry();
    // The target of a jump is on the screen before the router sees it, and may be left before that.
    if (isJump) shownKey = key;
    // Nothing has moved yet, and the page that is left may have jumped a moment ago without the browser saying so.
    places[shownKey] = window.scrollY;
    // React renders nothing on a return to its entry if it never rendered the entry in between.
    if (key !== renderedKey || key === shownKey) return;
    window.scrollTo(0, places[key] ?? 0);
    shownKey = key;
  });
  addEventListener('pagehide', () => {
    store();
    // Lets the browser restore the position when another document returns to this entry.
    history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', ({ persisted }) => {
    // WebKit scrolls back after this event, and only where that is left to it.
    if (persisted) setTimeout(() => (history.scrollRestoration = 'manual'), 100);
  });
}

/** Scrolls when another page, or another part of it, is shown. The first view is the browser's own business. */
export function useScrollRestoration(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(location);

  useLayoutEffect(() => {
    const before = shown.current;
    if (before === location) return;
    shown.current = location;
    renderedKey = location.key;
    const isNoted = shownKey === location.key;
    const isSame = isSamePage(before, location);
    if (isNoted && isSame) return;
    // A jump from before this script, come back to from another page, has no place of its own.
    const place = navigation === 'POP' && !isNoted ? places[location.key] : undefined;
    if (place !== undefined) window.scrollTo(0, place);
    // After a jump by the browser nothing is left to do, and a link of an option changes the page where it is.
    else if (navigation === 'POP' ? !isSame : !location.state?.isInPlace) scrollToBeginning(location);
    shownKey = location.key;
    places[shownKey] = window.scrollY;
  }, [location, navigation]);
}

function scrollToBeginning({ hash }: Location): void {
  const place = findPlace(hash);
  if (place) place.scrollIntoView();
  else window.scrollTo(0, 0);
}

/** Returns the element that the hash of an address names. */
export function findPlace(hash: string): HTMLElement | null {
  return hash === '' ? null : document.getElementById(decode(hash.slice(1)));
}

function isSamePage(a: Location, b: Location): boolean {
  return a.pathname === b.pathname && a.search === b.search;
}

/** An entry that the browser made, for a link within the page, has none yet. */
function keyOfEntry(): string {
  const former = knownKey();
  if (former !== null) return former;
  const key = Math.random().toString(36).slice(2, 10);
  history.replaceState({ ...history.state, key }, '');
  return key;
}

function knownKey(): string | null {
  const key: unknown = history.state?.key;
  return typeof key === 'string' ? key : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readStored(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    const entries = Object.entries(stored ?? {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
    );
  } catch {
    // Storage is blocked, or holds something else.
    return {};
  }
}

function store(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(places));
  } catch {
    // Storage is blocked or full: entries of before this document are shown from the top.
  }
}
