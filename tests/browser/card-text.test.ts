import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const title = 'Cold brew — An evening note：two cups';

describeInChromium('the text of a card', (browser) => {
  const site = shareSiteWith({
    'articles/cold-brew.md': anArticle({ title, author: 'lin-zhiyuan', publishedAt: '2026-11-21T08:00:00Z' }),
  });

  const open = (address: string, javaScriptEnabled = true) =>
    openBuiltPage(browser(), address, {
      site: site(),
      context: { javaScriptEnabled },
      until: javaScriptEnabled ? 'idle' : 'loaded',
    });
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
  }

  const selected = (page: Page) => page.evaluate(() => String(getSelection()));

  test.for([
    ['/product', '.card-text'],
    ['/product', 'h2'],
    ['/articles', '.card-text'],
    ['/articles', 'h2'],
  ] as const)('is selected by a drag, which leads nowhere: %s, %s', async ([address, part]) => {
    const { page, isSameDocument, complaints } = await open(address);
    const text = card(page).locator(part);
    await dragAcross(page, text);
    const chosen = await selected(page);
    expect(chosen.length).toBeGreaterThan(3);
    expect(await text.innerText()).toContain(chosen);
    await page.waitForTimeout(300);
    expect(new URL(page.url()).pathname).toBe(address);
    expect(await isSameDocument()).toBe(true);
    // The next click is one on the link again.
    await text.click({ force: true });
    await page.waitForURL((url) => url.pathname !== address);
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

  test.for([true, false])('is part of what can be clicked, with script: %s', async (hasScript) => {
    for (const address of ['/product', '/articles']) {
      const { page } = await open(address, hasScript);
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
