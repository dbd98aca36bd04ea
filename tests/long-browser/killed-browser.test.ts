import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { openDataFolder } from '../helpers/account-site.ts';
import { anAccount } from '../helpers/accounts.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { howMany } from '../helpers/how-many.ts';
import { limitMs } from '../helpers/limit.ts';
import { openOwnBrowser } from '../helpers/own-browser.ts';
import { runSite } from '../helpers/run-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';

const path = '/edit/articles/water-temperature';
const body = (page: Page) => page.getByLabel('內文');

describeInChromium('a browser that is killed while somebody writes', (browser) => {
  const site = shareEditedSite();

  test('has lost nothing of what was typed before its last autosave', async () => {
    const killed = await openOwnBrowser();
    const page = await openEditArea(killed.browser, site().origin, 'lin@example.com');
    await page.goto(`${site().origin}/edit/articles/_new`);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel('標題').fill('被打斷的一篇');
    await body(page).fill('寫到一半');
    await saved;
    await expect.poll(() => page.locator('.edit-saved').first().innerText()).toMatch(/^已自動儲存/);
    // SIGKILL.
    await killed.kill();
    const next = await openEditArea(browser(), site().origin, 'lin@example.com');
    await next.goto(`${site().origin}/edit/articles/_new`);
    await next.getByRole('link', { name: '看看和現在的差別' }).first().click();
    await next.getByRole('link', { name: '放回表單' }).click();
    expect(await next.getByLabel('標題').inputValue()).toBe('被打斷的一篇');
    expect(await body(next).inputValue()).toBe('寫到一半');
  });

  const kills = howMany({ usually: 4, whole: 30 });

  test(
    'at any moment, has lost at most 2 s before a pause, and 10 s of typing without one',
    { timeout: limitMs(20_000 + kills * 8_000) },
    async () => {
      const random = randomNumbers(20_261_127);
      const next = await openEditArea(browser(), site().origin, 'lin@example.com');

      async function typeAndKill(endMs: number, seed: number): Promise<Typed[]> {
        const killed = await openOwnBrowser();
        const own = randomNumbers(seed);
        const pages = await Promise.all(
          [
            // A pause after every sixth key or so, of up to 4 s.
            () => (own(6) === 0 ? 1_000 + own(3_000) : 60 + own(240)),
            () => 60 + own(240),
          ].map(async (delayOf) => {
            const page = await openEditArea(killed.browser, site().origin, 'lin@example.com');
            await page.addInitScript(watchKeys);
            await page.goto(site().origin + path);
            await body(page).fill('');
            await typeUntil(page, endMs, delayOf);
            return page;
          }),
        );
        const typed = await Promise.all(pages.map(typedIn));
        await killed.kill();
        return typed;
      }

      /** Number of the keys that the form has when it is opened again. */
      async function keptOf(slot: string): Promise<number> {
        const answer = await next.goto(slot);
        if (answer?.status() === 404) return 0;
        await next.getByRole('link', { name: '放回表單' }).click();
        return (await body(next).inputValue()).length;
      }

      // Two at once.
      const ends = Array.from({ length: kills }, () => 500 + random(17_000));
      for (let first = 0; first < ends.length; first += 2) {
        const both = ends.slice(first, first + 2);
        const typed = await Promise.all(both.map((endMs, index) => typeAndKill(endMs, first + index)));
        for (const one of typed.flat())
          expect.soft(findLost(one, await keptOf(one.slot)), JSON.stringify(one)).toEqual([]);
      }
    },
  );
});

describeInChromium('a tab that is loaded again while there is no server', (browser) => {
  test('has every key again when there is one', async () => {
    const dataDir = sampleFolder();
    const db = await openDataFolder(dataDir);
    await anAccount(db, { email: 'lin@example.com', role: 'admin' });
    await db.close();
    const start = (port: string) => runSite(production, { DATA_DIR: dataDir, PORT: port }, onTestFinished);
    const site = await start('0');
    const page = await openEditArea(browser(), site.origin, 'lin@example.com');
    await page.goto(site.origin + path);
    await site.stop('SIGKILL');
    await body(page).fill('');
    await body(page).pressSequentially('every key of it');
    await page.reload().catch(() => {});
    await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
    await start(new URL(site.origin).port);
    await page.goto(site.origin + path);
    expect(await body(page).inputValue()).toBe('every key of it');
  });
});

/** Keys and requests of a page until its end, by its own clock. */
interface Typed {
  /** Address of its autosave. */
  slot: string;
  keys: number[];
  /** Requests that bring the text to the server. */
  requests: { from: number; to: number | null }[];
  now: number;
}

declare global {
  interface Window {
    watched: Pick<Typed, 'keys' | 'requests'>;
  }
}

/** Runs in the page, before its scripts. */
function watchKeys(): void {
  const watched: Window['watched'] = { keys: [], requests: [] };
  window.watched = watched;
  const { fetch } = window;
  window.fetch = async (address, options) => {
    if (!String(address).includes('/autosave?')) return fetch(address, options);
    const request: Typed['requests'][number] = { from: performance.now(), to: null };
    watched.requests.push(request);
    return fetch(address, options).finally(() => (request.to = performance.now()));
  };
  addEventListener(
    'input',
    (event) => {
      if (event instanceof InputEvent && event.data === 'a') watched.keys.push(performance.now());
    },
    true,
  );
}

async function typeUntil(page: Page, endMs: number, delayOf: () => number): Promise<void> {
  await body(page).focus();
  const begin = (await typedIn(page)).now;
  for (let left = endMs; left > 0; left = begin + endMs - (await typedIn(page)).now)
    // The key is held for as long.
    await page.keyboard.press('a', { delay: Math.min(delayOf(), left) });
}

function typedIn(page: Page): Promise<Typed> {
  return page.evaluate(() => {
    const { action, elements } = document.forms.namedItem('main-form') ?? document.createElement('form');
    const { origin, pathname, searchParams } = new URL(action);
    const tab = elements.namedItem('tab');
    if (tab instanceof HTMLInputElement) searchParams.set('tab', tab.value);
    return {
      ...window.watched,
      slot: `${origin}${pathname}/autosave?${searchParams}`,
      now: performance.now(),
    };
  });
}

/**
 * Keys that must not be lost and are, by their time. While a request is on its way, time does not count: how long it takes
 * is up to the machine.
 */
function findLost({ keys, requests, now }: Typed, kept: number): number[] {
  const onTheWay = (from: number, to: number) =>
    requests.reduce(
      (sum, request) => sum + Math.max(0, Math.min(request.to ?? now, to) - Math.max(request.from, from)),
      0,
    );
  const lengthOf = (from: number, to: number) => to - from - onTheWay(from, to);
  return keys.slice(kept).filter((key, index, lost) => {
    const later = [...lost.slice(index), now];
    const longestPause = Math.max(...later.slice(1).map((time, at) => lengthOf(later[at] ?? time, time)));
    return lengthOf(key, now) > 10_000 || longestPause > 2_000;
  });
}
