import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rightPassword } from '../helpers/accounts.ts';
import { startAccountSite } from '../helpers/account-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

const product = '朱泥小壺';
const article = /^在家泡一壺好茶/;

describeInChromium('on a phone without script', (browser) => {
  /** With an account. */
  async function openFrontPage() {
    const { origin } = await startAccountSite();
    const context = await browser().newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      colorScheme: 'light',
    });
    const page = await context.newPage();
    await page.goto(origin);
    return { page, origin };
  }

  const heading = (page: Page) => page.locator('h1').innerText();
  const cards = (page: Page) => page.locator('main h2').allInnerTexts();
  const link = (page: Page, name: string | RegExp) =>
    page.getByRole('main').getByRole('link', typeof name === 'string' ? { name, exact: true } : { name });

  async function chooseInMenu(page: Page, name: string): Promise<void> {
    await page.getByRole('navigation', { name: '主要導覽' }).getByRole('link', { name }).click();
  }

  async function findProduct(page: Page): Promise<void> {
    await chooseInMenu(page, '商品');
    await page.getByText('排序：推薦').click();
    await link(page, '價格由高到低').click();
    const dearest = await cards(page);
    await link(page, '下一頁').click();
    expect(await cards(page)).not.toContain(dearest[0]);
    await page.getByText('分類', { exact: true }).click();
    await link(page, /^茶器/).click();
    expect(await heading(page)).toBe('茶器');
    expect(await page.getByText('排序：價格由高到低').isVisible()).toBe(true);
    await link(page, product).click();
    expect(await heading(page)).toBe(product);
  }

  /** Each picture is a link to itself; the next one shows its edge. */
  async function lookAtSecondPicture(page: Page): Promise<void> {
    const second = page.getByRole('group', { name: '2 / 2' }).getByRole('link');
    const address = await second.getAttribute('href');
    await second.click();
    expect(new URL(page.url()).pathname).toBe(address);
    expect(await page.evaluate(() => document.contentType)).toBe('image/svg+xml');
    await page.goBack();
    expect(await heading(page)).toBe(product);
  }

  async function readArticleThatMentionsIt(page: Page): Promise<void> {
    await link(page, article).click();
    await page.getByText('本文目錄').click();
    await link(page, '收拾').click();
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#s-收拾');
    const place = await page.getByRole('heading', { name: '收拾' }).boundingBox();
    expect(place !== null && place.y >= 0 && place.y < 844).toBe(true);
    await link(page, /^較早的文章/).click();
    expect(await heading(page)).not.toMatch(article);
    await page.goBack();
    await page.goBack();
    expect(await heading(page)).toMatch(article);
    await link(page, '林知遠').first().click();
    expect(await heading(page)).toBe('林知遠');
  }

  async function chooseDark(page: Page): Promise<void> {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    const { href } = new URL(page.url());
    await page.getByRole('button', { name: '深色', exact: true }).click();
    expect(page.url()).toBe(href);
    expect(await background()).not.toBe(light);
    await link(page, article).click();
    expect(await page.locator('[aria-pressed=true]').innerText()).toBe('深色');
    expect(await background()).not.toBe(light);
  }

  async function signInForSaving(page: Page): Promise<void> {
    await page.getByRole('region', { name: '文中提到的商品' }).getByRole('link', { name: product }).click();
    const address = page.url();
    await link(page, '收藏').click();
    const password = page.getByLabel('密碼', { exact: true });
    await page.getByLabel('電子郵件').fill('lin@example.com');
    await password.fill('wrong password');
    await page.getByRole('button', { name: '登入' }).click();
    expect(await page.getByRole('alert').innerText()).toBe('電子郵件或密碼不正確。');
    expect(await page.getByLabel('電子郵件').inputValue()).toBe('lin@example.com');
    await password.fill(rightPassword);
    await page.getByRole('button', { name: '登入' }).click();
    // Back where the heart was.
    expect(page.url()).toBe(address);
  }

  async function saveAndRemove(page: Page): Promise<void> {
    const address = page.url();
    await page
      .getByRole('main')
      .getByRole('button', { name: `收藏「${product}」`, exact: true })
      .click();
    expect(page.url()).toBe(address);
    const remove = page.getByRole('button', { name: `取消收藏「${product}」` });
    expect(await remove.innerText()).toBe('已收藏');
    await chooseInMenu(page, '林小青的帳號');
    await link(page, '我的收藏').click();
    expect(await page.locator('main h3').allInnerTexts()).toEqual([product]);
    await remove.click();
    expect(await page.getByRole('main').innerText()).toContain('還沒有收藏');
  }

  async function signOut(page: Page): Promise<void> {
    await chooseInMenu(page, '林小青的帳號');
    await page.getByRole('button', { name: '登出', exact: true }).click();
  }

  test('one finds a product, reads about it, chooses a colour mode, signs in, saves it and signs out', async () => {
    const { page, origin } = await openFrontPage();
    await findProduct(page);
    await lookAtSecondPicture(page);
    await readArticleThatMentionsIt(page);
    await chooseDark(page);
    await signInForSaving(page);
    await saveAndRemove(page);
    await signOut(page);
    expect(page.url()).toBe(`${origin}/`);
    await page.goto(`${origin}/account`);
    expect(page.url()).toBe(`${origin}/login?next=%2Faccount`);
  });
});
