import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { toZonedIso, zoneOffset } from '#shared/locale/dates.ts';
import { dayMs } from '#server/base/durations.ts';
import { isoAt } from '#server/base/clock.ts';
import { production } from '#scripts/build/folders.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { anAccount } from '../helpers/accounts.ts';
import { openDataFolder } from '../helpers/account-site.ts';
import { startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { notice } from '../helpers/editing-journey.ts';
import { openOwnBrowser } from '../helpers/own-browser.ts';
import { picture } from '../helpers/picture-store.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { aSiteClock } from '../helpers/site-clock.ts';
import * as work from '../helpers/writers-work.ts';
import { openDesk, type Desk } from '../helpers/writing-desk.ts';

const title = '山裡的一個春天';

describeInChromium('an editor whose browser, session and line end in the middle of the work', (browser) => {
  /** A site that can be stopped, with an editor. */
  async function openSite() {
    const dataDir = sampleFolder();
    const db = await openDataFolder(dataDir);
    onTestFinished(() => db.close());
    await anAccount(db, { role: 'editor' });
    const clock = aSiteClock();
    let site = await startSite(production, { DATA_DIR: dataDir, ...clock.env });
    const { origin } = site;
    return {
      origin,
      stop: () => site.stop(),
      async start() {
        site = await startSite(production, { DATA_DIR: dataDir, PORT: new URL(origin).port, ...clock.env });
      },
      /** A second after a minute in Taiwan. */
      goTo: (minute: string) => clock.set(site, isoAt(Date.parse(`${minute}:01${zoneOffset}`))),
      async endSessions() {
        await db.write.deleteFrom('sessions').execute();
      },
      read: async (address: string) => await (await fetch(origin + address)).text(),
      bodyOf: async (id: string) =>
        (
          await db.read
            .selectFrom('articles')
            .select('body_source')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).body_source,
    };
  }

  test.for([
    ['mouse', 1440],
    ['keyboard', 390],
  ] as const)('has every character in the end, with the %s at %i px', async ([hands, width]) => {
    const site = await openSite();
    const violations: string[] = [];
    const options = { origin: site.origin, hands, width, violations };
    const files = await work.pictureFiles();
    const own = await openOwnBrowser();
    const first = await openDesk(own.browser, options);
    await beginArticle(first);
    await own.kill();

    const desk = await openDesk(browser(), options);
    await takeUp(desk, first);
    await work.writeParts(desk);
    await loseSession(desk, site);
    if (hands === 'mouse') await work.dragPictures(desk, files);
    else for (const file of files) await work.uploadPicture(desk, file, path.parse(file).name);
    await loseLine(
      desk,
      () => desk.page.context().setOffline(true),
      () => desk.page.context().setOffline(false),
    );
    await work.pastePicture(desk, await picture(300, 200, '#246').png().toBuffer());
    await work.pickPicture(desk, 'winter-solstice');
    await loseLine(desk, site.stop, site.start);
    await work.pickPicture(desk, 'water-temperature');
    await work.writeLinks(desk);
    await fillFacts(desk);

    const [tomorrow, monday] = nextMornings();
    await publishAt(desk, tomorrow);
    const id = idOf(desk);
    const written = desk.text;
    await changeLivePage(desk, monday);
    expect(violations).toEqual([]);

    expect(await site.bodyOf(decodeURIComponent(id))).toBe(written);
    const page = () => site.read(`/articles/${id}`);
    expect(await page()).not.toContain(title);
    await site.goTo(tomorrow);
    await expect.poll(page).toContain(title);
    await expectPage(await openPage(browser(), `${site.origin}/articles/${id}`));
    const live = () => site.read('/articles/water-temperature');
    expect(await live()).not.toContain(change);
    await site.goTo(monday);
    await expect.poll(live).toContain(change);
  });
});

type Site = { endSessions(): Promise<void> };

/** A title and the first paragraphs, which the server has as an autosave alone. */
async function beginArticle(desk: Desk): Promise<void> {
  await desk.follow('寫新文章');
  await desk.type(desk.page.getByLabel('標題'), title);
  await work.writeText(desk, 1);
  await desk.expectState(/^已自動儲存/);
}

/** From the home of the edit area. */
async function takeUp(desk: Desk, before: Desk): Promise<void> {
  const { page } = desk;
  await desk.hands.press(
    page.locator('section', { hasText: '打了字、還沒有儲存的' }).getByRole('link').first(),
  );
  await page.getByRole('link', { name: '放回表單' }).waitFor();
  await desk.follow('放回表單');
  desk.begin(before.text);
  await desk.expectWhole();
  expect(await page.getByLabel('標題').inputValue()).toBe(title);
  await work.writeText(desk, 11);
}

async function loseSession(desk: Desk, site: Site): Promise<void> {
  const { page } = desk;
  await site.endSessions();
  await work.writeText(desk, 21);
  await desk.expectState(/^已登出，已留在這個瀏覽器/);
  await desk.press('儲存草稿');
  await page.getByRole('heading', { name: '登入已經結束' }).waitFor();
  expect(await page.locator('[name=body]').inputValue()).toBe(desk.text);
  const opening = page.waitForEvent('popup');
  await desk.follow('在新分頁登入');
  const popup = await opening;
  await desk.signIn(popup);
  await popup.waitForURL('**/account');
  await popup.close();
  await desk.press('再送出一次');
  await page.waitForURL(/done=saved/);
  await desk.expectWhole();
}

/** Writes, saves and goes back while there is no line, or no server. */
async function loseLine(
  desk: Desk,
  cut: () => Promise<unknown>,
  mend: () => Promise<unknown>,
): Promise<void> {
  const { page } = desk;
  await cut();
  await desk.write(() => page.keyboard.insertText(lineWords), new RegExp(`^${lineWords}$`));
  await desk.expectState(/^離線，已留在這個瀏覽器/);
  const failing = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await desk.press('儲存草稿');
  await failing;
  await mend();
  await page.goBack();
  await desk.expectWhole();
  await desk.press('儲存草稿');
  await page.waitForURL(/done=saved/);
  await desk.expectWhole();
}

const lineWords = '（斷線的時候寫的）';

async function fillFacts(desk: Desk): Promise<void> {
  const { page } = desk;
  await desk.hands.choose(page.getByLabel('作者'), '林知遠');
  await desk.pick(page.locator('button[value="pick:f.cover"]'), 'winter-solstice');
  await desk.type(page.getByLabel('封面圖片說明'), '一碗湯圓');
  await desk.type(page.getByLabel('標籤'), '春茶');
  for (const [row, product] of ['zhuni-teapot-150ml', 'cotton-drawstring-bag'].entries()) {
    await desk.press('文中提到的商品：新增一列');
    await desk.pick(page.locator(`button[value="pick:f.products.${row}"]`), product);
  }
}

async function publishAt(desk: Desk, minute: string): Promise<void> {
  await setTime(desk, 'publishedAt', minute);
  await desk.press(/\d日 08:00 發布$/);
  await desk.page.waitForURL(/done=/);
  expect(await notice(desk.page)).toContain('已排程');
  await desk.expectWhole();
}

const change = '這一句下星期一才看得到。';

async function changeLivePage(desk: Desk, minute: string): Promise<void> {
  const { page } = desk;
  await desk.hands.press(page.getByRole('navigation').getByRole('link', { name: '文章', exact: true }));
  await desk.type(page.getByRole('searchbox'), '水溫這件事');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=/);
  await desk.follow(/水溫這件事/);
  await page.waitForURL(/water-temperature/);
  desk.begin(await desk.body.inputValue());
  await desk.write(() => page.keyboard.insertText(change), new RegExp(`^${change}$`));
  await setTime(desk, 'changeAt', minute);
  await desk.press(/\d日 08:00 更新$/);
  await page.waitForURL(/done=/);
  expect(await notice(page)).toContain('已排程，會在');
}

