import type { Page } from 'playwright-core';

/** What takes a press over less than 44 px from side to side or from top to bottom, within what is on the screen. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), summary');
    return [...all]
      .filter((element) => element.checkVisibility() && !element.closest('.prose, .skip-link'))
      .filter((element) => {
        // What takes the press in its place counts.
        const target = element.closest('.card, label, .carousel-viewport') ?? element;
        const { width, height } = target.getBoundingClientRect();
        // A part of it that is larger than what is seen of it.
        const { inset, position } = getComputedStyle(target, '::after');
        const more = position === 'absolute' ? -2 * (parseFloat(inset) || 0) : 0;
        return width + more < 44 || height + more < 43.5;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
