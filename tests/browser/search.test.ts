import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };

const heading = (page: Page) => page.locator('main h1');
const mainLink = (page: Page, name: string | RegExp) => page.locator('main').getByRole('link', { name });

describeInChromium('a search', (browser) => {
  const site = sampleSite;

  test('leads with script from the header to results, a kind, a filter, and back', async () => {
    const { page, isSameDocument, complaints } = await openBuiltPage(browser(), '/articles', {
      site: site(),
      context: desk,
    });
    const field = page.locator('header input[type=search]');
    await field.fill('茶');
    await field.press('Enter');
    await expect.poll(() => heading(page).innerText()).toBe('搜尋「茶」');
    await mainLink(page, /^商品 \d/).click();
    await expect.poll(() => page.url()).toContain('kind=products');
    await mainLink(page, /^茶器 ?\d/).click();
    await mainLink(page, '取消「茶器」').waitFor();
    const [few] = await page.locator('main [role=status]').allInnerTexts();
    await mainLink(page, '取消「茶器」').click();
    await expect.poll(() => page.locator('main [role=status]').first().innerText()).not.toBe(few);

    // From the field of the results to other results.
    await field.fill('烏龍');
    await field.press('Enter');
    await expect.poll(() => heading(page).innerText()).toBe('搜尋「烏龍」');
    expect(await page.locator('main mark').first().innerText()).toBe('烏龍');
    await page.goBack();
    await expect.poll(() => heading(page).innerText()).toBe('搜尋「茶」');
    expect(await field.inputValue()).toBe('茶');
    await page.goBack();
    await mainLink(page, '取消「茶器」').waitFor();
    expect(await isSameDocument()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('leads on a phone without script from the sign in the header to a product', async () => {
    const { page } = await openBuiltPage(browser(), '/product', {
      site: site(),
      context: { ...phone, javaScriptEnabled: false },
      until: 'loaded',
    });
    await page.locator('header').getByRole('link', { name: '搜尋' }).click();
    expect(await page.getByRole('heading', { name: '最新文章' }).isVisible()).toBe(true);
    const field = page.locator('main input[type=search]');
    await field.fill('茶');
    await field.press('Enter');
    await mainLink(page, /^商品 \d/).click();
    expect(await mainLink(page, /^茶器 ?\d/).isVisible()).toBe(false);
    await page.getByText('篩選', { exact: true }).click();
    await page.getByLabel('最高價').fill('500');
    await page.getByRole('button', { name: '套用' }).click();
    await mainLink(page, '價格由高到低').click();
    expect(await mainLink(page, '取消「NT$500 以下」').isVisible()).toBe(true);
    const prices = await page.locator('main .card .figures').allInnerTexts();
    expect(prices.map((price) => Number(price.replace(/\D/g, '')))).toEqual(
      prices.map((price) => Number(price.replace(/\D/g, ''))).toSorted((a, b) => b - a),
    );
    await page.locator('main .card h2 a').first().click();
    expect(new URL(page.url()).pathname).toMatch(/^\/product\/info\//);
  });

  test('shows in one header what fits, however long the name of the site', async () => {
    const { page } = await openBuiltPage(browser(), '/search', { site: site() });
    /** The height of the header at each width, and by how much the page is wider. */
    async function measure(): Promise<[height: number | undefined, overflow: number][]> {
      const sizes: [number | undefined, number][] = [];
      for (const width of [320, 390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        sizes.push(
          await page.evaluate(() => [
            document.querySelector('header')?.clientHeight,
            document.documentElement.scrollWidth - window.innerWidth,
          ]),
        );
      }
      return sizes;
    }
    const before = await measure();
    await page.evaluate(() => {
      const name = document.querySelector('header .brand span');
      if (name) name.textContent = '一間在山裡慢慢做茶的老店';
      const [first] = document.querySelectorAll('.site-menu li');
      for (const item of document.querySelectorAll('.site-menu li')) {
        const link = item.querySelector('a');
        if (link && item !== first?.parentElement?.lastElementChild) link.textContent = '關於我們';
      }
      for (let more = 0; more < 2; more += 1) first?.after(first.cloneNode(true));
    });
    expect(await measure()).toEqual(before.map(([height]) => [height, 0]));
  });
});
