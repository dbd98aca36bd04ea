import type { SearchRequest } from '#server/search/search-request.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import type { BenchKind, Texts } from './corpus.ts';

/** Typical queries of visitors: pieces of the texts, the number of a product, and words without hits. */
export function queryClasses({ random, sentences }: Texts): Record<string, () => string> {
  const piece = (length: number) => {
    const runs = (sentences[random(sentences.length)] ?? '').match(/\p{Script=Han}+/gu) ?? ['茶'];
    return (runs[random(runs.length)] ?? '茶').slice(0, length);
  };
  return {
    '1 character': () => piece(1),
    '2 characters': () => piece(2),
    '3 characters': () => piece(3),
    '4 characters': () => piece(4),
    '6 characters': () => piece(6),
    'two words': () => `${piece(2)} ${piece(2)}`,
    'three words': () => `${piece(2)} ${piece(3)} ${piece(2)}`,
    number: () => `QY-${random(1_000)}-ml`,
    nothing: () => `${piece(2)} zzzzzz`,
  };
}

/** Returns a random request: any class and order, with filters and on later pages. */
export function randomRequest(texts: Texts): SearchRequest {
  const { random } = texts;
  const of = <T>(items: readonly [T, ...T[]]): T => items[random(items.length)] ?? items[0];
  const makers = Object.values(queryClasses(texts));
  const kind = of<BenchKind>(['articles', 'products']);
  const filters =
    kind === 'articles' || random(3) > 0
      ? {}
      : { category: `類別${random(20)}`, ...(random(2) === 0 && { minPrice: random(3_000) }) };
  return {
    kind,
    words: parseQuery(makers[random(makers.length)]?.() ?? '茶').words,
    filters,
    sort: of(['relevance', 'relevance', 'relevance', 'newest', 'cheapest', 'dearest']),
    skip: of([0, 0, 24]),
    limit: 24,
  };
}
