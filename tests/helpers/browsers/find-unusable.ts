import type { Page } from 'playwright-core';

/**
 * Faults of a page that its visitor would see: words that cannot be read on their ground, a page wider than the screen, a
 * header that the text shines through, controls that others lie over.
 */
export async function findUnusable(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(findFaintTexts)),
    ...(await page.evaluate(findWideParts)),
    ...(await page.evaluate(findBareHeader)),
    ...(await page.evaluate(findCoveredControls)),
  ];
}

function findFaintTexts(): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('no canvas');
  const known = new Map<string, number[]>();
  const parse = (color: string) => {
    const pixel = known.get(color) ?? paint(canvas, color);
    known.set(color, pixel);
    return pixel;
  };
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  // The ground of a page that paints none, in either mode.
  const ground = isDark ? [18, 18, 18] : [255, 255, 255];

  function paint(context: OffscreenCanvasRenderingContext2D, color: string): number[] {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  }
  const over = (front: number[], back: number[]) =>
    back.map((value, n) => value + (((front[n] ?? 0) - value) * (front[3] ?? 255)) / 255);
  const grounds = new Map<Element, number[]>();
  const groundOf = (element: Element | null): number[] => {
    if (element === null) return ground;
    const found =
      grounds.get(element) ??
      over(parse(getComputedStyle(element).backgroundColor), groundOf(element.parentElement));
    grounds.set(element, found);
    return found;
  };
  const luminance = (color: number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((value) =>
      value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrastOf = (element: Element) => {
    const back = groundOf(element);
    const [low = 0, high = 0] = [back, over(parse(getComputedStyle(element).color), back)]
      .map(luminance)
      .sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  };
  const hasWords = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  return [...document.querySelectorAll('body *')]
    .filter((element) => hasWords(element) && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => contrastOf(element) < 4.5)
    .map((element) => `faint ${contrastOf(element).toFixed(1)}: ${element.outerHTML.slice(0, 90)}`);
}

function findWideParts(): string[] {
  const width = document.documentElement.scrollWidth;
  return width > innerWidth ? [`${width} px wide`] : [];
}

function findBareHeader(): string[] {
  const header = document.querySelector('header');
  const color = header ? getComputedStyle(header).backgroundColor : 'transparent';
  return /transparent|rgba\(|\/ 0?\.|\/ 0\)/.test(color) ? [`header on ${color}`] : [];
}

/** Covered controls on the first screen. */
function findCoveredControls(): string[] {
  scrollTo(0, 0);
  return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('.skip-link, .edit-actions, [aria-hidden=true]'))
    .filter((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(x, y);
      // Outside of the screen, or pushed aside in a row.
      if (hit === null || y > innerHeight - 8) return false;
      return (
        !element.contains(hit) &&
        !hit.contains(element) &&
        hit.closest('.edit-actions, header, .site-menu') === null
      );
    })
    .map((element) => `covered: ${element.outerHTML.slice(0, 90)}`);
}
