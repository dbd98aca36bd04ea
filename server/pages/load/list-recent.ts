import type { RecentPages } from '#shared/payload/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { listNewestArticleNames } from '#server/features/articles/article-queries.ts';
import { listNewestProductNames } from '#server/features/products/product-queries.ts';

const shownOfEach = 4;

/** Remembered for all: made-up addresses cost no query more for it. */
export function listRecent(reader: Reader): Promise<RecentPages> {
  return reader.cached('recent', async (ownReader) => ({
    articles: await listNewestArticleNames(ownReader, shownOfEach),
    products: await listNewestProductNames(ownReader, shownOfEach),
  }));
}
