import { expect, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { notice, openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

describeInChromium('an editor of categories', (browser) => {
  const site = shareEditedSite();

  test.for([
    ['without script', false, 'gaiwan'],
    ['with script', true, 'teapot'],
  ] as const)('makes one, moves it, renames it and files a product there, %s', async ([, hasScript, id]) => {
    const { origin } = site();
    const page = await openEditArea(browser(), origin, 'chen@example.com', {
      javaScriptEnabled: hasScript,
      viewport: { width: 390, height: 900 },
    });
    await page.goto(`${origin}/edit/categories/_new`);
    await page.getByLabel('網址名稱').fill(id);
    await page.getByLabel('名稱', { exact: true }).fill(`新的${id}`);
    await press(page, '儲存草稿');
    await page.getByLabel('上層分類').selectOption('茶器');
    await press(page, '現在發布');
    expect(await notice(page)).toContain('已發布。');

    await page.goto(`${origin}/edit/products/celadon-gaiwan`);
    await page.getByLabel('分類', { exact: true }).selectOption(id);
    await press(page, '立即更新');
    expect(await notice(page)).toContain('已發布。');
    await page.goto(`${origin}/product?category=${id}`);
    const steps = page.getByRole('navigation', { name: '目前位置' });
    expect((await steps.innerText()).replaceAll(/\s+/g, '')).toBe(`商品/喝茶的事/茶器/新的${id}`);

    await page.goto(`${origin}/edit/categories/${id}`);
    await page.getByLabel('上層分類').selectOption('茶點');
    await press(page, '立即更新');
    await page.getByRole('link', { name: '更改網址', exact: true }).click();
    await page.getByLabel('新的網址名稱').fill(`${id}-2`);
    await press(page, '更改網址');
    expect(await notice(page)).toContain('網址已更改');
    await page.goto(`${origin}/product?category=${id}`);
    expect(page.url()).toBe(`${origin}/product?category=${id}-2`);
    expect(await steps.innerText()).toContain('茶點');
    expect(await page.locator('h2').first().innerText()).toBe('青瓷蓋碗');
  });
});
