import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addToPage, openBuiltPage, type Piece } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { untilAsked } from '../helpers/watched-page.ts';

const here = '/login';

/** `page`: our script shows the target. `document`: the browser loads it. `tab`: in another one. `none`: stays here. */
type Outcome =
  | { by: 'page'; path: string }
  | { by: 'document'; method: 'GET' | 'POST' }
  | { by: 'tab' }
  | { by: 'none'; hash?: string };

const link = (attributes: Record<string, string>): Piece => ['a', attributes, '按這裡'];
const form = (
  attributes: Record<string, string>,
  button: Record<string, string>,
  ...more: Piece[]
): Piece => ['form', attributes, ...more, ['button', button, '按這裡']];
const field = (name: string, value: string): Piece => ['input', { name, value }];

const rows: [what: string, piece: Piece, outcome: Outcome][] = [
  ['a link', link({ href: '/articles?page=2' }), { by: 'page', path: '/articles?page=2' }],
  ['a link to this tab', link({ href: '/articles', target: '_SELF' }), { by: 'page', path: '/articles' }],
  ['a link to another tab', link({ href: '/articles', target: '_blank' }), { by: 'tab' }],
  // The address says that the browser has done it.
  ['a link to the top of the page', link({ href: '#' }), { by: 'none', hash: '#' }],
  [
    'a link that wants a document',
    link({ href: '/articles', 'data-reload': '' }),
    { by: 'document', method: 'GET' },
  ],
  [
    'a form',
    form({ action: '/articles?old=1' }, {}, field('q', '茶 葉')),
    { by: 'page', path: `/articles?q=${encodeURIComponent('茶 葉')}` },
  ],
  ['a form without an address', form({}, {}, field('q', '1')), { by: 'page', path: `${here}?q=1` }],
  [
    'a button with a value of its own',
    form({ action: '/articles' }, { name: 'page', value: '2' }),
    { by: 'page', path: '/articles?page=2' },
  ],
  [
    'a button that leads elsewhere',
    form({ action: '/articles' }, { formaction: '/product' }, field('sort', 'price-desc')),
    { by: 'page', path: '/product?sort=price-desc' },
  ],
  ['a button for another tab', form({ action: '/articles' }, { formtarget: '_blank' }), { by: 'tab' }],
  ['a form for another tab', form({ action: '/articles', target: '_blank' }, {}), { by: 'tab' }],
  [
    'a button that brings such a form back to this tab',
    form({ action: '/articles', target: '_blank' }, { formtarget: '_self' }),
    { by: 'page', path: '/articles' },
  ],
  [
    'a button that posts',
    form({ action: '/articles' }, { formmethod: 'post' }),
    { by: 'document', method: 'POST' },
  ],
  [
    'a form that posts',
    form({ action: '/articles', method: 'POST' }, {}),
    { by: 'document', method: 'POST' },
  ],
  [
    'a button that does not post after all',
    form({ action: '/articles', method: 'post' }, { formmethod: 'get' }),
    { by: 'page', path: '/articles' },
  ],
  ['a form of a dialog', form({ action: '/articles', method: 'dialog' }, {}), { by: 'none' }],
  [
    'a form with fields that are named like its properties',
    form(
      { action: '/articles' },
      {},
      field('method', 'post'),
      field('action', '/x'),
      field('target', '_blank'),
    ),
    { by: 'page', path: '/articles?method=post&action=%2Fx&target=_blank' },
  ],
];

