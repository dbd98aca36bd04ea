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

/** Pastes or drops a small PNG, another one for a name of another length. */
export async function giveFile(page: Page, how: 'paste' | 'drop', name: string): Promise<void> {
  await page.locator('textarea[name=body]').evaluate(
    async (field, file) => {
      const canvas = new OffscreenCanvas(40 + file.name.length, 30);
      canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
      const png = await canvas.convertToBlob({ type: 'image/png' });
      const data = new DataTransfer();
      data.items.add(new File([png], file.name, { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        file.how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, ...options })
          : new DragEvent('drop', { dataTransfer: data, ...options }),
      );
    },
    { how, name },
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
