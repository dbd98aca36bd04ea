import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { howMany } from '../helpers/how-many.ts';

/** A button of the page, by its name and value. */
type Pressed = readonly [name: string, value: string];

describeInChromium('what was typed', (browser) => {
  const site = shareEditedSite();

  async function open(path: string): Promise<Page> {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', {
      viewport: { width: 1440, height: 900 },
    });
    await page.goto(site().origin + path);
    return page;
  }

  /** The text of an entry, or the first one of another form. */
  const field = (page: Page) =>
    page.locator('textarea[name="body"], #main-form:not(:has([name="body"])) .edit-field .field').first();

  describe.for(['/edit/articles/water-temperature', '/edit/articles/_new', '/edit/site'])('in %s', (path) => {
    test('is there again after each of its buttons and links, whichever way leads back', async () => {
      const page = await open(path);
      const buttons = await buttonsOf(page);
      expect(buttons.length).toBeGreaterThan(12);
      const names = new Set(buttons.map(([name]) => name));
      for (const name of ['go', 'do']) expect(names).toContain(name);
      const ways = { address: (to: string) => page.goto(to), back: () => page.goBack() };
      const tried = buttons
        .slice(0, howMany({ usually: 16, whole: buttons.length }))
        .toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
      for (const [index, [name, value]] of tried.entries()) {
        const address = site().origin + path;
        await page.goto(address);
        const button = page.locator(`button[name="${name}"][value="${value}"]`).last();
        // An earlier press has changed the page.
        if ((await button.count()) === 0) continue;
        const typed = `字${index}`;
        await field(page).fill(typed);
        await press(page, [name, value]);
        if (value === 'discard') await press(page, ['do', 'undiscard']);
        const way = index % 2 === 0 ? 'address' : 'back';
        if (new URL(page.url()).pathname !== path) await ways[way](address);
        expect.soft(await field(page).inputValue(), `${name}=${value}, by ${way}`).toBe(typed);
      }
    });

    test('is there again after a reload, and after Back and Forward', async () => {
      const page = await open(path);
      const address = page.url();
      const expectTyped = async (typed: string) => {
        expect(page.url()).toBe(address);
        expect.soft(await field(page).inputValue()).toBe(typed);
      };
      await field(page).fill('一');
      await page.reload();
      await expectTyped('一');
      await field(page).fill('二');
      await page.goBack();
      expect(page.url()).not.toBe(address);
      await page.goForward();
      await expectTyped('二');
      await page.goto(`${site().origin}/edit/trash`);
      await page.goBack();
      await field(page).fill('三');
      await page.goForward();
      expect(page.url()).not.toBe(address);
      await page.goBack();
      await expectTyped('三');
    });
  });
});

/** All that send the form or lead away from it. */
async function buttonsOf(page: Page): Promise<Pressed[]> {
  const all = await page
    .locator('button:is([form="main-form"], #main-form *)')
    .evaluateAll((buttons) =>
      buttons.flatMap((button): Pressed[] =>
        button instanceof HTMLButtonElement && button.type === 'submit' && button.name !== ''
          ? [[button.name, button.value]]
          : [],
      ),
    );
  const own = [...new Map(all.map((pressed) => [pressed.join('='), pressed])).values()];
  // One of each kind, then the others.
  const kindOf = ([name, value]: Pressed) =>
    name === 'do' ? value : `${name} ${/^pick|add|up|down|remove|split/.exec(value)?.[0] ?? ''}`;
  const firsts = new Set(new Map(own.toReversed().map((pressed) => [kindOf(pressed), pressed])).values());
  return [...firsts, ...own.filter((pressed) => !firsts.has(pressed))];
}

/** What ends the page as it is comes last. */
function isLast([, value]: Pressed): boolean {
  return /^(?:unpublish|archive|discard)$/.test(value);
}

/** Resolves when the answer is there, or the dialog that the button has opened is closed again. */
async function press(page: Page, [name, value]: Pressed): Promise<void> {
  const button = page.locator(`button[name="${name}"][value="${value}"]`).last();
  const opensDialog = (await button.getAttribute('data-pick')) !== null;
  const answered = opensDialog ? null : page.waitForNavigation();
  await button.evaluate((element: HTMLButtonElement) => element.click());
  await answered;
  if (!opensDialog) return;
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
}
