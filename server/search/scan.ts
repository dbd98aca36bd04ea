import { canonicalFields, findRank, type CanonicalFields } from './rank.ts';
import type { SearchDocument } from './index/search-document.ts';
import type { SearchHits } from './find-hits.ts';
import { maxHits, type SearchRequest } from './search-request.ts';
import { skuKey } from './text/sku-key.ts';
import type { QueryWord } from './text/parse-query.ts';

/** A document whose texts can be looked through. */
export interface ScannedDocument extends SearchDocument {
  textOf: CanonicalFields;
}

/** Expected answer of the index, found by looking into every document: for tests and for the check of an index. */
export interface Scan {
  look(document: ScannedDocument): void;
  hits(): SearchHits;
}

export function toScanned(document: SearchDocument): ScannedDocument {
  return { ...document, textOf: canonicalFields(document.fields) };
}

interface Found {
  rank: number;
  document: Pick<SearchDocument, 'ref' | 'shownFrom' | 'price'>;
}

export function createScan(request: SearchRequest, now: string): Scan {
  const max = maxHits(request.words);
  const number = skuKey(request.words.map(({ typed }) => typed).join(' '));
  const order = orders[request.sort];
  let best: Found[] = [];
  let count = 0;
  const keepBest = () => (best = best.sort(order).slice(0, max));
  return {
    look(document) {
      if (document.shownFrom > now || !passes(document, request)) return;
      const rank = rankOf(document, request.words, number);
      if (rank === null) return;
      count += 1;
      const { ref, shownFrom, price } = document;
      if (best.push({ rank, document: { ref, shownFrom, price } }) > 10 * max) keepBest();
    },
    hits() {
      const { skip, limit } = request;
      const ids = keepBest().map(({ document }) => document.ref);
      return { ids: ids.slice(skip, skip + limit), total: Math.min(count, max), isTotalCapped: count > max };
    },
  };
}

/** 0: it is the product of that number. */
function rankOf(
  { sku, textOf }: ScannedDocument,
  words: readonly QueryWord[],
  number: string | null,
): number | null {
  if (words.length === 0) return null;
  return sku !== null && sku === number ? 0 : findRank(textOf, words);
}

function passes(document: SearchDocument, { filters }: SearchRequest): boolean {
  const { category, tag, author, availability, minPrice, maxPrice } = filters;
  const { price } = document;
  return (
    (category === undefined || document.category === category || document.tags.includes(category)) &&
    (tag === undefined || document.tags.includes(tag)) &&
    (author === undefined || document.authorId === author) &&
    (availability === undefined || document.availability === availability) &&
    (minPrice === undefined || (price !== null && price >= minPrice)) &&
    (maxPrice === undefined || (price !== null && price <= maxPrice))
  );
}

const byRef = (a: Found, b: Found) =>
  Buffer.compare(Buffer.from(a.document.ref), Buffer.from(b.document.ref));

const newest = (a: Found, b: Found) => {
  const [first, second] = [a.document.shownFrom, b.document.shownFrom];
  return first === second ? byRef(b, a) : first < second ? 1 : -1;
};

const orders: Record<SearchRequest['sort'], (a: Found, b: Found) => number> = {
  relevance: (a, b) => a.rank - b.rank || newest(a, b),
  newest,
  cheapest: (a, b) => (a.document.price ?? 2 ** 31 - 1) - (b.document.price ?? 2 ** 31 - 1) || byRef(a, b),
  dearest: (a, b) => (b.document.price ?? -1) - (a.document.price ?? -1) || byRef(b, a),
};
