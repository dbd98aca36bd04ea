import { expect, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { createReader } from '#server/freshness/reader.ts';
import { createAccounts } from '#server/features/accounts/accounts.ts';
import { deriveInPool } from '#server/features/accounts/passwords.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { loaders } from '#server/pages/loaders.ts';
import type { LoaderRouteId } from '#shared/routes.ts';
import { anArticle, anAuthor, aProduct, aDrawing, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';

const files = {
  'authors/lin.md': anAuthor({ avatar: 'media/lin.svg' }),
  'articles/spring.md': anArticle(
    { cover: 'media/cover.svg', products: ['baozhong', 'hidden'] },
    '![壺](media/pot.svg)',
  ),
  'products/baozhong.md': aProduct({ images: [{ src: 'media/tea.svg', alt: '茶' }] }),
  'products/hidden.md': aProduct({ status: 'draft' }),
  'media/lin.svg': aDrawing,
  'media/cover.svg': aDrawing,
  'media/pot.svg': aDrawing,
  'media/tea.svg': aDrawing,
};

/** What a page depends on: another tag missing here would be a stale page, one too many a needless render. */
const expectedTags: [id: LoaderRouteId, params: Record<string, string>, tags: string[]][] = [
  ['layout', {}, ['site']],
  ['index', {}, ['media:media/tea.svg', 'product:baozhong', 'products', 'site']],
  ['articles', {}, ['article:spring', 'articles', 'author:lin', 'media:media/cover.svg']],
  [
    'articles-id',
    { id: 'spring' },
    [
      'article:spring',
      // For the articles before and after it.
      'articles',
      'author:lin',
      'media:media/cover.svg',
      'media:media/lin.svg',
      'media:media/pot.svg',
      'media:media/tea.svg',
      'product:baozhong',
      // Not shown, but it would be if it were published.
      'product:hidden',
    ],
  ],
  [
    'author-author_id',
    { author_id: 'lin' },
    ['article:spring', 'author-articles:lin', 'author:lin', 'media:media/cover.svg', 'media:media/lin.svg'],
  ],
  [
    'product-info-product_id',
    { product_id: 'baozhong' },
    [
      'article:spring',
      'author:lin',
      'media:media/cover.svg',
      'media:media/tea.svg',
      'product-articles:baozhong',
      'product:baozhong',
      // For those of the same category.
      'products of 茶葉',
    ],
  ],
  ['articles-id', { id: 'none' }, ['article:none']],
  ['product-info-product_id', { product_id: 'none' }, ['product:none']],
  ['author-author_id', { author_id: 'none' }, ['author:none']],
  ['not-found', {}, []],
];

test.for(engines)('a page on %s knows every tag that it read, and no other', async (engine) => {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, temporaryFolder());
  const accounts = createAccounts({
    config: readConfig({}),
    db,
    clock: systemClock,
    log: silentLog,
    fetch,
    derive: deriveInPool,
  });
  for (const [id, params, tags] of expectedTags) {
    const reader = createReader({ db: db.read, now: '2026-11-20T04:00:00.000Z', basePath: '/' });
    await loaders[id]({ accounts, signedIn: null, reader, params, query: new URLSearchParams() });
    expect.soft([...reader.tags].sort(), `${id} ${JSON.stringify(params)}`).toEqual(tags);
  }
});
