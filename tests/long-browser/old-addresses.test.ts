import { expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { redirectToEntry } from '#server/content/entries/entry-redirects.ts';
import { markGone, redirectToPath } from '#server/features/editing/site/redirects.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { production } from '#scripts/build/folders.ts';
import { openDataFolder } from '../helpers/account-site.ts';
import { addToPage, openBuiltPage } from '../helpers/built-page.ts';
import { shareSite, startSite, type Visited } from '../helpers/built-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { keyOf, renamePage } from '../helpers/entries.ts';
import { untilAsked } from '../helpers/watched-page.ts';

const written = { by: '林編輯', at: '2026-11-20T04:00:00.000Z' };

async function writeOldAddressesIn(dataDir: string): Promise<void> {
  await writeIn(dataDir, async (trx) => {
    const entryKey = await keyOf(trx, 'articles', 'gongfu-tea-at-home');
    await redirectToEntry(trx, { from: '/articles/舊', entryKey, ...written });
    await redirectToPath(trx, { from: '/articles/home', to: '/', ...written });
    await markGone(trx, { from: '/articles/away', ...written });
  });
}

/** Writes of an editor who gives the page 關於我們 another address. */
async function renameAboutIn(dataDir: string): Promise<void> {
  await writeIn(dataDir, async (trx) => {
    const entryKey = await keyOf(trx, 'pages', 'about');
    await renamePage(trx, 'about', 'us');
    await redirectToEntry(trx, { from: '/pages/about', entryKey, ...written });
  });
}

async function writeIn(dataDir: string, write: Parameters<typeof writeTransaction>[1]): Promise<void> {
  const db = await openDataFolder(dataDir);
  await writeTransaction(db, write);
  await db.close();
}

async function startBelow(basePath: string): Promise<Visited> {
  const dataDir = sampleFolder();
  await writeOldAddressesIn(dataDir);
  return startSite(production, { DATA_DIR: dataDir, BASE_PATH: basePath });
}

describeInChromium('an old address', (browser) => {
  let dataDir = '';
  // Only the test of the way back writes to it, a page that no other test visits.
  const shared = shareSite(production, (dir) => {
    dataDir = dir;
    return writeOldAddressesIn(dir);
  });

  const openLogin = (site = shared(), basePath = '/') =>
    openBuiltPage(browser(), `${basePath}login`, { site });

  const old = '/articles/%E8%88%8A';
  const present = '/articles/gongfu-tea-at-home';
  const named = (requests: string[], ...paths: string[]) =>
    requests.filter((request) => paths.some((path) => request.includes(path)));

  test.for(['/', '/shop/'])('under %s ends at the new one without loading it twice', async (basePath) => {
    const site = basePath === '/' ? shared() : await startBelow(basePath);
    const { page, drainRequests, complaints, isSameDocument } = await openLogin(site, basePath);
    const start = page.url();
    drainRequests();
    await addToPage(page, ['a', { href: `${basePath}articles/舊?a=1#s-收拾` }, '舊連結']);
    await page.getByText('舊連結').evaluate((link: HTMLElement) => link.click());
    await page.getByRole('heading', { level: 1, name: /^在家泡一壺好茶/ }).waitFor();
    expect(decodeURI(page.url())).toMatch(new RegExp(`${basePath}articles/gongfu-tea-at-home\\?a=1#s-收拾$`));
    expect(await page.title()).toContain('在家泡一壺好茶');
    expect(named(drainRequests(), old, present)).toEqual([
      `${basePath}${old.slice(1)}/_payload.json?a=1`,
      `${basePath}${present.slice(1)}/_payload.json?a=1`,
    ]);
    expect(await isSameDocument()).toBe(true);
    await page.goBack();
    await page.waitForURL(start);
    expect(complaints).toEqual([]);
  });

  test('that was fetched in advance is not asked for at the click', async () => {
    const { page, drainRequests, isSameDocument } = await openLogin();
    const isLoaded = page.waitForEvent('requestfinished', (request) =>
      request.url().endsWith(`${present}/_payload.json`),
    );
    await addToPage(page, ['a', { href: '/articles/舊' }, '舊連結']);
    await isLoaded;
    await untilAsked(page);
    expect(named(drainRequests(), old, present)).toEqual([
      `${old}/_payload.json`,
      `${present}/_payload.json`,
    ]);
    await page.getByText('舊連結').click();
    await page.waitForURL('**/articles/gongfu-tea-at-home');
    await page.getByRole('heading', { level: 1, name: /^在家泡一壺好茶/ }).waitFor();
    expect(named(drainRequests(), old, present)).toEqual([]);
    expect(await isSameDocument()).toBe(true);
  });

  test('leads to a list, and one that is gone says so in place', async () => {
    const { page, isSameDocument } = await openLogin();
    await addToPage(page, ['a', { href: '/articles/home' }, '首頁舊址']);
    await page.getByText('首頁舊址').click();
    await page.waitForURL((url) => url.pathname === '/');
    await addToPage(page, ['a', { href: '/articles/away' }, '移除的連結']);
    await page.getByText('移除的連結').click();
    await page.getByText('Page gone: /articles/away', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/articles/away');
    expect(await page.title()).toContain('410');
    expect(await isSameDocument()).toBe(true);
  });

  test('on the way back does not lead forward again', async () => {
    const { page, isSameDocument } = await openLogin();
    for (const [href, name] of [
      ['/pages/about', '關於'],
      ['/articles', '往下'],
    ] as const) {
      await addToPage(page, ['a', { href }, name]);
      await page.getByText(name, { exact: true }).last().click();
      await page.waitForURL(`**${href}`);
    }
    await renameAboutIn(dataDir);
    await page.goBack();
    await page.waitForURL('**/pages/us');
    await page.goBack();
    await page.waitForURL('**/login');
    await page.goForward();
    await page.waitForURL('**/pages/us');
    await page.goForward();
    await page.waitForURL('**/articles');
    expect(await isSameDocument()).toBe(true);
  });

  test('leads to the new one without script', async () => {
    const { origin } = shared();
    const context = await browser().newContext({ javaScriptEnabled: false, userAgent });
    const page = await context.newPage();
    await page.goto(`${origin}/articles/舊?a=1#s-收拾`);
    expect(decodeURI(page.url())).toBe(`${origin}/articles/gongfu-tea-at-home?a=1#s-收拾`);
    expect(await page.locator('h1').innerText()).toMatch(/^在家泡一壺好茶/);
    const gone = await page.goto(`${origin}/articles/away`);
    expect(gone?.status()).toBe(410);
    expect(await page.locator('h1').innerText()).toBe('找不到頁面');
  });
});
