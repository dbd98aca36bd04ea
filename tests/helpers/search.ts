import type { ContentKind } from '#server/content/kinds/content-kinds.ts';
import type { Database } from '#server/db/open-database.ts';
import { createReader } from '#server/freshness/reader.ts';
import { checkIndex } from '#server/search/check-index.ts';
import { findHits, type SearchHits } from '#server/search/find-hits.ts';
import type { SearchRequest } from '#server/search/search-request.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';

export const searchedAt = '2026-11-20T00:00:00.000Z';

/** What a visitor who types this finds. */
export function search(
  db: Database,
  kind: ContentKind,
  typed: string,
  { now = searchedAt, ...request }: Partial<SearchRequest> & { now?: string } = {},
): Promise<SearchHits> {
  const { words } = parseQuery(typed);
  const reader = createReader({ db: db.read, now, basePath: '/' });
  return findHits(reader, { kind, words, filters: {}, sort: 'relevance', skip: 0, limit: 100, ...request });
}

export async function idsOf(
  db: Database,
  kind: ContentKind,
  typed: string,
  options?: Parameters<typeof search>[3],
): Promise<string[]> {
  return (await search(db, kind, typed, options)).ids;
}

/** What `npm run search -- check` would say is wrong. */
export async function problemsOfIndex(db: Database): Promise<string[]> {
  const { problems, waiting } = await checkIndex(db, { queries: 40, now: searchedAt });
  return [...problems, ...(waiting > 0 ? [`${waiting} wait`] : [])];
}