describeInChromium('a click on', (browser) => {
  const site = sampleSite;

  /** Opens a page without prefetching, which stays when a document is requested. */
  async function openStaying() {
    const opened = await openBuiltPage(browser(), here, {
      site: site(),
      context: { reducedMotion: 'reduce' },
      prepare: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
        }),
    });
    const { page } = opened;
    const documents: string[] = [];
    await page.route('**/*', async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest()) return route.continue();
      documents.push(`${request.method()} ${new URL(request.url()).pathname}`);
      // No content: the browser stays where it is.
      await route.fulfill({ status: 204 });
    });
    const tabs: Page[] = [];
    page.context().on('page', (tab) => tabs.push(tab));
    await page.context().route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    return { ...opened, documents, tabs };
  }

  const target = (page: Page) => page.getByText('按這裡');

  /** Whether our script takes the events that lead elsewhere, which come to it before this hears of them. */
  async function watchTaking(page: Page): Promise<() => Promise<boolean>> {
    await page.evaluate(() => {
      for (const type of ['click', 'submit'])
        addEventListener(type, (event) => {
          if (event.defaultPrevented) document.documentElement.dataset['taken'] = '';
        });
    });
    return () =>
      page.evaluate(() => {
        const { dataset } = document.documentElement;
        const isTaken = 'taken' in dataset;
        delete dataset['taken'];
        return isTaken;
      });
  }

  test('a link or a button leads where it says, in the page where it can', async () => {
    const { page, documents, tabs, isSameDocument } = await openStaying();
    const isTaken = await watchTaking(page);
    const start = site().origin + here;

    for (const [what, piece, outcome] of rows) {
      await addToPage(page, piece);
      await target(page).click();
      expect(await isTaken(), what).toBe(outcome.by === 'page');
      if (outcome.by === 'page') await page.waitForURL(site().origin + outcome.path);
      if (outcome.by === 'document') await expect.poll(() => documents, { interval: 5 }).not.toEqual([]);
      if (outcome.by === 'tab') await expect.poll(() => tabs, { interval: 5 }).not.toEqual([]);
      // Everything else that the click has led to has been requested by then.
      await untilAsked(page);
      expect(tabs, what).toHaveLength(outcome.by === 'tab' ? 1 : 0);
      expect(documents, what).toEqual(outcome.by === 'document' ? [`${outcome.method} /articles`] : []);
      expect(await isSameDocument(), what).toBe(true);

      if (outcome.by === 'page') {
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: '登入' }).waitFor();
      } else expect(page.url(), what).toBe(start + (outcome.by === 'none' ? (outcome.hash ?? '') : ''));
      if (page.url() !== start) await page.goBack();
      await target(page).evaluateAll((all) => all.forEach((one) => (one.closest('form') ?? one).remove()));
      for (const tab of tabs.splice(0)) await tab.close();
      documents.length = 0;
    }
  });

  test('a link with a key held down, or one that has been handled already, is left alone', async () => {
    const { page, documents, drainRequests, isSameDocument } = await openStaying();
    // Everything that a navigation needs has come with this one.
    await page.getByRole('link', { name: '文章' }).first().click();
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
    const start = page.url();
    drainRequests();

    await addToPage(
      page,
      link({ href: '/articles?page=2', download: 'x' }),
      link({ href: '/articles?page=2' }),
    );
    // Shows whether our script has taken the click, and prevents the browser's own action.
    await page.evaluate(() =>
      addEventListener('click', (event) => {
        document.title = String(event.defaultPrevented);
        event.preventDefault();
      }),
    );
    for (const key of ['Control', 'Shift', 'Alt', 'Meta'] as const)
      for (const link of await target(page).all()) {
        await link.click({ modifiers: [key] });
        expect(await page.title(), key).toBe('false');
      }

    // On the document, like React, and after our script has begun to listen.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await target(page).last().click();
    expect(await page.title()).toBe('true');
    await untilAsked(page);
    expect(drainRequests().filter((request) => request.includes('_payload'))).toEqual([]);
    expect(documents).toEqual([]);
    expect(page.url()).toBe(start);
    expect(await isSameDocument()).toBe(true);
  });

  test('the page that is shown leaves one entry in the history', async () => {
    const { page } = await openBuiltPage(browser(), '/articles', { site: site(), until: 'hydrated' });
    const before = await page.evaluate(() => history.length);
    for (let i = 0; i < 3; i += 1) {
      // The key of the entry that the navigation has written.
      const key = await page.evaluate(() => history.state?.key);
      await page.getByRole('link', { name: '文章' }).first().click();
      await page.waitForFunction((last) => history.state?.key !== last, key);
    }
    expect(await page.evaluate(() => history.length)).toBe(before);
  });
});
