import type { Page } from 'playwright-core';

/** Targets smaller than 44 px in width or height, among those on the screen. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), summary');
    return [...all]
      .filter(
        (element) => element.checkVisibility() && !element.closest('.prose, .skip-link, [aria-hidden=true]'),
      )
      .filter((element) => {
        // The element that takes the press in its place counts.
        const target = element.closest('.card, label, .carousel-viewport') ?? element;
        const { width, height } = target.getBoundingClientRect();
        // An invisible part that is larger than the visible one.
        const { inset, position } = getComputedStyle(target, '::after');
        const more = position === 'absolute' ? -2 * (parseFloat(inset) || 0) : 0;
        return width + more < 44 || height + more < 43.5;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
