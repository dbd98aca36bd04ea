import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { startSite } from '../helpers/built-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aDrawing, contentFolder } from '../helpers/content.ts';
import { runCommand } from '../helpers/run-command.ts';
import { untilHydrated } from '../helpers/watched-page.ts';

/** The example of a whole `site.yaml`. */
const [, settings = ''] = /```yaml\n(name: [^]*?)```/.exec(readFileSync('docs/content.md', 'utf8')) ?? [];
const rust = 'rgb(154, 52, 18)';

describeInChromium('the owner of a site', (browser) => {
  test('makes it their own with the example of docs/content.md, which an open page shows at its next navigation', async () => {
    const dataDir = sampleFolder();
    const site = await startSite(production, { DATA_DIR: dataDir });
    const { page, isSameDocument } = await openBuiltPage(browser(), '/articles', { site });
    const header = page.getByRole('banner');
    expect(await header.innerText()).toContain('青葉');

    const folder = contentFolder({ 'site.yaml': settings, 'media/brand/logo.svg': aDrawing });
    const { code, err } = await runCommand(['content', 'import', folder], { DATA_DIR: dataDir });
    expect(code, err).toBe(0);
    expect(await isSameDocument()).toBe(true);

    await page.getByRole('link', { name: '水溫這件事' }).click();
    await page.getByRole('banner').getByText('山腳茶行').waitFor();
    await untilHydrated(page);
    expect(new URL(page.url()).pathname).toBe('/articles/water-temperature');
    expect(await page.title()).toBe('水溫這件事｜山腳茶行');
    const menu = page.getByRole('navigation', { name: '主要導覽' }).getByRole('link');
    expect(await menu.allInnerTexts()).toEqual(['文章', '關於我們', '登入']);
    expect(await header.locator('img').evaluate(widthOfPicture)).toBeGreaterThan(0);
    expect(await (await page.request.get(`${site.origin}/favicon.svg`)).text()).toBe(aDrawing);
    expect(await page.locator('meta[name=theme-color]').getAttribute('content')).toBe('#9a3412');
    expect(await menu.first().evaluate((link) => getComputedStyle(link).color)).toBe(rust);
    const footer = await page.getByRole('contentinfo').innerText();
    for (const told of [
      '春茶與冬茶的季節',
      '南投縣名間鄉',
      'hello@example.com',
      'Instagram',
      '© 2019 山腳茶行',
      'CC BY 4.0',
    ])
      expect.soft(footer).toContain(told);

    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await header.getByRole('link', { name: '山腳茶行' }).click();
    await page.getByRole('heading', { level: 1, name: '山腳茶行' }).waitFor();
    expect(await partsOfFront(page)).toEqual(['最新文章', '精選', '商品']);
    // Nothing has changed since.
    expect(await isSameDocument()).toBe(true);
  });
});

function widthOfPicture(image: Element): number {
  return image instanceof HTMLImageElement ? image.naturalWidth : 0;
}

/** Parts of the front page, from top to bottom. */
async function partsOfFront(page: Page): Promise<string[]> {
  const regions = page.locator('main section');
  const places = await regions.evaluateAll((all) =>
    all.map((region) => ({
      name: region.getAttribute('aria-label') ?? region.querySelector('h2')?.textContent ?? '',
      top: region.getBoundingClientRect().top,
    })),
  );
  return places.sort((a, b) => a.top - b.top).map(({ name }) => name);
}
