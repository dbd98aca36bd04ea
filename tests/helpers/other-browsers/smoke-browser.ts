import { expect } from 'vitest';
import type { AtEnd } from '../databases.ts';

/** Functions that the tests need of a browser that Playwright cannot drive. Input is real: keys and a pointer. */
export interface SmokeBrowser {
  /** An empty page in a browser without cookies. One at a time. */
  open(): Promise<SmokePage>;
}

export type StartBrowser = (atEnd: AtEnd) => Promise<SmokeBrowser>;

export interface SmokePage {
  /** Resolves when the document has been read, before its scripts are there. */
  goto(address: string): Promise<void>;
  /** Runs a function in the page. Rejects while the page is being left. */
  evaluate<Result>(work: () => Result): Promise<Awaited<Result>>;
  /** The first element that matches, brought into view, in its middle. */
  click(selector: string): Promise<void>;
  /** Appends to the existing text. */
  type(selector: string, text: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** Does not wait for the navigation. */
  back(): Promise<void>;
}

/** Resolves when React has taken over the rest of the page, and the scripts after the first view have come. */
export async function untilLive(page: SmokePage): Promise<void> {
  const isLive = () => {
    const heading = document.querySelector('h1');
    // React marks its elements.
    const isTakenOver = !heading || Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
    return isTakenOver && document.documentElement.hasAttribute('data-live');
  };
  await expect.poll(() => page.evaluate(isLive)).toBe(true);
}

/**
 * Longer than the work of a page after it is shown, in the page's own time: of two timers the earlier one is the first,
 * however slow the machine is.
 */
export async function letPageRun(page: SmokePage): Promise<void> {
  const run = () =>
    new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => resolve('has run')), 500));
  await expect.poll(() => page.evaluate(run)).toBe('has run');
}

/** Waits until the page's scripts have received all events of movement, which is before the next frame is drawn. */
export async function untilDrawn(page: SmokePage): Promise<void> {
  const draw = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve('is drawn'))));
  await expect.poll(() => page.evaluate(draw)).toBe('is drawn');
}
