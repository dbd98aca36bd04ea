import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { partsBrand } from '../helpers/parts-brand.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const address = '/product?category=resistors';

describeInChromium('a shopper among 2,000 parts', (browser) => {
  const site = shareSiteWith(partsBrand(2_000));

  const box = (page: Page, name: string) =>
    page.getByRole('checkbox', { name: new RegExp(`^${name} \\d+$`) });
  const total = async (page: Page) =>
    Number(/\d+/.exec(await page.getByText(/^共 \d+ 件$/).innerText())?.[0]);
  const numberAt = async (page: Page, name: string) => {
    const text = await page.locator('label', { has: box(page, name) }).innerText();
    return Number(/\d+$/.exec(text)?.[0]);
  };

  test('finds the 10 kΩ resistor that is in stock by boxes alone, and each number is what its press gives', async () => {
    const { page, isSameDocument } = await openBuiltPage(browser(), address, {
      site: site(),
      context: { viewport: { width: 1440, height: 900 } },
    });
    for (const name of ['10 kΩ', '有現貨', '±1%']) {
      const promised = await numberAt(page, name);
      await box(page, name).scrollIntoViewIfNeeded();
      const top = await page.evaluate(() => window.scrollY);
      await box(page, name).press('Space');
      await expect.poll(() => total(page)).toBe(promised);
      expect(await box(page, name).isChecked()).toBe(true);
      // Nothing moves away under the hand, and the keyboard stays where it is.
      expect(await page.evaluate(() => window.scrollY)).toBe(top);
      expect(await box(page, name).evaluate((element) => element === document.activeElement)).toBe(true);
    }
    expect(await isSameDocument()).toBe(true);
    const found = await page.locator('main h2').allInnerTexts();
    expect(found.length).toBeGreaterThan(0);
    for (const name of found) expect(name).toMatch(/^10 kΩ 電阻 ±1%/);
    await page.goBack();
    await expect.poll(() => box(page, '±1%').isChecked()).toBe(false);
    await page.getByRole('link', { name: '全部取消' }).click();
    await expect.poll(() => total(page)).toBe(1_000);
    expect(await box(page, '10 kΩ').isChecked()).toBe(false);
  });

  test('no press costs a redirect, whatever the order of the boxes, and its address is that of a link', async () => {
    const { page } = await openBuiltPage(browser(), address, {
      site: site(),
      context: { viewport: { width: 1440, height: 900 } },
    });
    const redirects: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 308) redirects.push(response.url());
    });
    const search = () => new URL(page.url()).search;
    const presses = [
      ...['47 Ω', '100 Ω', '1 kΩ', '±5%'].map((name) => [name, encodeURIComponent(`:${name}`)]),
      ['已售完', 'sold_out'],
      ['有現貨', 'in_stock'],
    ];
    for (const [name = '', part] of presses) {
      await box(page, name).check();
      await expect.poll(search).toContain(part);
    }
    await page.getByLabel('最低價').fill('１');
    await page.getByRole('button', { name: '套用' }).click();
    await expect.poll(search).toContain('min=1');
    expect(redirects).toEqual([]);
    const href = await page.getByRole('link', { name: '取消「容差：±5%」' }).getAttribute('href');
    expect(`/product${search().replace(/&f=[^&]*%C2%B15%25/, '')}`).toBe(href);
  });

  test('values beyond twelve are behind a press, and prices are typed as people write them', async () => {
    const { page } = await openBuiltPage(browser(), address, { site: site() });
    await page.getByText('篩選', { exact: true }).click();
    await page.getByText('其他 2 項').click();
    await box(page, '10 MΩ').check();
    await expect.poll(() => page.getByRole('link', { name: '取消「阻值：10 MΩ」' }).count()).toBe(1);
    await page.getByLabel('最低價').fill('１０');
    await page.getByLabel('最高價').fill('NT$50');
    await page.getByRole('button', { name: '套用' }).click();
    await expect.poll(() => new URL(page.url()).search).toContain('min=10&max=50');
    expect(await page.getByRole('link', { name: '取消「NT$10 到 NT$50」' }).count()).toBe(1);
  });

  test('does the same without script', async () => {
    const context = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
    const { page } = await openBuiltPage(browser(), address, { site: site(), context, until: 'loaded' });
    await page.getByText('篩選', { exact: true }).click();
    const promised = await numberAt(page, '10 kΩ');
    await box(page, '10 kΩ').check();
    await page.getByRole('button', { name: '套用' }).click();
    expect(await total(page)).toBe(promised);
    expect(new URL(page.url()).searchParams.getAll('f')).toEqual(['阻值:10 kΩ']);
    expect(new URL(page.url()).searchParams.has('min')).toBe(false);
  });

  test.for([390, 768, 1440])('meets no obstacle at %i px', async (width) => {
    const { page } = await openBuiltPage(browser(), `${address}&availability=in_stock`, {
      site: site(),
      context: { viewport: { width, height: 900 } },
    });
    if (width < 1024) await page.getByText('篩選', { exact: true }).click();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});
