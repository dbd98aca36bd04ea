import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aCategory, aProduct, type Files } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const longName = '一個五十個字的分類名稱'.repeat(5).slice(0, 50);

/** Three levels, of which each category of the last has a product. */
function aTree(tops: number, each: number): Files {
  const files: Files = {};
  for (let top = 0; top < tops; top++) {
    files[`categories/t${top}.md`] = aCategory({ name: top === 1 ? longName : `大類${top}`, order: top });
    for (let middle = 0; middle < each; middle++) {
      const id = `t${top}-${middle}`;
      files[`categories/${id}.md`] = aCategory({ name: `中類${top}之${middle}`, parent: `t${top}` });
      for (let last = 0; last < each; last++) {
        files[`categories/${id}-${last}.md`] = aCategory({
          name: `小類${top}-${middle}-${last}`,
          parent: id,
        });
        files[`products/p-${id}-${last}.md`] = aProduct({ category: `${id}-${last}` });
      }
    }
  }
  return { ...files, 'site.yaml': 'name: 青葉\n' };
}

describeInChromium('on a phone', (browser) => {
  const few = shareSiteWith(aTree(3, 2));
  const many = shareSiteWith(aTree(7, 6));

  test.for([
    ['24 categories', few, '小類2-1-1'],
    ['300 categories', many, '小類6-5-5'],
  ] as const)('each of %s is reached with two presses, with script and without', async ([, site, last]) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await openBuiltPage(browser(), '/product', {
        site: site(),
        context: { viewport: { width: 390, height: 844 }, javaScriptEnabled },
        until: javaScriptEnabled ? 'idle' : 'loaded',
      });
      const categories = page.getByRole('navigation', { name: '商品分類' });
      expect(await categories.getByRole('link').count(), 'closed').toBe(0);
      await categories.getByText('分類', { exact: true }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await smallTargets(categories)).toEqual([]);
      await categories.getByRole('link', { name: last }).click();
      await page.waitForURL(/category=/);
      await expect.poll(() => page.locator('h1').innerText()).toBe(last);
      // Closed again, so that it does not stand before what was chosen.
      expect(await categories.getByRole('link').count()).toBe(0);
    }
  });

  test('a category leads up the tree and down', async () => {
    const { page } = await openBuiltPage(browser(), '/product?category=t2', {
      site: few(),
      context: { viewport: { width: 390, height: 844 } },
    });
    await page.getByRole('navigation', { name: '下層分類' }).getByRole('link', { name: '中類2之1' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('中類2之1');
    await page.getByRole('navigation', { name: '目前位置' }).getByRole('link', { name: '大類2' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('大類2');
  });

  test('axe finds nothing, opened or not, and beside the list', async () => {
    for (const width of [390, 1440]) {
      const { page } = await openBuiltPage(browser(), '/product?category=t1', {
        site: few(),
        context: { viewport: { width, height: 900 } },
      });
      expect(await findViolations(page)).toEqual([]);
      if (width === 390) await page.getByText('分類', { exact: true }).click();
      expect(await findViolations(page)).toEqual([]);
    }
  });

  test('beside the list the present branch alone is open', async () => {
    const { page } = await openBuiltPage(browser(), '/product?category=t2-1', {
      site: few(),
      context: { viewport: { width: 1440, height: 900 } },
    });
    const names = page.getByRole('navigation', { name: '商品分類' }).getByRole('link');
    const shown = (await names.allInnerTexts()).map((text) => text.replace(/\s*\d+$/, ''));
    for (const name of ['大類0', '大類2', '中類2之0', '中類2之1', '小類2-1-0', '小類2-1-1'])
      expect(shown, name).toContain(name);
    for (const name of ['中類0之0', '小類2-0-0']) expect(shown, name).not.toContain(name);
  });
});

/** Links lower than a finger is wide. */
function smallTargets(categories: Locator): Promise<string[]> {
  return categories
    .getByRole('link')
    .evaluateAll((links) =>
      links.flatMap((link) => (link.getBoundingClientRect().height < 44 ? [link.textContent ?? ''] : [])),
    );
}
