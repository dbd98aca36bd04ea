import { expect, test } from 'vitest';
import { addToPage, openBuiltPage, type Piece } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

describeInChromium('a site below its origin', (browser) => {
  test('works as one at its top does, and asks for nothing outside of its path', async () => {
    const { page, complaints, drainRequests, isSameDocument, site } = await openBuiltPage(
      browser(),
      '/shop/',
      {
        env: { BASE_PATH: '/shop/' },
      },
    );
    const requests: string[] = [];
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

    await page.locator('main a[href="/shop/product/info/zhuni-teapot-150ml"]').first().click();
    await page.waitForURL('**/shop/product/info/zhuni-teapot-150ml');
    await page.locator('main h3 a[href^="/shop/articles/"]').first().click();
    await page.waitForURL('**/shop/articles/*');
    await page.locator('main article h1').waitFor();
    const article = page.url();
    const linked = page.locator('.prose a[href^="/shop/"]').first();
    const target = (await linked.getAttribute('href')) ?? '';
    await linked.click();
    await page.waitForURL(site.origin + target);
    await page.goBack();
    await page.waitForURL(article);
    await page.goBack();
    await page.waitForURL('**/shop/product/info/zhuni-teapot-150ml');

    await page.getByRole('link', { name: '商品' }).first().click();
    await heading('商品');
    await page.getByText('排序：推薦').click();
    await page.getByRole('link', { name: '價格由高到低' }).click();
    await page.waitForURL('**/shop/product?sort=price-desc');
    const field: Piece = ['input', { name: 'sort', value: 'price-asc' }];
    await addToPage(page, ['form', { action: '/shop/product' }, field, ['button', {}, '送出']]);
    await page.getByRole('button', { name: '送出' }).click();
    await page.waitForURL('**/shop/product?sort=price-asc');
    requests.push(...drainRequests());
    expect(complaints).toEqual([]);

    await addToPage(page, ['a', { href: '/shop/nope' }, '壞掉的連結']);
    await page.getByText('壞掉的連結').click();
    await page.getByText('Page not found: /nope', { exact: true }).waitFor();
    await page.getByRole('link', { name: '返回首頁' }).click();
    await page.waitForURL('**/shop/');
    expect(await isSameDocument()).toBe(true);

    requests.push(...drainRequests());
    // Files that the browser may request by itself, too.
    const links = await page
      .locator('link:is([rel~=icon], [rel=apple-touch-icon], [rel=manifest])')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    requests.push(...links.filter((address) => address !== null));
    expect(links.length).toBeGreaterThan(2);
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.filter((request) => !request.startsWith('/shop/'))).toEqual([]);
  });

  test('leaves what is beside it to whoever is there', async () => {
    const { page, isSameDocument } = await openBuiltPage(browser(), '/shop/login', {
      env: { BASE_PATH: '/shop/' },
    });
    await addToPage(page, ['a', { href: '/shopping' }, '隔壁']);
    await page.getByText('隔壁').click();
    await page.waitForURL('**/shopping');
    expect(await isSameDocument()).toBe(false);
  });
});
