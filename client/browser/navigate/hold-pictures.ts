/** A line on which the entry, which is small, takes this long has no room for pictures below the screen. */
const slowMs = 200;

/**
 * Holds back pictures below the screen on a slow line until the scripts of the page have loaded, with which they would
 * share it: the pictures of a list are as large as all scripts together. A picture that is scrolled into view loads at
 * once. Drawings load as they are, which is less than half of their raster pictures. Returns a function that releases
 * the pictures; null when none are held.
 */
export function holdPictures(entryUrl: string): (() => void) | null {
  const [timing] = performance.getEntriesByName(entryUrl);
  // After the first paint they have been requested already.
  const isLate = performance.getEntriesByType('paint').length > 0;
  if (isLate || timing === undefined || timing.duration < slowMs) return null;
  for (const drawing of document.querySelectorAll('source + img[src$=".svg"]'))
    drawing.previousElementSibling?.setAttribute('media', 'not all');
  const held = new Map<Element, HTMLImageElement>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) show(target);
    },
    { rootMargin: '0px 0px 20%' },
  );
  function show(frame: Element): void {
    held.get(frame)?.removeAttribute('hidden');
    observer.unobserve(frame);
  }

  for (const image of document.querySelectorAll<HTMLImageElement>('.frame img[loading=lazy]')) {
    const frame = image.closest('.frame');
    if (frame === null) continue;
    // A hidden picture is not requested. Its frame keeps the place.
    image.hidden = true;
    held.set(frame, image);
    observer.observe(frame);
  }
  return () => {
    for (const frame of held.keys()) show(frame);
  };
}
