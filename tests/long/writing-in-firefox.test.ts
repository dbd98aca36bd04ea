import { beforeAll, describe, expect, test } from 'vitest';
import { rightPassword } from '../helpers/accounts.ts';
import { atEndOfFile } from '../helpers/built-site.ts';
import { shareEditedSite } from '../helpers/editing-journey.ts';
import { firefoxPath } from '../helpers/other-browsers/browser-paths.ts';
import { startFirefox } from '../helpers/other-browsers/firefox.ts';
import { untilLive, type SmokeBrowser, type SmokePage } from '../helpers/other-browsers/smoke-browser.ts';

describe.runIf(firefoxPath !== null)('the Markdown field in Firefox', () => {
  const site = shareEditedSite();
  const atEnd = atEndOfFile();
  let browser: SmokeBrowser;
  beforeAll(async () => {
    browser = await startFirefox(atEnd);
  });

  async function open(): Promise<SmokePage> {
    const page = await browser.open();
    await page.goto(`${site().origin}/login?next=/edit/articles/_new`);
    await untilLive(page);
    await page.type('#email', 'lin@example.com');
    await page.type('[name=password]', rightPassword);
    await page.click('form[action^="/login"] button:not([type])');
    await expect
      .poll(() => page.evaluate(() => document.querySelector('[role=toolbar]') !== null).catch(() => false))
      .toBe(true);
    // The next page closes this one, which would ask before its text is lost.
    await page.evaluate(() =>
      window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true),
    );
    return page;
  }

  const written = (page: SmokePage) =>
    page.evaluate(() => document.querySelector<HTMLTextAreaElement>('textarea[name=body]')?.value);

  test('has a toolbar, and gives back what a button has changed', async () => {
    const page = await open();
    await page.type('textarea[name=body]', '春茶');
    await page.evaluate(() => document.querySelector<HTMLTextAreaElement>('textarea[name=body]')?.select());
    await page.click('[role=toolbar] [value=bold]');
    await expect.poll(() => written(page)).toBe('**春茶**');
    await page.evaluate(() => document.execCommand('undo'));
    await expect.poll(() => written(page)).toBe('春茶');
    await page.evaluate(() =>
      document.querySelector<HTMLTextAreaElement>('textarea[name=body]')?.setSelectionRange(2, 2),
    );
    await page.click('[role=toolbar] [value=footnote]');
    await expect.poll(() => written(page)).toBe('春茶[^1]\n\n[^1]: ');
  });

  test('takes pictures that are dropped, where they were dropped', async () => {
    const page = await open();
    await page.type('textarea[name=body]', '前');
    await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      return new Promise<void>((resolve) =>
        canvas.toBlob((blob) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([blob ?? ''], '茶席.png', { type: 'image/png' }));
          const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector('textarea[name=body]')?.dispatchEvent(event);
          resolve();
        }),
      );
    });
    await page.type('textarea[name=body]', '後');
    await expect
      .poll(() => written(page))
      .toMatch(/^前\n\n!\[後?\]\(media\/uploads\/[^()\s]+\.png\)(?:\n\n後)?$/);
  });

  test('takes a picture that is chosen from the library, once for two presses', async () => {
    const page = await open();
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('[role=toolbar] [value=picture]');
      button?.click();
      button?.click();
    });
    const dialogs = () => page.evaluate(() => document.querySelectorAll('dialog[open]').length);
    await expect
      .poll(() => page.evaluate(() => document.querySelectorAll('dialog[open] li').length))
      .toBeGreaterThan(3);
    expect(await dialogs()).toBe(1);
    await page.click('dialog[open] li button');
    await expect.poll(dialogs).toBe(0);
    await expect.poll(() => written(page)).toMatch(/^!\[\]\(media\/[^()\s]+\)$/);
    await page.type('textarea[name=body]', '茶');
    expect(await written(page)).toMatch(/^!\[.*\]\(media\/[^()\s]+\)茶?$/);
  });
});
