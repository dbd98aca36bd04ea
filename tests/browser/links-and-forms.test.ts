import { expect, test } from 'vitest';
import { addToPage, openBuiltPage, type Piece } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

const here = '/login';

/** `page`: our script shows the target. `document`: the browser loads it. `tab`: in another one. `none`: stays here. */
type Outcome = { by: 'page' | 'document'; path: string } | { by: 'tab' | 'none'; hash?: string };

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
    { by: 'document', path: '/articles' },
  ],
  [
    'a form',
    form({ action: '/articles?old=1' }, {}, field('q', '茶 葉')),
    { by: 'page', path: `/articles?q=${encodeURIComponent('茶')}+${encodeURIComponent('葉')}` },
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
    { by: 'document', path: '/articles' },
  ],
  [
    'a form that posts',
    form({ action: '/articles', method: 'POST' }, {}),
    { by: 'document', path: '/articles' },
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

  test.for(rows)('%s', async ([, piece, outcome]) => {
    const { page, isSameDocument } = await openBuiltPage(browser(), here, {
      site: site(),
      until: 'hydrated',
    });
    await addToPage(page, piece);
    const opened: string[] = [];
    page.context().on('page', (tab) => opened.push(tab.url()));
    const click = page.getByText('按這裡').click();
    if ('path' in outcome) {
      await click;
      await page.waitForURL(site().origin + outcome.path);
      await expect.poll(() => isSameDocument().catch(() => null)).toBe(outcome.by === 'page');
      return;
    }
    await click;
    if (outcome.by === 'tab') await expect.poll(() => opened).toHaveLength(1);
    else await page.waitForTimeout(500);
    expect(opened).toHaveLength(outcome.by === 'tab' ? 1 : 0);
    expect(page.url()).toBe(site().origin + here + (outcome.hash ?? ''));
    expect(await isSameDocument()).toBe(true);
  });

  test('something that has been handled already is left alone', async () => {
    const { page, isSameDocument } = await openBuiltPage(browser(), here, {
      site: site(),
      until: 'hydrated',
    });
    await addToPage(page, link({ href: '/articles' }));
    // Where React listens, and after our script has begun to.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await page.getByText('按這裡').click();
    await page.waitForTimeout(500);
    expect(new URL(page.url()).pathname).toBe(here);
    expect(await isSameDocument()).toBe(true);
  });

  test.for(['Control', 'Shift', 'Alt', 'Meta'] as const)(
    'a link with %s is the browser\u2019s own',
    async (key) => {
      const { page, isSameDocument } = await openBuiltPage(browser(), here, {
        site: site(),
        until: 'hydrated',
      });
      await addToPage(page, link({ href: '/articles', download: 'x' }), link({ href: '/articles' }));
      // Tells whether our script has taken the click, and keeps the browser from doing what it does with it.
      await page.evaluate(() =>
        setTimeout(() =>
          addEventListener('click', (event) => {
            document.title = String(event.defaultPrevented);
            event.preventDefault();
          }),
        ),
      );
      for (const index of [0, 1]) {
        await page
          .getByText('按這裡')
          .nth(index)
          .click({ modifiers: [key] });
        expect(await page.title()).toBe('false');
      }
      expect(await isSameDocument()).toBe(true);
    },
  );

  test('the page that is shown leaves one entry in the history', async () => {
    const { page } = await openBuiltPage(browser(), '/articles', { site: site(), until: 'hydrated' });
    const before = await page.evaluate(() => history.length);
    for (let i = 0; i < 3; i += 1) await page.getByRole('link', { name: '文章' }).first().click();
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => history.length)).toBe(before);
  });
});
