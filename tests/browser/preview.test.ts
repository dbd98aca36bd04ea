import { expect, test } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findDocument } from '#server/content/entries/documents.ts';
import { production } from '#scripts/build/folders.ts';
import { openDataFolder } from '../helpers/account-site.ts';
import { anAccount } from '../helpers/accounts.ts';
import { beSignedIn } from '../helpers/browser-session.ts';
import { shareSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aDraft } from '../helpers/drafts.ts';
import { openWatchedPage, untilHydrated, untilIdle, untilLinksAreSeen } from '../helpers/watched-page.ts';

const id = 'indigo-summer';

describeInChromium('a preview', (browser) => {
  let key = '';
  /** With a draft of an article, whose title is another, and an editor. */
  const site = shareSite(production, async (dataDir) => {
    const db = await openDataFolder(dataDir);
    await anAccount(db, { role: 'editor' });
    const document = (await findDocument(db.read, 'articles', id)) ?? '';
    key = await aDraft(db, `articles/${id}`, document.replace(/^title: .*$/m, 'title: 還沒有人看過'));
    await db.close();
  });

  /** A page of the editor, who is signed in. */
  async function setUp(options: BrowserContextOptions = {}) {
    const { origin } = site();
    const context = await browser().newContext({ viewport: { width: 1000, height: 700 }, ...options });
    await beSignedIn(context, origin);
    const watched = await openWatchedPage(context, origin);
    return { ...watched, context, origin, mount: `/edit/preview/${key}/now/` };
  }

  const banner = (page: Page) => page.getByRole('complementary', { name: '預覽', exact: true });
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  test('hydrates and stays within itself', async () => {
    const { page, complaints, drainRequests, origin, mount, context } = await setUp();
    await page.goto(`${origin}${mount}articles/${id}`);
    await untilHydrated(page);
    await untilIdle(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await heading(page, '還沒有人看過');
    expect(await page.locator('main img').first().evaluate(isPictureThere)).toBe(true);
    const looks = () =>
      banner(page).evaluate((element) => {
        const { position, backgroundColor } = getComputedStyle(element);
        return [position, backgroundColor];
      });
    expect(await looks()).toEqual(['sticky', 'rgb(255, 255, 255)']);
    const canonical = () => page.locator('link[rel=canonical]').getAttribute('href');
    expect(await canonical()).toBe(`/articles/${id}`);
    // On other pages, their targets would be prefetched.
    await untilLinksAreSeen(page);
    const requested = drainRequests();
    expect(requested.filter((path) => path.includes('_payload.json'))).toEqual([]);
    expect(requested.filter((path) => !/^\/(?:assets\/|media\/|titles\.css)/.test(path))).toEqual([
      `${mount}articles/${id}`,
    ]);

    await page.getByRole('navigation', { name: '主要導覽' }).getByRole('link', { name: '文章' }).click();
    await heading(page, '文章');
    await page.waitForURL(`${origin}${mount}articles`);
    expect(await canonical()).toBe('/articles');
    await page.getByRole('main').getByRole('link', { name: '還沒有人看過' }).first().click();
    await heading(page, '還沒有人看過');
    await banner(page).getByRole('link', { name: '作者頁' }).click();
    await page.waitForURL(`${origin}${mount}author/*`);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(await page.locator('meta[name=robots]').count()).toBe(1);

    await page.getByRole('button', { name: '深色' }).click();
    const modes = (await context.cookies()).filter(({ name }) => name === 'color-mode');
    expect(modes).toMatchObject([{ value: 'dark', path: '/' }]);
    expect(complaints.filter(isOfThePage)).toEqual([]);

    await banner(page).getByRole('link', { name: '回到編輯' }).click();
    await page.waitForURL(`${origin}/edit/articles/${id}`);
  });

  test('works without script', async () => {
    const { page, complaints, origin, mount } = await setUp({ javaScriptEnabled: false });
    await page.goto(`${origin}${mount}articles/${id}`);
    await heading(page, '還沒有人看過');
    await banner(page).getByRole('link', { name: '所在的列表' }).click();
    await heading(page, '文章');
    await page.getByRole('main').getByRole('link', { name: '還沒有人看過' }).first().click();
    await page.waitForURL(`${origin}${mount}articles/${id}`);
    expect(complaints.filter(isOfThePage)).toEqual([]);
  });
});

/** Without Chromium's message about a script that the page's policy blocks. */
function isOfThePage(complaint: string): boolean {
  return !complaint.endsWith('.js csp');
}

function isPictureThere(image: Element): boolean {
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
}
