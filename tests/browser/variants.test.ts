import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { manyVariants, manyVariantsId } from '../helpers/many-variants.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';
import { untilLinksAreSeen } from '../helpers/watched-page.ts';

const address = `/product/info/${manyVariantsId}`;

describeInChromium('a product with a hundred variants', (browser) => {
  const site = shareSiteWith(manyVariants);

  const value = (page: Page, option: string, name: string) =>
    page.getByRole('navigation', { name: option }).getByRole('link', { name });
  const variantOf = (page: Page) => new URL(page.url()).searchParams.get('variant');
  const shown = async (page: Page) => ({
    variant: variantOf(page),
    price: await page.locator('main .price').innerText(),
    number: await page.locator('main .select-all').first().innerText(),
    picture: await page.locator('main img').first().getAttribute('alt'),
    title: (await page.title()).includes('（'),
  });

  const whole = {
    ...{ variant: null, price: 'NT$13,000 – NT$16,300', number: 'TABLE' },
    ...{ picture: '紅色的餐桌', title: false },
  };
  const black = {
    ...{ variant: 'c1-s1-w0', price: 'NT$13,000', number: 'TABLE-110' },
    ...{ picture: '黑色的餐桌', title: true },
  };
  const huge = { ...black, variant: 'c1-s3-w0', price: 'NT$15,000', number: 'TABLE-130' };

  test('changes price, number, picture, title and address where it is, and goes back through its choices', async () => {
    const { page, complaints, isSameDocument, drainRequests } = await openBuiltPage(browser(), address, {
      site: site(),
      context: { viewport: { width: 390, height: 844 } },
    });
    expect(await shown(page)).toEqual(whole);
    await value(page, '顏色', '黑').scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    await value(page, '顏色', '黑').click();
    await expect.poll(() => shown(page)).toEqual(black);
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
    expect(drainRequests()).toContain(`${address}/_payload.json?variant=c1-s1-w0`);
    await value(page, '尺寸', '特大').click();
    await expect.poll(() => shown(page)).toEqual(huge);
    expect(await value(page, '顏色', '黑').getAttribute('aria-current')).toBe('true');
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(black);
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(whole);
    await page.goForward();
    await expect.poll(() => shown(page)).toEqual(black);
    expect(await isSameDocument()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('asks for the data of an option when somebody is about to press it, and of no other', async () => {
    const { page, drainRequests } = await openBuiltPage(browser(), address, { site: site() });
    const views = () => drainRequests().filter((path) => path.includes('variant='));
    await value(page, '尺寸', '特大').scrollIntoViewIfNeeded();
    await untilLinksAreSeen(page);
    expect(views()).toEqual([]);
    await value(page, '顏色', '黑').hover();
    await expect.poll(views).toEqual([`${address}/_payload.json?variant=c1-s1-w0`]);
    await untilLinksAreSeen(page);
    expect(views()).toEqual([]);
  });

  test('is chosen from by keyboard, which stays at the value', async () => {
    const { page } = await openBuiltPage(browser(), address, { site: site() });
    await value(page, '顏色', '黑').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toEqual(black);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('黑');
    // Past the colours.
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('小');
    expect(await findViolations(page)).toEqual([]);
  });

  test('is chosen from without script', async () => {
    const { page } = await openBuiltPage(browser(), address, {
      site: site(),
      context: { javaScriptEnabled: false },
      until: 'loaded',
    });
    await value(page, '顏色', '黑').click();
    await page.waitForURL(/variant=/);
    expect(await shown(page)).toEqual(black);
    // A value that cannot be had with the chosen one is said to be out, and still leads there.
    expect(await value(page, '尺寸', '小').locator('s').count()).toBe(1);
    await value(page, '尺寸', '小').click();
    await page.waitForURL(/variant=c1-s0-w0/);
    expect(await page.locator('main').innerText()).toContain('售完');
  });

  test('moves nothing sideways', async () => {
    const { page } = await openBuiltPage(browser(), address, { site: site() });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
    }
  });
});
