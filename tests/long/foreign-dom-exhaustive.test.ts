import { test } from 'vitest';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { startAccountSite } from '../helpers/account-site.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { signIn } from '../helpers/every-page.ts';
import { changeEachDocument, expectWhole, foreignChanges, setChange } from '../helpers/foreign-dom.ts';
import { openWatchedPage, untilIdle } from '../helpers/watched-page.ts';

/** A page of each kind. */
const pages = [
  '/',
  '/product/info/zhuni-teapot-150ml',
  '/articles/gongfu-tea-at-home',
  '/author/lin-zhiyuan',
  '/login',
  '/nope',
  '/articles',
];

describeInChromium('every page that somebody else has changed', (browser) => {
  const site = sampleSite;
  const open = async (origin: string) => openWatchedPage(await browser().newContext({ userAgent }), origin);

  test.for(Object.keys(foreignChanges))('before it is alive is whole: %s', async (what) => {
    const { origin } = site();
    const opened = await open(origin);
    await changeEachDocument(opened.page, origin);
    await setChange(opened.page, what);
    for (const address of pages) {
      await opened.page.goto(origin + address);
      await expectWhole(opened, what);
    }
  });

  test.for(Object.entries(foreignChanges))('while it is alive navigates on: %s', async ([what, change]) => {
    const opened = await open(site().origin);
    for (const address of ['/', '/articles/gongfu-tea-at-home', '/login']) {
      await opened.page.goto(site().origin + address);
      await untilIdle(opened.page);
      await opened.page.evaluate(change);
      await expectWhole(opened, what);
    }
  });

  test('of somebody who is signed in is whole too', async () => {
    const { origin } = await startAccountSite();
    const opened = await open(origin);
    await changeEachDocument(opened.page, origin);
    await signIn(opened.page, origin);
    for (const what of [
      'an icon after every field',
      'an element inside main',
      'every text moved into another element',
    ]) {
      await setChange(opened.page, what);
      for (const address of ['/account', '/account/saved', '/product']) {
        await opened.page.goto(origin + address);
        await expectWhole(opened, what);
      }
    }
  });
});
