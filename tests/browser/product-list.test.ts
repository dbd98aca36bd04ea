import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { notice, openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

describeInChromium('the list of products', (browser) => {
  const site = shareEditedSite();

  test('changes many at once, for a keyboard too', async () => {
    const { origin } = site();
    const page = await openEditArea(browser(), origin, 'lin@example.com');
    await page.goto(`${origin}/edit/products?availability=preorder`);
    expect(await findViolations(page)).toEqual([]);
    const boxes = page.getByRole('checkbox', { name: /^勾選/ });
    const count = await boxes.count();
    expect(count).toBeGreaterThan(0);
    await page.getByLabel('這一頁全部').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('供應狀態改成', { exact: true }).selectOption('in_stock');
    await page.getByRole('button', { name: '供應狀態改成：下一步' }).press('Enter');
    expect(await page.locator('h1').innerText()).toContain('把供應狀態改成');
    expect(await findViolations(page)).toEqual([]);
    await press(page, `確定，改 ${count} 項`);
    expect(await notice(page)).toBe(`改好了 ${count} 項。\n\n復原`);
    await page.goto(`${origin}/edit/products?availability=preorder`);
    expect(await boxes.count()).toBe(0);
  });
});
