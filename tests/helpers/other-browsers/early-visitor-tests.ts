import { expect, test } from 'vitest';
import { rightPassword } from '../accounts.ts';
import { beforePath, type RecordingProxy } from './recording-proxy.ts';
import { letPageRun, untilLive } from './smoke-browser.ts';
import type { Visit, Visited } from './visit.ts';

const articlesLink = 'header a[href="/articles"]';

/** Tests of events on a page before its scripts have taken it over. */
export function earlyVisitorTests(visit: Visit): void {
  test.for(['/', '/articles/gongfu-tea-at-home', '/login'])(
    '%s is whole and leads on after something else has changed it before its scripts run',
    async (address) => {
      const { page } = await visit(address, { beforeScripts: changeAsTranslatorsDo });
      const shown = await page.evaluate(() => ({
        headings: document.querySelectorAll('h1').length,
        isBlank: document.body.innerText.length < 100,
        violations: window.complaints.filter((complaint) => complaint.startsWith('violation')),
      }));
      expect(shown).toEqual({ headings: 1, isBlank: false, violations: [] });
      await page.click(articlesLink);
      await expect.poll(() => page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('文章');
    },
  );

  test('a click before the scripts are there leads on', async () => {
    const { page, proxy, letScriptsThrough } = await visitWithoutScripts('/');
    const letArticlesThrough = proxy.hold(/^\/articles$/);
    await page.click(articlesLink);
    await expect.poll(() => proxy.documents).toContain('GET /articles');
    await expectToWait(proxy);
    letArticlesThrough();
    letScriptsThrough();
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/articles');
    await untilLive(page);
    expect(proxy.documents).toEqual(['GET /', 'GET /articles']);
  });

  test.for<[when: string, beforeScripts?: () => void]>([
    ['before the scripts are there'],
    // Its requests end when it is left, and so the page has loaded.
    ['in the moment in which the page is shown', showWhileLeaving],
  ])('Back %s leads back', async ([, beforeScripts]) => {
    const { page, proxy } = await visitWithoutScripts('/', { before: beforePath, beforeScripts });
    const letBeforeThrough = proxy.hold(/before/);
    await page.back();
    await expect.poll(() => proxy.documents.at(-1)).toBe(`GET ${beforePath}`);
    await expectToWait(proxy);
    letBeforeThrough();
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe(beforePath);
    await letPageRun(page);
    expect(await page.evaluate(() => location.pathname)).toBe(beforePath);
    expect(proxy.documents).toEqual([`GET ${beforePath}`, 'GET /', `GET ${beforePath}`]);
  });

  test('a form that is sent before the scripts are there arrives', async () => {
    const { page, proxy, letScriptsThrough } = await visitWithoutScripts('/login');
    await page.type('#email', 'lin@example.com');
    await page.type('[name=password]', rightPassword);
    const letAnswerThrough = proxy.hold(/^\/login$/);
    await page.click('form[action="/login"] button:not([type])');
    await expect.poll(() => proxy.documents).toContain('POST /login');
    await expectToWait(proxy);
    letAnswerThrough();
    letScriptsThrough();
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/account');
    await untilLive(page);
    expect(proxy.documents).toEqual(['GET /login', 'POST /login', 'GET /account']);
  });

  test('what is typed before the scripts are there stays, with the focus', async () => {
    const { page, letScriptsThrough } = await visitWithoutScripts('/login');
    await page.type('#email', 'lin@example.com');
    letScriptsThrough();
    await untilLive(page);
    const field = await page.evaluate(() => {
      const email = document.querySelector<HTMLInputElement>('#email');
      return { value: email?.value, hasFocus: email === document.activeElement };
    });
    expect(field).toEqual({ value: 'lin@example.com', hasFocus: true });
  });

  test.for([
    ['cannot be read', 'export const start = /(?<=[/u;'],
    ['throws', 'undefined.toSorted();'],
  ] as const)('a page stays as it is when its script %s', async ([, brokenScript]) => {
    const { page, proxy } = await visit('/login', { brokenScript });
    const failures = () => page.evaluate(() => window.complaints.length);
    await expect.poll(failures).toBeGreaterThan(0);
    // Longer than the page waits for a navigation without an event.
    for (let n = 0; n < 3; n += 1) await letPageRun(page);
    expect(proxy.documents).toEqual(['GET /login']);
    expect(proxy.files.filter((file) => file.startsWith('HEAD'))).toEqual([]);
    await page.click(articlesLink);
    await expect.poll(() => proxy.documents).toContain('GET /articles');
  });

  test('a page whose script does not come is loaded once more, and then stays as it is', async () => {
    const { page, proxy } = await visit('/login', { brokenScript: null });
    await expect.poll(() => proxy.documents).toEqual(['GET /login', 'GET /login']);
    await expect.poll(() => proxy.files.filter((file) => file.startsWith('HEAD'))).toHaveLength(2);
    await letPageRun(page);
    expect(proxy.documents).toEqual(['GET /login', 'GET /login']);
  });

  /** A page that took being left for scripts that do not come would ask whether the site is there, and load itself again. */
  async function expectToWait(proxy: RecordingProxy): Promise<void> {
    await expect.poll(() => proxy.countWaits()).toBe(1);
    expect(proxy.files.filter((file) => file.startsWith('HEAD'))).toEqual([]);
  }

  /** Resolves when the scripts have been requested. */
  async function visitWithoutScripts(
    address: string,
    { before, beforeScripts }: { before?: string; beforeScripts?: (() => void) | undefined } = {},
  ): Promise<Visited> {
    const visited = await visit(before ?? address, {
      holdScripts: true,
      ...(beforeScripts && { beforeScripts }),
    });
    const { page, proxy } = visited;
    if (before !== undefined) await page.goto(proxy.origin + address);
    await expect.poll(() => proxy.files.join(' ')).toContain('page-layout-');
    return visited;
  }
}

/** Runs in the page. */
function showWhileLeaving(): void {
  addEventListener('beforeunload', () =>
    setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow'))),
  );
}

/** Runs in the page. What translators, password managers and other extensions do, all at once. */
function changeAsTranslatorsDo(): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('script')) continue;
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  }
  for (const field of document.querySelectorAll('input')) field.after(document.createElement('span'));
  document.querySelector('main picture, main img')?.remove();
  document.querySelector('main')?.prepend(document.createElement('span'));
  document.body.prepend(document.createElement('div'));
}
