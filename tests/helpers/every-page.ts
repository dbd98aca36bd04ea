import { onTestFinished } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { rightPassword } from './accounts.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { untilHydrated, untilIdle } from './watched-page.ts';

/** Each page of the site for a visitor, in each of its shapes. */
export const everyPage = [
  '/',
  '/product?page=2',
  '/product?category=%E8%8C%B6%E8%91%89&sort=price-asc',
  '/product/info/zhuni-teapot-150ml',
  '/articles',
  '/articles/gongfu-tea-at-home',
  '/articles/water-temperature',
  '/articles/%E8%8C%B6%E5%B8%AD%E5%B0%8F%E8%A8%98',
  '/author/lin-zhiyuan',
  '/login',
];
export const noPage = '/nope';
const signedInPages = ['/account', '/account/saved', '/product', '/articles/gongfu-tea-at-home'];

// With "Headless" in it Chromium counts as a crawler, which gets no error page.
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36';

/** Looks at every page of an account site, then at those of somebody who is signed in. */
export async function visitEveryPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  look: (page: Page, address: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ userAgent, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  async function visit(address: string): Promise<void> {
    await page.goto(origin + address);
    await untilHydrated(page);
    await untilIdle(page);
    await look(page, address);
  }

  for (const address of [...everyPage, noPage]) await visit(address);
  await signIn(page, origin);
  for (const address of signedInPages) await visit(address);
}

/** The account of an account site. Leads to its page. */
export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login?next=/account`);
  await page.getByLabel('電子郵件').fill('lin@example.com');
  await page.getByLabel('密碼', { exact: true }).fill(rightPassword);
  await page.getByRole('button', { name: '登入', exact: true }).click();
  await page.waitForURL(`${origin}/account`);
}
