import { readFileSync } from 'node:fs';

/** Query of a reader, and the entries that are meant: any of them is right. */
export interface ReadersQuery {
  query: string;
  answers: readonly string[];
}

/**
 * `articles` and `shop` may be looked at while ranking is worked on. The queries of `kept-apart` are never read for that:
 * only their sums are printed.
 */
export type QuerySet = 'articles' | 'kept-apart' | 'shop';

/** Reads a set: in each line a query, and behind a tab its answers with ` | ` between them; `#` begins a remark. */
export function readQueries(set: QuerySet): ReadersQuery[] {
  return linesOf(`queries-${set}.tsv`).map(([query = '', answers = '']) => ({
    query,
    answers: answers.split(' | '),
  }));
}

/** Lines of a table of this folder, in cells. */
export function linesOf(file: string): string[][] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}
