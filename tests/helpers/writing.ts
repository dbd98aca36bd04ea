import type { Page } from 'playwright-core';

/** Selects the first place of these words in the Markdown field. */
export async function selectIn(page: Page, words: string): Promise<void> {
  await page.locator('textarea[name=body]').evaluate((field, text) => {
    if (!(field instanceof HTMLTextAreaElement)) return;
    const start = field.value.indexOf(text);
    field.focus();
    field.setSelectionRange(start, start + text.length);
  }, words);
}