function setTime({ page, hands }: Desk, field: string, minute: string): Promise<void> {
  const input = (name: string) => page.locator(`input[name="f.${name}"]`);
  return hands.setTime(input(field), input(`${field}.time`), minute);
}

/** Tomorrow at eight, and the Monday after that, in Taiwan. */
function nextMornings(): [tomorrow: string, monday: string] {
  const morning = (days: number) => `${toZonedIso(isoAt(Date.now() + days * dayMs)).slice(0, 10)}T08:00`;
  const later = [2, 3, 4, 5, 6, 7, 8].map(morning);
  const monday = later.find((minute) => new Date(`${minute}Z`).getUTCDay() === 1);
  return [morning(1), monday ?? ''];
}

function idOf({ page }: Desk): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ userAgent })).newPage();
  await page.goto(address);
  return page;
}

/** The page has each part of the article, as visitors see it. */
async function expectPage(page: Page): Promise<void> {
  const text = page.locator('.prose').first();
  expect(await page.locator('h1').innerText()).toBe(title);
  expect(await text.locator('img').count()).toBe(5);
  expect(await text.locator('table th').first().innerText()).toBe('茶');
  expect(await text.getByRole('link', { name: '水溫這件事' }).getAttribute('href')).toBe(
    '/articles/water-temperature',
  );
  expect(await page.locator('main').innerText()).toContain('水要先燒開。');
  const products = page.getByRole('region', { name: '文中提到的商品' });
  expect(await products.getByRole('heading', { level: 3 }).count()).toBe(2);
  expect((await text.innerText()).match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(3_000);
}
