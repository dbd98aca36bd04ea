import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilHydrated, type WatchedPage } from './watched-page.ts';

/**
 * Changes of extensions and translators to a page. Each runs in the page, by itself: it may name nothing outside of it.
 */
export const foreignChanges: Record<string, () => void> = {
  // Together, since none is where React looks for something: each alone is less.
  'elements around it, styles in its head and attributes everywhere': () => {
    document.body.prepend(document.createElement('div'));
    document.body.append(document.createElement('div'));
    document.head.prepend(document.createElement('style'));
    document.head.append(document.createElement('style'));
    document.documentElement.setAttribute('data-extension', '');
    document.documentElement.classList.add('extension');
    for (const element of document.querySelectorAll('body, body *')) element.setAttribute('data-seen', '1');
  },
  'an element inside main': () => {
    document.querySelector('main')?.prepend(document.createElement('span'));
  },
  'an element before the page': () => {
    document.querySelector('header')?.before(document.createElement('div'));
  },
  'every text moved into another element': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style')) continue;
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
  },
  'every text replaced by a translation': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style')) continue;
      const font = document.createElement('font');
      font.textContent = text.data;
      text.replaceWith(font);
    }
  },
  'an icon after every field': () => {
    for (const field of document.querySelectorAll('input, textarea, select'))
      field.after(document.createElement('span'));
  },
  'the first picture gone': () => {
    (document.querySelector('main picture') ?? document.querySelector('main svg'))?.remove();
  },
  'every picture gone': () => {
    for (const picture of document.querySelectorAll('picture, img, svg')) picture.remove();
  },
  'comments and white space between elements': () => {
    for (const element of document.querySelectorAll('main *, header *')) {
      element.before(document.createComment('x'));
      element.after('\n');
    }
  },
};

const storageKey = 'foreign-change';

/** From now on each document of the page is changed when it has been parsed, by the change that was set last. */
export async function changeEachDocument(page: Page, origin: string): Promise<void> {
  const changes = Object.entries(foreignChanges).map(
    ([what, change]) => `${JSON.stringify(what)}: ${change}`,
  );
  await page.addInitScript({
    content: `addEventListener('DOMContentLoaded', () => ({${changes.join(',')}})[sessionStorage['${storageKey}']]?.());`,
  });
  // Session storage belongs to the origin.
  await page.goto(`${origin}/healthz`);
}

export async function setChange(page: Page, what: string): Promise<void> {
  if (!(what in foreignChanges)) throw new Error(`there is no change ${what}`);
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [storageKey, what] as const);
}

type Opened = Pick<WatchedPage, 'page' | 'complaints'>;

/** Not blank, one heading, nothing that the policy refuses; and a link leads on, in the page. */
export async function expectWhole({ page, complaints }: Opened, what: string): Promise<void> {
  await untilHydrated(page);
  const { origin, pathname } = new URL(page.url());
  const where = `${what}: ${pathname}`;
  expect.soft(await page.locator('h1').count(), where).toBe(1);
  expect.soft((await page.locator('main').innerText()).length, where).toBeGreaterThan(20);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const [name, path] = pathname === '/articles' ? ['商品', '/product'] : ['文章', '/articles'];
  await page.locator(`header a[href="${path}"]`).click();
  await expect.poll(() => page.locator('h1').allInnerTexts(), { message: where }).toEqual([name]);
  expect.soft(page.url(), where).toBe(origin + path);
  expect.soft(await page.evaluate(() => 'sameDocument' in window), where).toBe(true);
  const refused = complaints.filter((line) => /Content Security Policy|TrustedHTML|NotFoundError/.test(line));
  // A style of another's is refused, and that is not the page's doing.
  expect
    .soft(
      refused.filter((line) => !line.includes('Applying inline style')),
      where,
    )
    .toEqual([]);
}
