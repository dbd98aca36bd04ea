import type { ArticleCardData } from '#shared/payload/payloads.ts';

/** From such a ratio on a picture is wide. Little less than 16 to 9, which covers often are. */
const wideFrom = 1.7;
/** Number of cards between two wide ones. */
const apart = 7;

/**
 * Makes a card of a list wide now and then, where its picture is: it takes two places of a row. Only where that leaves no
 * hole, in rows of two places and of three alike. The first `skipped` articles stand elsewhere than among the cards.
 */
export function withWideCards(articles: readonly ArticleCardData[], skipped = 0): ArticleCardData[] {
  // Few cards are a row or two, and no rhythm.
  if (articles.length - skipped <= apart) return [...articles];
  let places = 0;
  let since = apart;
  return articles.map((article, index) => {
    if (index < skipped) return article;
    const fits = places % 2 === 0 && places % 3 < 2;
    const isWide = fits && since >= apart && hasWideCover(article);
    places += isWide ? 2 : 1;
    since = isWide ? 0 : since + 1;
    return isWide ? { ...article, isWide } : article;
  });
}

function hasWideCover({ cover }: ArticleCardData): boolean {
  return (
    cover !== null && cover.width !== null && cover.height !== null && cover.width / cover.height >= wideFrom
  );
}
