import { expect } from 'vitest';
import type { AtEnd } from '../databases.ts';

/** What the tests need of a browser that Playwright cannot drive. Input is real: keys and a pointer. */
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
  /** At the end of what stands there. */
  type(selector: string, text: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** Does not wait for what it leads to. */
  back(): Promise<void>;
}

/** React has taken the page over, if it has left something of it, and what comes after the first view has come. */
export async function untilLive(page: SmokePage): Promise<void> {
  const isLive = () => {
    const heading = document.querySelector('h1');
    // React marks what it has taken over.
    const isTakenOver = !heading || Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
    return isTakenOver && document.documentElement.hasAttribute('data-live');
  };
  await expect.poll(() => page.evaluate(isLive)).toBe(true);
}

/**
 * Longer than what a page does after it is shown, in the page's own time: of two timers that of the earlier moment is
 * the first, however slow the machine is.
 */
export async function letPageRun(page: SmokePage): Promise<void> {
  const run = () =>
    new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => resolve('has run')), 500));
  await expect.poll(() => page.evaluate(run)).toBe('has run');
}

/** Until what has moved in the page has been told to its scripts, which is before the next frame is drawn. */
export async function untilDrawn(page: SmokePage): Promise<void> {
  const draw = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve('is drawn'))));
  await expect.poll(() => page.evaluate(draw)).toBe('is drawn');
}
