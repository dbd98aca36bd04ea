import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';
import { untilFrames } from '../helpers/watched-page.ts';

const title = 'Cold brew — An evening note：two cups';

declare global {
  interface Window {
    /** Address of the link that was clicked, for each click; null where it was on none. */
    clicked: (string | null)[];
  }
}

describeInChromium('the text of a card', (browser) => {
  const site = shareSiteWith({
    'articles/cold-brew.md': anArticle({ title, author: 'lin-zhiyuan', publishedAt: '2026-11-21T08:00:00Z' }),
  });

  const open = (address: string) => openBuiltPage(browser(), address, { site: site() });
  const card = (page: Page) => page.locator('.cards .card').nth(1);

  /** From the first character to the end of the line, as by hand. */
  async function dragAcross(page: Page, text: Locator): Promise<void> {
    await text.scrollIntoViewIfNeeded();
    const box = await text.boundingBox();
    if (box === null) throw new Error('the text is not shown');
    const y = box.y + 12;
    await page.mouse.move(box.x + 1, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, y, { steps: 5 });
    await page.mouse.move(box.x + box.width - 2, y, { steps: 5 });
    await page.mouse.up();
    // A timer of the page lays the link over the words again. One that is set later fires after it.
    await untilFrames(page);
  }

  const selected = (page: Page) => page.evaluate(() => String(getSelection()));

  test('is selected by a drag, which leads nowhere, and leads on by a click', async () => {
    const { page, isSameDocument, complaints } = await open('/login');
    await page.evaluate(() => {
      window.clicked = [];
      addEventListener(
        'click',
        ({ target }) => window.clicked.push((target as Element).closest('a')?.getAttribute('href') ?? null),
        true,
      );
    });
    for (const [name, address] of [
      ['商品', '/product'],
      ['文章', '/articles'],
    ] as const) {
      await page.getByRole('banner').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const href = await card(page).locator('h2 a').getAttribute('href');
      for (const part of ['.card-text', 'h2']) {
        const text = card(page).locator(part);
        await page.evaluate(() => (window.clicked = []));
        await dragAcross(page, text);
        const chosen = await selected(page);
        expect(chosen.length, part).toBeGreaterThan(3);
        expect(await text.innerText()).toContain(chosen);
        // A click comes with the end of the drag: what it is on, if it comes, is no link.
        expect(await page.evaluate(() => window.clicked.filter((link) => link !== null))).toEqual([]);
        expect(new URL(page.url()).pathname).toBe(address);
      }
      // The next click is one on the link again.
      await card(page).locator('.card-text').click({ force: true });
      await page.waitForURL((url) => url.pathname === href);
    }
    expect(await isSameDocument()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('leaves a drag of the picture to the browser, which takes the link along', async () => {
    const { page } = await open('/product');
    const drag = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          addEventListener('dragstart', (event) => setTimeout(() => resolve(event.defaultPrevented)));
        }),
    );
    await dragAcross(page, card(page).locator('.frame'));
    expect(await drag).toBe(false);
    expect(await selected(page)).toBe('');
  });

  test('is part of what can be clicked without script', async () => {
    const page = await (await browser().newContext({ javaScriptEnabled: false })).newPage();
    for (const address of ['/product', '/articles']) {
      await page.goto(site().origin + address);
      const href = await card(page).locator('h2 a').getAttribute('href');
      await card(page).locator('.card-text').click({ force: true });
      await page.waitForURL((url) => url.pathname === href);
    }
  });

  test('has the spaces of its title, drawn and said', async () => {
    const { page } = await open('/articles');
    const link = page.locator('.lead h2 a');
    expect(await link.textContent()).toBe(title);
    expect((await page.getByRole('link', { name: 'Cold brew — An evening note' }).count()) > 0).toBe(true);
    const [dash, word] = await link.locator('.title-part').evaluateAll((parts) =>
      parts.map((part) => {
        const { left, right } = part.getBoundingClientRect();
        return { left, right };
      }),
    );
    const space = (word?.left ?? 0) - (dash?.right ?? 0);
    expect(space).toBeGreaterThan(3);
  });
});
