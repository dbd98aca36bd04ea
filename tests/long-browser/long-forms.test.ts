import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';

const path = '/edit/products/cotton-drawstring-bag';

describeInChromium('a long form of the edit area', (browser) => {
  const site = shareEditedSite();

  interface FormOptions {
    javaScriptEnabled?: boolean;
    width?: number;
    height?: number;
  }

  async function openForm(options: FormOptions): Promise<Page> {
    const { javaScriptEnabled = true, width = 390, height = 700 } = options;
    const viewport = { width, height };
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', {
      javaScriptEnabled,
      viewport,
    });
    await page.goto(site().origin + path);
    return page;
  }

  test.for([390, 1440])('covers nothing that has the focus with its buttons, at %i px', async (width) => {
    const page = await openForm({ width });
    await page.locator('[name="f.options.0.name"]').focus();
    const passed = new Set<string>();
    const step = async (key: string) => {
      await page.keyboard.press(key);
      const { name, isSeen } = await focusOf(page);
      // A busy browser scrolls a moment later.
      if (!isSeen) await expect.poll(() => focusOf(page)).toEqual({ name, isSeen: true });
      passed.add(name);
    };
    for (let n = 0; n < 80; n += 1) await step('Tab');
    expect(passed.size).toBeGreaterThan(40);
    for (let n = 0; n < 20; n += 1) await step('Shift+Tab');
  });

  test('leads from its first field to its buttons, past the rows of its variants', async () => {
    const page = await openForm({});
    await page.getByLabel('名稱', { exact: true }).focus();
    for (const key of ['Shift+Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('儲存草稿');
  });

  test('keeps its text beside the facts on a wide window, and over nothing else', async () => {
    const page = await openForm({ width: 1440, height: 900 });
    const isSeen = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const seen = (control: Element) => {
          const { left, top } = control.getBoundingClientRect();
          return document.elementFromPoint(left + 9, top + 9) === control;
        };
        const text = document.querySelector('[name="body"]');
        return { itself: seen(element), text: text !== null && seen(text) };
      });
    expect(await isSeen('[name="f.brand"]')).toEqual({ itself: true, text: true });
    expect(await isSeen('[name="f.variants.0.id"]')).toEqual({ itself: true, text: false });
  });

  test.for([true, false])(
    'begins at the row that a button has changed, with script: %s',
    async (javaScriptEnabled) => {
      const page = await openForm({ javaScriptEnabled });
      const count = await page.locator('[name^="f.variants."][name$=".id"]').count();
      const presses: [change: string, place: string][] = [
        ['variants:add', `f.variants.${count}.id`],
        ['variants:down:1', 'variants:down:2'],
        ['variants:up:2', 'variants:up:1'],
        ['variants:remove:1', 'f.variants.1.id'],
        [`variants:remove:${count - 1}`, `f.variants.${count - 2}.id`],
        ['variants:combine', 'variants:combine'],
        ['specs:add', 'f.specs.5.group'],
        ['downloads:add', 'f.downloads.0.label'],
        ['downloads:remove:0', 'downloads:add'],
        // Their group is closed while nothing is in it.
        ['labelling.marks:add', 'f.labelling.marks.0.mark'],
        ['labelling.marks:remove:0', 'labelling.marks:add'],
      ];
      for (const [change, place] of presses) {
        const button = page.locator(`button[name="row"][value="${change}"]`);
        const isAnswered = page.waitForResponse((response) => response.request().method() === 'POST');
        // Without a click, which would need an open group and bring the button into view.
        await button.evaluate((element) => element instanceof HTMLElement && element.click());
        await isAnswered;
        await expect.poll(() => focusOf(page), { message: change }).toEqual({ name: place, isSeen: true });
      }
    },
  );
});

/** Control that has the focus, by the value of a button and the name of a field, and whether it is in sight as a whole. */
function focusOf(page: Page): Promise<{ name: string; isSeen: boolean }> {
  return page.evaluate(() => {
    const { activeElement: control } = document;
    const bar = document.querySelector('.edit-actions');
    if (control === null || bar === null) return { name: '', isSeen: false };
    const { top, bottom, height } = control.getBoundingClientRect();
    // The buttons themselves, and what is higher than the window.
    const isFree = bar.contains(control) || height > window.innerHeight / 2;
    const limit = isFree ? window.innerHeight : bar.getBoundingClientRect().top;
    const name = control.getAttribute('name') ?? control.id;
    return {
      name: (name === 'row' && control.getAttribute('value')) || name,
      isSeen: top < limit && (isFree || (top >= 0 && bottom <= limit)),
    };
  });
}
