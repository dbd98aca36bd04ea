import { describe, expect, test } from 'vitest';
import { replaceAddresses } from '#server/features/feeds/absolute-markdown.ts';
import { chooseWholeTexts } from '#server/features/feeds/entry-parts.ts';
import { partOfFeed } from '#server/features/feeds/feed-paging.ts';
import { tagUri } from '#server/http/request/site-address.ts';
import { xmlText } from '#server/features/feeds/xml-text.ts';

describe('the parts of a feed', () => {
  test.for([0, 1, 23, 24, 47, 48, 71, 72, 500, 1001])('are all of %i entries, each once', (total) => {
    const head = partOfFeed(total, null);
    const seen: number[] = [];
    let part = head;
    for (let steps = 0; part !== null && steps < 100; steps += 1) {
      for (let n = 0; n < part.count; n += 1) seen.push(part.skip + n);
      part = part.next === null ? null : partOfFeed(total, String(part.next));
    }
    expect(seen).toEqual(Array.from({ length: total }, (_, n) => n));
    expect(head?.count).toBeLessThanOrEqual(47);
    if (total >= 24) expect(head?.count).toBeGreaterThanOrEqual(24);
  });

  test('of older entries keep theirs when a new one comes', () => {
    const oldest = (total: number, page: string) => {
      const part = partOfFeed(total, page);
      return part && total - part.skip - part.count;
    };
    for (let total = 48; total < 200; total += 1) expect(oldest(total, '1')).toBe(0);
    expect([oldest(72, '2'), oldest(150, '2')]).toEqual([24, 24]);
  });

  test('have numbers that mean something', () => {
    for (const page of ['0', '2', '-1', '01', '1.0', 'x', '99999999999'])
      expect(partOfFeed(48, page), page).toBeNull();
    expect(partOfFeed(48, '1')).toMatchObject({ skip: 24, count: 24, previous: 'feed', next: null });
  });
});

const absolute = (source: string) =>
  replaceAddresses(source, (address) => (address.startsWith('/') ? `https://x${address}` : null));

test.for([
  ['[a](/b)', '[a](https://x/b)'],
  ['[a]( </b> "c")', '[a]( <https://x/b> "c")'],
  ['![a](/b(c)d "e") 與[f](/g)', '![a](https://x/b(c)d "e") 與[f](https://x/g)'],
  ['[a][1]\n\n[1]: /b', '[a][1]\n\n[1]: https://x/b'],
  ['[a](https://y/b)', '[a](https://y/b)'],
  ['`[a](/b)` [c](/d)', '`[a](/b)` [c](https://x/d)'],
  ['``a`[a](/b)`` [c](/d)', '``a`[a](/b)`` [c](https://x/d)'],
  [
    '[c](/d)\n\n```md\n[a](/b)\n```\n\n[c](/d)',
    '[c](https://x/d)\n\n```md\n[a](/b)\n```\n\n[c](https://x/d)',
  ],
  ['~~~\n[a](/b)\n\n[c](/d)', '~~~\n[a](/b)\n\n[c](/d)'],
  // A run that no other of its length follows is no code, and neither is a part of it.
  ['```` [a](/b)``` `[c](/d)`', '```` [a](https://x/b)``` `[c](/d)`'],
] as const)('the addresses of %j are found where Markdown has some', ([source, expected]) => {
  expect(absolute(source)).toBe(expected);
});

test('a line of many backquotes is read in one pass', () => {
  // Begun again at each backquote, this takes minutes.
  expect(absolute(`${'`'.repeat(200_000)}${'a'.repeat(200_000)} [a](/b)`)).toMatch(
    /a \[a\]\(https:\/\/x\/b\)$/,
  );
  expect(absolute(`${'` `` '.repeat(100_000)}[a](/b)`)).toMatch(/\[a\]\(/);
});

test('whole texts are chosen until there is no room', () => {
  const rows = [400_000, 700_000, 500_000, 100_000].map((text_bytes, n) => ({ id: String(n), text_bytes }));
  expect(chooseWholeTexts(rows)).toEqual(['0', '3']);
});

test('halves of surrogate pairs do not reach XML', () => {
  expect(xmlText('a\ud800b\udc00c😀<&">\u0000')).toBe('a�b�c😀&lt;&amp;&quot;&gt;�');
});

test.for([
  ['https://tea.example', 'tag:tea.example,2026:x'],
  ['http://127.0.0.1:3000', 'tag:127.0.0.1,2026:x'],
  ['https://茶.example', 'tag:xn--cl1a.example,2026:x'],
] as const)('the names of %s are tag URIs', ([origin, expected]) => {
  expect(tagUri({ origin: new URL(origin).origin, basePath: '/' }, 'x')).toBe(expected);
});
