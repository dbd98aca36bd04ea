import { expect, test } from 'vitest';
import type { Visit } from './visit.ts';

export function searchTests(visit: Visit): void {
  test('suggestions come while somebody types, Escape closes them, and one leads to its page', async () => {
    const { page, proxy } = await visit('/search');
    const readField = () => {
      const field = document.querySelector('main input[type=search]');
      return {
        isOpen: field?.getAttribute('aria-expanded'),
        options: document.querySelectorAll('main [role=listbox]:not([hidden]) [role=option]').length,
      };
    };
    const state = () => page.evaluate(readField);
    await page.click('main input[type=search]');
    await expect.poll(state).toEqual({ isOpen: 'false', options: 0 });
    await page.type('main input[type=search]', '朱泥小');
    await expect.poll(state).toMatchObject({ isOpen: 'true' });
    await page.pressEscape();
    await expect.poll(state).toEqual({ isOpen: 'false', options: 0 });

    await page.type('main input[type=search]', '壺');
    await expect.poll(state).toEqual({ isOpen: 'true', options: 1 });
    await page.click('main [role=option]');
    await expect.poll(() => page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('朱泥小壺');
    expect(proxy.documents).toEqual(['GET /search']);
    expect(proxy.failures).toEqual([]);
  });

  test('the button of the field shows what is found, with its marks, in the same document', async () => {
    const { page, proxy } = await visit('/search');
    await page.type('main input[type=search]', '烏龍');
    await page.click('main .search-field button');
    await expect
      .poll(() => page.evaluate(() => document.querySelector('h1')?.textContent))
      .toBe('搜尋「烏龍」');
    expect(await page.evaluate(() => document.querySelector('main .hits mark')?.textContent)).toBe('烏龍');
    expect(await page.evaluate(() => decodeURIComponent(location.search))).toBe('?q=烏龍');
    expect(proxy.documents).toEqual(['GET /search']);
  });
}
