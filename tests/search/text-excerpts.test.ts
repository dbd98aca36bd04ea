import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf } from '#server/search/text/excerpts.ts';
import { markMatches } from '#server/search/text/marks.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { textAndQuery } from '#tests/helpers/search-texts.ts';
import { howMany } from '../helpers/how-many.ts';

const long = `${'這是前面的一句話，說得很長很長。'.repeat(8)}烏龍在這裡。${'然後又是別的一句話，也很長很長。'.repeat(8)}茶壺與烏龍都在此，水已經開了！${'最後還有一些話要說。'.repeat(9)}`;

test('an excerpt is the place where most words stand, in whole sentences', () => {
  const excerpt = show('烏龍 茶壺', long);
  expect(excerpt).toMatch(/^\[茶壺\]與\[烏龍\]都在此，水已經開了！(?:最後還有一些話要說。)+$/);
});

test('without a match it is the beginning', () => {
  expect(show('紅茶', long)).toBe('這是前面的一句話，說得很長很長。'.repeat(4));
  expect(show('', '短短一句')).toBe('短短一句');
});

test('within a sentence it is cut with a sign of omission', () => {
  const sentence = `${'很'.repeat(200)}烏龍${'長'.repeat(200)}`;
  expect(show('烏龍', sentence)).toMatch(/^…很{10,}\[烏龍\]長{20,}…$/);
});

test('paragraphs stand side by side without a space behind a full-width sign, and with one elsewhere', () => {
  expect(show('烏龍', '剛好蓋住壺蓋。\n條形的烏龍\n水溫')).toBe('剛好蓋住壺蓋。條形的[烏龍]\n水溫');
});

test('it cuts no word, no number and no emoji', () => {
  const text = `${'word 1234 👩‍🍳 '.repeat(30)}烏龍${' word 1234 👩‍🍳'.repeat(30)}`;
  for (let length = 40; length < 70; length += 1) {
    const pieces = show('烏龍', text, length).replaceAll('…', '').trim().split(/\s+/);
    for (const piece of pieces) expect(['word', '1234', '👩‍🍳', '[烏龍]']).toContain(piece);
  }
});

test('it has the whole of a character that begins with what was found', () => {
  expect(show('茶', `${'烏'.repeat(18)}茶🏽`, 19)).toContain('[茶🏽]');
});

test('it is a piece of the text with the marks of the whole', () => {
  fc.assert(
    fc.property(
      fc.array(textAndQuery(), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 20, max: 90 }),
      (all, length) => {
        const text = all.map((one) => one.text).join('');
        const { words } = parseQuery(all[0]?.query ?? '');
        const parts = excerptOf(text, words, length);
        const shown = parts.map((part) => part.text).join('');
        const lines = text.replaceAll('\n', '');
        const line = shown.replaceAll('\n', '');
        expect(lines).toContain(lines.includes(line) ? line : line.replace(/^…/, '').replace(/…$/, ''));
        expect(shown.length).toBeLessThanOrEqual(length + 14);
        const marked = markMatches(text, words).some((part) => part.isMarked);
        expect(parts.some((part) => part.isMarked)).toBe(marked);
      },
    ),
    { numRuns: howMany({ usually: 600, whole: 3000 }) },
  );
});

function show(query: string, text: string, length?: number): string {
  return excerptOf(text, parseQuery(query).words, length)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('');
}
