import type { Page } from 'playwright-core';

/** Returns the text of a page that is set in the title font. */
export function textInFont(page: Page): Promise<string> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let text = '';
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      const isSet = parent !== null && getComputedStyle(parent).fontFamily.includes('Qingye Titles');
      if (isSet && parent.tagName !== 'SCRIPT') text += texts.currentNode.textContent ?? '';
    }
    return text;
  });
}
