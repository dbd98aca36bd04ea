import { expect, test } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createReader } from '#server/freshness/reader.ts';
import { createAccounts } from '#server/features/accounts/accounts.ts';
import { deriveInPool } from '#server/features/accounts/passwords/password-hash.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { loaders } from '#server/pages/load/loaders.ts';
import { cardKey, entryCard, siteCard } from '#server/media/cards/card-look.ts';
import { ownFont } from '#server/media/title-font/font-state.ts';
import { tags, type Tag } from '#server/freshness/tags.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import type { LoaderRouteId } from '#shared/address/routes.ts';
import { anArticle, anAuthor, aPage, aProduct, aDrawing, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';

const files = {
  'authors/lin.md': anAuthor({ avatar: 'media/lin.svg' }),
  'articles/spring.md': anArticle(
    { cover: 'media/cover.svg', products: ['baozhong', 'hidden'], tags: ['茶', '雨'] },
    '![壺](media/pot.svg)',
  ),
  'products/baozhong.md': aProduct({ images: [{ src: 'media/tea.svg', alt: '茶' }] }),
  'products/hidden.md': aProduct({ status: 'draft' }),
  'pages/about.md': aPage({ cover: 'media/cover.svg' }, '![壺](media/pot.svg)'),
  'media/lin.svg': aDrawing,
  'media/cover.svg': aDrawing,
  'media/pot.svg': aDrawing,
  'media/tea.svg': aDrawing,
};

/** Design of a site without settings. */
const look = { font: ownFont, name: 'Qingye', tagline: '', color: '#008236' };

/** Dependencies of each page: a missing tag would be a stale page, a needless one a needless render. */
const expectedTags: [id: LoaderRouteId, params: Record<string, string>, expected: Tag[], query?: string][] = [
  ['layout', {}, [tags.site]],
  [
    'index',
    {},
    [
      tags.article('spring'),
      tags.articles,
      tags.author('lin'),
      tags.media('media/cover.svg'),
      tags.media('media/tea.svg'),
      tags.categories,
      tags.pagesOfProduct('baozhong'),
      tags.products,
      tags.site,
    ],
  ],
  [
    'product',
    {},
    [tags.categories, tags.media('media/tea.svg'), tags.pagesOfProduct('baozhong'), tags.products, tags.site],
  ],
  [
    'product',
    {},
    [
      tags.categories,
      tags.media('media/tea.svg'),
      tags.pagesOfProduct('baozhong'),
      tags.productPrices,
      tags.products,
      tags.site,
    ],
    'sort=price-asc',
  ],
  [
    'articles',
    {},
    [
      tags.article('spring'),
      tags.articleTags,
      tags.articles,
      tags.author('lin'),
      tags.media('media/cover.svg'),
    ],
  ],
  [
    'articles-tag-tag',
    { tag: '茶' },
    [tags.article('spring'), tags.articlesOfTag('茶'), tags.author('lin'), tags.media('media/cover.svg')],
  ],
  ['articles-tag-tag', { tag: '無' }, [tags.articlesOfTag('無')]],
  [
    'articles-id',
    { id: 'spring' },
    [
      tags.article('spring'),
      // For the articles before and after it, and for similar ones.
      tags.articles,
      tags.articlesOfAuthor('lin'),
      tags.articlesOfTag('茶'),
      tags.articlesOfTag('雨'),
      tags.author('lin'),
      tags.media('media/cover.svg'),
      tags.media('media/lin.svg'),
      tags.media('media/pot.svg'),
      tags.media('media/tea.svg'),
      tags.categories,
      tags.pagesOfProduct('baozhong'),
      // Not shown, but it would be if it were published.
      tags.pagesOfProduct('hidden'),
      // For how long a product is new.
      tags.site,
    ],
  ],
  [
    'author-author_id',
    { author_id: 'lin' },
    [
      tags.article('spring'),
      tags.articlesOfAuthor('lin'),
      tags.author('lin'),
      tags.media('media/cover.svg'),
      tags.media('media/lin.svg'),
      // For the card with the name: other sites show no drawing.
      tags.sharingCard(cardKey(look, entryCard(look, '林知遠'))),
      tags.site,
    ],
  ],
  [
    'product-info-product_id',
    { product_id: 'baozhong' },
    [
      tags.article('spring'),
      tags.author('lin'),
      tags.media('media/cover.svg'),
      tags.media('media/tea.svg'),
      tags.articlesOfProduct('baozhong'),
      tags.categories,
      tags.pagesOfProduct('baozhong'),
      // For those of the same category.
      tags.productsOfCategory('茶葉'),
      // For how long a product is new.
      tags.site,
    ],
  ],
  ['articles-id', { id: 'none' }, [tags.article('none')]],
  ['product-info-product_id', { product_id: 'none' }, [tags.pagesOfProduct('none')]],
  ['author-author_id', { author_id: 'none' }, [tags.author('none')]],
  [
    'pages-id',
    { id: 'about' },
    [tags.media('media/cover.svg'), tags.media('media/pot.svg'), tags.sitePage('about')],
  ],
  ['pages-id', { id: 'none' }, [tags.sitePage('none')]],
  ['not-found', {}, []],
];

test.for(engines)('a page on %s knows every tag that it read, and no other', async (engine) => {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  const accounts = createAccounts({
    config: readConfig({}),
    db,
    clock: systemClock,
    log: silentLog,
    fetch,
    derive: deriveInPool,
  });
  for (const [id, params, expected, search] of expectedTags) {
    const reader = createReader({ db: db.read, now: '2026-11-20T04:00:00.000Z', basePath: '/' });
    const query = new URLSearchParams(search);
    await loaders[id]({ accounts, signedIn: null, reader, params, query });
    const page = `${id} ${JSON.stringify(params)} ${query.toString()}`;
    expect.soft([...reader.tags].sort(), page).toEqual(expected.toSorted());
  }
  const reader = createReader({ db: db.read, now: '2026-11-20T04:00:00.000Z', basePath: '/' });
  const none = { params: {}, query: new URLSearchParams() };
  await loaders.layout({ accounts, signedIn: null, reader, isPublic: true, ...none });
  const siteTags = [tags.site, tags.sharingCard(cardKey(look, siteCard(look)))];
  expect([...reader.tags].sort(), 'a site that others can link to').toEqual(siteTags.toSorted());
});
