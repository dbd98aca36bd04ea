import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { MarkedText, SearchHit, SearchHitLists } from '#shared/payload/search-payload.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listEntryCards } from '#server/content/entry-cards.ts';
import { listArticlesById } from '#server/features/articles/article-queries.ts';
import { listProductsById } from '#server/features/products/product-queries.ts';
import { readHitTexts } from '#server/search/hit-texts.ts';
import { excerptOf } from '#server/search/text/excerpts.ts';
import { markMatches, type TextPart } from '#server/search/text/marks.ts';
import type { QueryWord } from '#server/search/text/parse-query.ts';

type Words = readonly QueryWord[];

/** Reads hits as the page shows them, in the order of the ids. */
export async function readHits(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
  words: Words,
): Promise<Partial<SearchHitLists>> {
  const texts = ids.length === 0 ? new Map() : await readHitTexts(reader, kind, ids);
  function mark<Card extends { id: string }>(
    cards: readonly Card[],
    titleOf: (card: Card) => string,
  ): SearchHit<Card>[] {
    return cards.map((card) => ({
      card,
      title: inTurns(markMatches(titleOf(card), words)),
      excerpt: excerpt(texts.get(card.id) ?? noText, words, excerptLengthOf(kind)),
    }));
  }
  switch (kind) {
    case 'articles':
      return { articles: mark(await listArticlesById(reader, ids), ({ title }) => title) };
    case 'products':
      return { products: mark(await listProductsById(reader, ids), ({ name }) => name) };
    default: {
      const { title } = kinds[kind];
      const cards: ({ id: string } & Record<string, unknown>)[] = await listEntryCards(reader, kind, ids);
      return { [kind]: mark(cards, (card) => String(card[title])) };
    }
  }
}

/** About as many characters as there is room for: products stand side by side. */
const excerptLengthOf = (kind: Kind) => (kind === 'products' ? 30 : 60);

const noText = { lead: '', body: '' };

/** From the summary where the words stand there, else from the text where they do. */
function excerpt({ lead, body }: typeof noText, words: Words, length: number): MarkedText {
  const ofLead = excerptOf(lead, words, length);
  const ofBody = body === '' ? [] : excerptOf(body, words, length);
  const isBetter = countMarked(ofBody) > countMarked(ofLead) || lead === '';
  return inTurns(isBetter ? ofBody : ofLead);
}

/** Different texts: a word that stands there three times is one. */
function countMarked(parts: readonly TextPart[]): number {
  return new Set(parts.filter(({ isMarked }) => isMarked).map(({ text }) => text)).size;
}

/** Without their names: a plain piece, a marked one, a plain one, and so on. */
export function inTurns(parts: readonly TextPart[]): MarkedText {
  const turns: string[] = [];
  for (const { text, isMarked } of parts) {
    const isOdd = turns.length % 2 === 1;
    // The next place is for a marked piece after an odd number of pieces.
    if (isOdd === isMarked) turns.push(text);
    else if (turns.length === 0) turns.push('', text);
    else turns[turns.length - 1] += text;
  }
  return turns;
}
