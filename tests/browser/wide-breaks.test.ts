import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

/** Each once with its line break and once in one line. */
const pairs = [
  ['第一行\n第二行', '第一行第二行'],
  ['**粗體**\n「[連結](/articles)」\n字', '**粗體**「[連結](/articles)」字'],
  ['好茶[^1]\n上桌', '好茶[^1]上桌'],
  ['他說……\n走了', '他說……走了'],
  ['tea\nhouse', 'tea house'],
  ['茶\nhouse', '茶 house'],
];

describeInChromium('a line break between Han characters', (browser) => {
  const site = shareSiteWith({
    'authors/lin.md': anAuthor(),
    'articles/broken-lines.md': anArticle({}, `${pairs.flat().join('\n\n')}\n\n[^1]: 註`),
  });

  test('takes no room, and one between words takes that of a space', async () => {
    const { page } = await openBuiltPage(browser(), '/articles/broken-lines', {
      site: site(),
      until: 'hydrated',
    });
    const widths = await page.locator('.prose > p').evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => {
        const range = document.createRange();
        range.selectNodeContents(paragraph);
        return range.getBoundingClientRect().width;
      }),
    );
    expect(widths).toHaveLength(pairs.length * 2);
    for (const [index, pair] of pairs.entries())
      expect.soft(widths[index * 2], pair.join(' | ')).toBe(widths[index * 2 + 1]);
  });
});
