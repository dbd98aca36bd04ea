import { describe, expect, test } from 'vitest';
import { withWideCards } from '#server/pages/load/wide-cards.ts';
import type { ArticleCardData, Picture } from '#shared/payload/payloads.ts';

const picture = (width: number, height: number): Picture => ({ src: '', alt: '', width, height });
const articles = (covers: readonly (Picture | null)[]): ArticleCardData[] =>
  covers.map((cover, n) => ({
    id: `a${n}`,
    title: '',
    summary: '',
    publishedAt: '',
    tags: [],
    author: { id: '', name: '' },
    cover,
  }));
const wideOf = (covers: readonly (Picture | null)[], skipped?: number) =>
  withWideCards(articles(covers), skipped).flatMap(({ isWide }, index) => (isWide ? index : []));

const wide = picture(1600, 900);
const tall = picture(900, 1200);

describe('a card is wide', () => {
  test('now and then, with others between', () => {
    const found = wideOf(Array.from({ length: 24 }, () => wide));
    expect(found.length).toBeGreaterThan(1);
    for (const [at, index] of found.entries()) expect(index - (found[at - 1] ?? -8)).toBeGreaterThan(7);
  });

  test('only where its own picture is', () => {
    const covers = Array.from({ length: 24 }, (_, n) => [tall, null, picture(1600, 1200)][n % 3] ?? null);
    expect(wideOf(covers)).toEqual([]);
    expect(wideOf([...covers.slice(0, 6), wide, ...covers.slice(7)])).toEqual([6]);
  });

  test('not in a short list, and never where the list stands otherwise', () => {
    expect(wideOf([wide, wide, wide])).toEqual([]);
    expect(
      wideOf(
        Array.from({ length: 12 }, () => wide),
        1,
      ),
    ).toEqual([1, 10]);
  });

  test.for([2, 3])('without a hole in rows of %i', (columns) => {
    for (let seed = 0; seed < 200; seed += 1) {
      const covers = Array.from({ length: 24 }, (_, n) =>
        (seed * 7919 + n * 104_729) % 5 < 2 ? wide : tall,
      );
      let places = 0;
      for (const { isWide } of withWideCards(articles(covers))) {
        if (isWide) expect(places % columns, `seed ${seed}`).toBeLessThan(columns - 1);
        places += isWide ? 2 : 1;
      }
    }
  });
});
