import type { BrowserContextOptions, Page } from 'playwright-core';
import { rightPassword } from './accounts.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { noPage, samplePages, userAgent } from '#scripts/tools/sample-pages.ts';
import { untilHydrated, untilIdle } from './watched-page.ts';

export const everyPage = Object.values(samplePages);
const signedInPages = ['/account', '/account/saved', '/product', '/articles/gongfu-tea-at-home'];

/** Looks at every page of an account site, then at those of somebody who is signed in. */
export async function visitEveryPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  look: (page: Page, address: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ userAgent, ...options });
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
