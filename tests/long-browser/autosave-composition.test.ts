import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { pressTaken } from '../helpers/composition.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { howMany } from '../helpers/how-many.ts';
import { limitMs } from '../helpers/limit.ts';

const rounds = howMany({ usually: 10, whole: 200 });
const timeout = limitMs(40_000 + rounds * 2_000);

const textFields = [
  '#main-form textarea',
  ...['text', 'search', 'url', 'email', 'tel'].map((type) => `#main-form input[type="${type}"]`),
  '#main-form input:not([type])',
].join();

describeInChromium(
  'autosave, presence and every other script leave what an input method composes',
  (browser) => {
    const site = shareEditedSite();

    async function open() {
      const page = await openEditArea(browser(), site().origin, 'lin@example.com');
      await page.clock.install({ time: '2026-11-27T06:00:00.000Z' });
      await page.clock.pauseAt('2026-11-27T06:03:00.000Z');
      const session = await page.context().newCDPSession(page);
      const sent: { address: string; text: string }[] = [];
      page.on('request', (request) => {
        const text = request.postDataBuffer()?.toString() ?? '';
        sent.push({ address: decodeURIComponent(request.url()), text });
      });
      const goTo = (path: string) => page.goto(site().origin + path);
      return { page, session, sent, goTo };
    }

    type Opened = Awaited<ReturnType<typeof open>>;

    /** Composes words in a field, and expects that it has all of them, and that the server got no sign of a half one. */
    async function expectIntact(
      { page, session, sent }: Opened,
      field: Locator,
      name: string,
    ): Promise<void> {
      await field.fill('');
      await field.focus();
      const before = sent.length;
      const committed: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await session.send('Input.imeSetComposition', { text: 'ㄑㄧㄥ', selectionStart: 3, selectionEnd: 3 });
        await pressTaken(session, ['Enter', 'b', 's', '8'][round % 4] ?? '', round % 4 === 0 ? 0 : control);
        // Due in the middle of it: a pause, the end of a long time of typing, and the next word that the form is open.
        if (round % 10 === 5) await page.clock.runFor(round % 20 === 5 ? 1_500 : 31_000);
        // In no suggestion of the browser, whose list would take the keys.
        const word = `㐂${String.fromCodePoint(0x4e00 + round)}`;
        await session.send('Input.insertText', { text: word });
        committed.push(word);
      }
      await page.clock.runFor(2_000);
      expect.soft(await field.inputValue(), name).toBe(committed.join(''));
      const half = sent.slice(before).filter(({ address, text }) => /[ㄅ-ㄩ]/.test(address + text));
      expect.soft(half, name).toEqual([]);
    }

    test.for(kindNames)('in each field of %s', { timeout }, async (kind) => {
      const opened = await open();
      const { page, sent, goTo } = opened;
      await goTo(`/edit/${kind}`);
      await page.locator(`main a[href^="/edit/${kind}/"]:not([href*="/_"], [href*="?"])`).first().click();
      await page.locator('#main-form').waitFor();
      await addRows(page);
      const names = await page
        .locator(textFields)
        .evaluateAll((fields) =>
          fields.flatMap((field) =>
            'name' in field && field.getClientRects().length > 0 ? String(field.name) : [],
          ),
        );
      // A field of each column.
      const own = [...new Map(names.map((name) => [name.replace(/\d+/g, '#'), name])).values()];
      expect(own).toContain('body');
      for (const name of own) await expectIntact(opened, page.locator(`[name="${name}"]`), name);
      const sentTo = (what: string) => sent.filter(({ address }) => address.includes(`/${what}?`));
      await expect.poll(() => sentTo('autosave').length).toBeGreaterThanOrEqual(own.length);
      if (rounds > 20) expect(sentTo('presence').length).toBeGreaterThan(own.length);
    });

    test(
      'in the address of a new entry, with its title, and in the form of the settings',
      { timeout },
      async () => {
        const opened = await open();
        const { page, goTo } = opened;
        await goTo('/edit/articles/_new');
        for (const name of ['f.title', 'id'])
          await expectIntact(opened, page.locator(`[name="${name}"]`), name);
        await goTo('/edit/site');
        await expectIntact(opened, page.locator('[name="f.name"]'), 'f.name');
      },
    );

    test('in the words that things to choose from are looked for by', { timeout }, async () => {
      const opened = await open();
      const { page, goTo, sent } = opened;
      await goTo('/edit/articles/water-temperature');
      await page.locator('button[data-pick="pictures"]').first().click();
      const search = page.getByRole('dialog').getByRole('searchbox');
      await expectIntact(opened, search, 'search');
      expect(sent.filter(({ address }) => /[?&]q=㐂/.test(address)).length).toBeGreaterThan(0);
    });
  },
);

const control = 2;

/** A row in each list that has none. */
async function addRows(page: Page): Promise<void> {
  const lists = await page
    .locator('#main-form button[name="row"][value$=":add"]')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('value')?.replace(/:add$/, '') ?? ''),
    );
  for (const list of lists) {
    if ((await page.locator(`[name^="f.${list}.0"]`).count()) > 0) continue;
    const answered = page.waitForEvent('load');
    await page.locator(`button[value="${list}:add"]`).evaluate((button: HTMLButtonElement) => button.click());
    await answered;
  }
}
