import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTexts } from '#shared/locale/texts.ts';
import { findPhrase, phrasesAt } from '#shared/relative-time.ts';

const t = createTexts();
const published = '2026-01-01T00:00:00.000Z';
const then = Date.parse(published);
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const month = 30.436875 * day;

function say(now: number): string | null {
  const phrase = findPhrase(published, now);
  if (phrase === null) return null;
  const span = t(`time.spans.${phrase.unit}`, { count: phrase.count });
  return t(phrase.isFuture ? 'time.future' : 'time.past', { span });
}

const ages: [age: number, text: string][] = [
  [0, '幾秒前'],
  [44 * second, '幾秒前'],
  [45 * second, '1 分鐘前'],
  [89 * second, '1 分鐘前'],
  [90 * second, '2 分鐘前'],
  [44 * minute, '44 分鐘前'],
  [45 * minute, '1 小時前'],
  [89 * minute, '1 小時前'],
  [90 * minute, '2 小時前'],
  [21 * hour, '21 小時前'],
  [22 * hour, '1 天前'],
  [35 * hour, '1 天前'],
  [36 * hour, '2 天前'],
  [25 * day, '25 天前'],
  [26 * day, '1 個月前'],
  [45 * day, '1 個月前'],
  [46 * day, '2 個月前'],
  [10 * month, '10 個月前'],
  [10.5 * month, '1 年前'],
  [17 * month, '1 年前'],
  [18 * month, '2 年前'],
  [120 * month, '10 年前'],
  [-1, '幾秒內'],
  [-45 * second, '1 分鐘內'],
  [-5 * minute, '5 分鐘內'],
  [-36 * hour, '2 天內'],
];

test.for(ages)('%d ms after it, a time is told as %s', ([age, text]) => {
  expect(say(then + age)).toBe(text);
});

test.for(['', 'soon', 'null', '2026-13-45'])('what is no time, such as “%s”, is not told at all', (iso) => {
  expect(findPhrase(iso, then)).toBeNull();
});

test('a phrase is right from its first moment to its last only', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5 * 365 * day, max: 40 * 365 * day }), (age) => {
      const { from, until } = findPhrase(published, then + age) ?? { from: 0, until: 0 };
      const text = say(then + age);
      expect(from).toBeLessThanOrEqual(then + age);
      expect(until).toBeGreaterThan(then + age);
      expect([say(from), say(until - 1)]).toEqual([text, text]);
      expect(say(from - 1)).not.toBe(text);
      expect(say(until)).not.toBe(text);
    }),
  );
});

test('several times read the same until the first of them changes', () => {
  const times = [published, '2025-12-31T23:50:30.000Z', 'soon'];
  const { asOf, until } = phrasesAt(times, then + 100 * second);
  // "2 minutes ago" since second 90, "11 minutes ago" since second 60 and until second 120.
  expect([asOf, until]).toEqual([then + 90 * second, then + 120 * second]);
  expect(phrasesAt(times, then + 119 * second)).toEqual({ asOf, until });
  expect(phrasesAt([], then)).toEqual({ asOf: 0, until: Infinity });
});
