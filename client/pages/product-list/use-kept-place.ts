import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Places of boxes by the keys of history entries. */
const places = new Map<string, readonly [left: number, top: number]>();

/** Brings a box that scrolls in itself back to its place, as the page is brought. Another list begins at its top. */
export function useKeptPlace() {
  const { key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const shownKey = useRef(key);

  useLayoutEffect(() => {
    const { current } = box;
    const isOther = shownKey.current !== key;
    shownKey.current = key;
    const place = places.get(key);
    if (place) current?.scrollTo(...place);
    // Before this script the visitor may have scrolled.
    else if (isOther) current?.scrollTo(current.scrollLeft, 0);
  }, [key]);

  function keepPlace(): void {
    const { current } = box;
    if (current) places.set(key, [current.scrollLeft, current.scrollTop]);
  }

  return { box, keepPlace };
}
