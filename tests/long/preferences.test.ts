import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareAccountSite } from '../helpers/account-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { visitEveryPage } from '../helpers/every-page.ts';
import { limitMs } from '../helpers/limit.ts';
import { samplePages } from '#scripts/tools/sample-pages.ts';
import { untilHydrated, untilIdle } from '../helpers/watched-page.ts';

// Each test opens every page, which a busy machine takes its time for.
describeInChromium('every page', (browser) => {
  const site = shareAccountSite();

  // In one visit: styles alone answer to these wishes.
  test('has its headings in order, moves nothing for who wants that, and says in a high contrast mode what counts', async () => {
    const options = { reducedMotion: 'reduce', viewport: { width: 1000, height: 800 } } as const;
    await visitEveryPage(browser(), site().origin, options, async (page, address) => {
      await expectOutline(page, address);
      expect.soft(await findMotion(page), `${address}: motion`).toEqual([]);
      const usual = await findLines(page);
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
      // A transparent border is drawn there, so that every entry of a menu looked chosen.
      expect.soft(await findLines(page), `${address}: lines`).toEqual(usual);
      expect.soft(await findUnseenChoices(page), `${address}: what is chosen`).toEqual([]);
      expect.soft(await findUnseenFocus(page), `${address}: the focus`).toEqual([]);
      await page.emulateMedia({ forcedColors: 'none' });
    });
  });

  test('in a high contrast mode marks what was found in a colour that hides nothing', async () => {
    const context = await browser().newContext({ forcedColors: 'active' });
    const page = await context.newPage();
    await page.goto(`${site().origin}${samplePages.search}`);
    const background = await page
      .locator('mark')
      .first()
      .evaluate((mark) => getComputedStyle(mark).backgroundColor);
    expect(background).toMatch(/^rgb\(/);
    await context.close();
  });

  test('in a high contrast mode shows where a tooltip and a dialog end', async () => {
    const context = await browser().newContext({ forcedColors: 'active' });
    const page = await context.newPage();
    await page.goto(`${site().origin}/product/info/zhuni-teapot-150ml`);
    await untilHydrated(page);
    await untilIdle(page);
    const tooltip = page.locator('.tooltip');
    // A pointer that arrives before the script of tooltips gets the browser's own: on the next hover, it is ours.
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0);
        await page.locator('a.enlarge').first().hover();
        return tooltip.waitFor({ timeout: limitMs(1_500) }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    const border = (element: Element) => getComputedStyle(element).borderTopWidth;
    expect(await tooltip.evaluate(border)).toBe('1px');
    await page.locator('a.enlarge').first().click();
    expect(await page.getByRole('dialog').evaluate(border)).toBe('1px');
  });
});

/** A single main heading, the others in order, and a name for each landmark of a kind. */
async function expectOutline(page: Page, address: string): Promise<void> {
  const levels = await page
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((all) => all.map((heading) => Number(heading.localName.slice(1))));
  const mains = levels.filter((level) => level === 1);
  expect.soft(mains, address).toHaveLength(1);
  const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
  expect.soft(skips, address).toEqual([]);
  expect.soft(await page.locator('header.site-header, main, footer.site-footer').count(), address).toBe(3);
  expect.soft(await page.locator('nav:not([aria-label], [aria-labelledby])').count(), address).toBe(0);
  const names = await page.locator('nav').evaluateAll((all) =>
    all.map((nav) => {
      const heading = document.getElementById(nav.getAttribute('aria-labelledby') ?? '');
      return nav.getAttribute('aria-label') ?? heading?.textContent;
    }),
  );
  expect.soft(new Set(names).size, address).toBe(names.length);
}

/** Chosen elements that only their colour distinguishes, which is invisible here. */
function findUnseenChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const chosen = '[aria-current], [aria-selected=true], [aria-pressed=true]';
    return [...document.querySelectorAll(chosen)]
      .filter((element) => {
        const { textDecorationLine, forcedColorAdjust, backgroundColor } = getComputedStyle(element);
        if (textDecorationLine.includes('underline')) return false;
        const other = element.parentElement?.querySelector(`${element.localName}:not(${chosen})`);
        return (
          forcedColorAdjust !== 'none' ||
          !other ||
          getComputedStyle(other).backgroundColor === backgroundColor
        );
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

/** Borders of elements that are not chosen, with their visible sides. */
function findLines(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('nav a, nav li, .color-modes button')].flatMap((element, index) => {
      if (element.matches('[aria-current], [aria-pressed=true]')) return [];
      const style = getComputedStyle(element);
      const sides = ['top', 'right', 'bottom', 'left'].filter((side) => {
        const color = style.getPropertyValue(`border-${side}-color`);
        return (
          parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
          !/\/ 0\)|, 0\)$|transparent/.test(color)
        );
      });
      return sides.length === 0 ? [] : [`${index} ${element.textContent} ${sides.join(' ')}`];
    }),
  );
}

/** Goes through the page with Tab, and returns where nothing shows that. */
async function findUnseenFocus(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let step = 0; step < 150; step += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const rings = [getComputedStyle(element), getComputedStyle(element, '::after')];
      const isSeen = rings.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      );
      return { isSeen, html: element.outerHTML.slice(0, 120) };
    });
    if (here === null) return unseen;
    if (!here.isSeen) unseen.push(here.html);
  }
  throw new Error('Tab does not leave the page');
}

function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shownMs = 0.01;
    const longest = (durations: string) =>
      Math.max(
        ...durations.split(',').map((part) => parseFloat(part) * (part.trim().endsWith('ms') ? 1 : 1000)),
      );
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after', '::backdrop'].flatMap((part) => {
        const style = getComputedStyle(element, part);
        const moves =
          longest(style.transitionDuration) > shownMs ||
          (style.animationName !== 'none' && longest(style.animationDuration) > shownMs) ||
          style.scrollBehavior === 'smooth';
        return moves ? [`${element.outerHTML.slice(0, 100)} ${part ?? ''}`] : [];
      }),
    );
  });
}
