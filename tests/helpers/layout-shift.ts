import type { Page } from 'playwright-core';

export interface Shift {
  /** 1 is the whole screen by its whole height. */
  value: number;
  /** Moved elements: their names in the document, and their places before and after in pixels. */
  moved: string[];
}

declare global {
  interface Window {
    shifts: Shift[];
  }
  interface PerformanceEntry {
    value: number;
    sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
}

/** Records layout shifts without a visitor's action from now on, also across documents. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      return element === null ? 'what is gone' : `${element.tagName.toLowerCase()}.${element.className}`;
    };
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        window.shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${nameOf(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
          ),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Shifts in the current document. */
export function readShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(() => window.shifts);
}

/** Visible shifts: a title whose font comes later may move by a part of a pixel. */
export async function readLargeShifts(page: Page): Promise<Shift[]> {
  return (await readShifts(page)).filter(({ value }) => value > 0.001);
}
