import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

interface Place {
  role: string;
  /** By what a screen reader calls it, nearly. */
  name: string;
}

describeInChromium('with the keyboard alone', (browser) => {
  const place = (page: Page): Promise<Place> =>
    page.evaluate(() => {
      const element = document.activeElement;
      const picture = element?.querySelector('img')?.alt ?? '';
      const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
      return { role: element?.localName ?? '', name: name === '' ? picture : name };
    });

  async function goTo(
    page: Page,
    isThere: (place: Place) => boolean,
    key: 'Tab' | 'Shift+Tab' = 'Tab',
  ): Promise<void> {
    const passed: string[] = [];
    while (passed.length < 80) {
      await page.keyboard.press(key);
      const here = await place(page);
      if (isThere(here)) return;
      passed.push(`${here.role} ${here.name.slice(0, 20)}`);
    }
    throw new Error(`not reached with ${key}; passed by:\n${passed.join('\n')}`);
  }

  const named = (name: string) => (here: Place) => here.name.includes(name);

  async function untilAtHeading(page: Page, heading: string): Promise<void> {
    await expect.poll(() => place(page)).toEqual({ role: 'h1', name: heading });
  }

  test('one reads an article, looks at a product, closes a toast and is back at the list, without losing the place', async () => {
    const { origin } = sampleSite();
    const context = await browser().newContext({ viewport: { width: 1000, height: 700 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const { page, complaints } = await openWatchedPage(context, origin);
    await page.goto(origin);
    await untilHydrated(page);
    await untilIdle(page);

    await page.keyboard.press('Tab');
    expect((await place(page)).name).toBe('跳到主要內容');
    await goTo(page, ({ role, name }) => role === 'a' && name === '文章');
    await page.keyboard.press('Enter');
    await untilAtHeading(page, '文章');

    await goTo(page, named('在家泡一壺好茶'));
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await place(page)).role).toBe('h1');
    await expect.poll(async () => (await place(page)).name).toContain('在家泡一壺好茶');
    await page.keyboard.press('PageDown');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);

    await goTo(page, named('複製連結'));
    await goTo(page, named('朱泥小壺'));
    await page.keyboard.press('Enter');
    await untilAtHeading(page, '朱泥小壺');

    // The pictures stand before the heading.
    await goTo(page, named('朱紅色的小茶壺'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('ArrowRight');
    // A tooltip that stands there by then is closed first.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return page.getByRole('dialog').count();
      })
      .toBe(0);
    expect((await place(page)).name).toContain('朱紅色的小茶壺');

    await goTo(page, named('複製連結'));
    await page.keyboard.press('Enter');
    await page.getByText('已複製連結').first().waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: '已複製連結' }).count()).toBe(0);
    await expect.poll(async () => (await place(page)).name).toContain('複製連結');

    await goTo(page, ({ name }) => name === '商品', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await untilAtHeading(page, '商品');
    expect(complaints).toEqual([]);
  });
});
