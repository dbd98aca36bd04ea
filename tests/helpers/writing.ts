import type { Page } from 'playwright-core';

/** Pastes into the Markdown field, as a browser does with what another program has copied. */
export async function paste(page: Page, { html, text }: { html: string; text: string }): Promise<void> {
  await page.locator('textarea[name=body]').evaluate(
    (field, copied) => {
      const clipboardData = new DataTransfer();
      if (copied.html !== '') clipboardData.setData('text/html', copied.html);
      clipboardData.setData('text/plain', copied.text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { html, text },
  );
}

/** Selects the first place of these words in the Markdown field. */
export async function selectIn(page: Page, words: string): Promise<void> {
  await page.locator('textarea[name=body]').evaluate((field, text) => {
    if (!(field instanceof HTMLTextAreaElement)) return;
    const start = field.value.indexOf(text);
    field.focus();
    field.setSelectionRange(start, start + text.length);
  }, words);
}
