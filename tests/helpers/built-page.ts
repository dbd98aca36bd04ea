import type { BrowserContextOptions, Page } from 'playwright-core';
import { production } from '#scripts/build/folders.ts';
import { startSite, type Visited } from './built-site.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { openWatchedPage, untilHydrated, untilIdle, type WatchedPage } from './watched-page.ts';

export interface BuiltPage extends WatchedPage {
  site: Visited;
  /** Whether nothing but our script has changed the page since it was opened. */
  isSameDocument(): Promise<boolean>;
}

interface BuiltPageOptions {
  /** A shared site; otherwise the page has a server of its own. */
  site?: Visited;
  env?: Record<string, string>;
  context?: BrowserContextOptions;
  /** Before the address is opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** State to wait for: the server's page, React on it, or everything after the first view too. */
  until?: 'loaded' | 'hydrated' | 'idle';
}

/** A page of the built site in a browser of its own state. */
export async function openBuiltPage(
  browser: Browser,
  address: string,
  { site: given, env = {}, context: contextOptions = {}, prepare, until = 'idle' }: BuiltPageOptions = {},
): Promise<BuiltPage> {
  const site = given ?? (await startSite(production, env));
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, ...contextOptions });
  const watched = await openWatchedPage(context, site.origin);
  const { page } = watched;
  await prepare?.(page);
  await page.goto(site.origin + address);
  if (until !== 'loaded') await untilHydrated(page);
  if (until === 'idle') await untilIdle(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return { ...watched, site, isSameDocument: () => page.evaluate(() => 'sameDocument' in window) };
}

/** An element to be added to the page: its tag, its attributes, and what it holds. */
export type Piece = [tag: string, attributes: Record<string, string>, ...content: (Piece | string)[]];

/** By hand, since the page's policy forbids HTML from strings. */
export async function addToPage(page: Page, ...pieces: Piece[]): Promise<void> {
  await page.evaluate((json) => {
    const added: Piece[] = JSON.parse(json);
    const make = ([tag, attributes, ...content]: Piece): HTMLElement => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.append(...content.map((part) => (typeof part === 'string' ? part : make(part))));
      return element;
    };
    document.querySelector('main')?.prepend(...added.map(make));
  }, JSON.stringify(pieces));
}
