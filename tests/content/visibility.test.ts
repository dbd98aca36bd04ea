import { describe, expect, test } from 'vitest';
import { createReader } from '#server/freshness/reader.ts';
import {
  findArticle,
  listArticles,
  listArticlesById,
  listArticlesOfProduct,
} from '#server/features/articles/article-queries.ts';
import { listCategoryTree } from '#server/features/categories/category-queries.ts';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { listEntryCards } from '#server/content/entry-cards.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import {
  findProduct,
  listProducts,
  listProductsById,
  listProductsOfArticle,
  listRelatedProducts,
} from '#server/features/products/product-queries.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aCategory,
  anArticle,
  anAuthor,
  aPage,
  aProduct,
  contentFolder,
  type Files,
} from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';

const due = '2026-11-20T08:00:00+08:00';
const justBefore = Date.parse(due) - 1;

const states = {
  shown: {},
  draft: { status: 'draft' },
  archived: { status: 'archived' },
  future: { publishedAt: due },
  'draft-without-a-time': { status: 'draft', publishedAt: undefined },
} as const;

const ids = Object.keys(states);

const files: Files = { 'authors/lin.md': anAuthor() };
for (const [id, state] of Object.entries(states)) {
  const withoutUndefined = (text: string) => text.replace(/^.*: undefined\n/m, '');
  files[`products/${id}.md`] = withoutUndefined(aProduct({ category: `類-${id}`, ...state }));
  files[`products/same-${id}.md`] = withoutUndefined(aProduct({ category: '同類', ...state }));
  files[`articles/${id}.md`] = withoutUndefined(anArticle({ products: [...ids], ...state }));
}

describe.for(engines)('on %s', (engine) => {
  test('drafts, archived and coming content are stored, and no page query shows them', async () => {
    const db = await openTestDatabase(engine);
    await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
    expect(await db.read.selectFrom('articles').select('id').execute()).toHaveLength(5);
    expect(await db.read.selectFrom('products').select('id').execute()).toHaveLength(10);

    const shown = async (now: number) => {
      const reader = createReader({ db: db.read, now: new Date(now).toISOString(), basePath: '/' });
      const idsOf = (rows: readonly { id: string }[] | undefined) => (rows ?? []).map((row) => row.id).sort();
      const found = async <T>(find: (id: string) => Promise<T | null>) => {
        const all = await Promise.all(ids.map(async (id) => [id, await find(id)] as const));
        return all.filter(([, thing]) => thing !== null).map(([id]) => id);
      };
      const query = { page: 1, category: null, sort: 'newest' } as const;
      return {
        articles: idsOf((await listArticles(reader, { page: 1 }))?.items),
        articleTotal: (await listArticles(reader, { page: 1 }))?.total,
        ofAuthor: idsOf((await listArticles(reader, { page: 1, authorId: 'lin' }))?.items),
        ofProduct: idsOf(await listArticlesOfProduct(reader, 'shown', 10)),
        // Articles that are still to come take no place of visible ones.
        newestOfProduct: idsOf(await listArticlesOfProduct(reader, 'shown', 1)),
        article: await found((id) => findArticle(reader, id)),
        products: idsOf((await listProducts(reader, query))?.items),
        cheapest: idsOf(
          (await listProducts(reader, { ...query, category: '同類', sort: 'price-asc' }))?.items,
        ),
        categories: (await listCategoryTree(reader)).map(({ id }) => id).sort(),
        product: await found((id) => findProduct(reader, id)),
        named: idsOf(await listProductsOfArticle(reader, 'shown')),
        related: idsOf(await listRelatedProducts(reader, { id: 'none', category: '同類' }, 10)),
        relatedToShown: idsOf(await listRelatedProducts(reader, { id: 'same-shown', category: '同類' }, 10)),
      };
    };

    expect(await shown(justBefore)).toEqual({
      articles: ['shown'],
      articleTotal: 1,
      ofAuthor: ['shown'],
      ofProduct: ['shown'],
      newestOfProduct: ['shown'],
      article: ['shown'],
      products: ['same-shown', 'shown'],
      cheapest: ['same-shown'],
      categories: ['同類', '類-shown'],
      product: ['shown'],
      named: ['shown'],
      related: ['same-shown'],
      relatedToShown: [],
    });
    expect(await shown(Date.parse(due))).toEqual({
      articles: ['future', 'shown'],
      articleTotal: 2,
      ofAuthor: ['future', 'shown'],
      ofProduct: ['future', 'shown'],
      newestOfProduct: ['future'],
      article: ['shown', 'future'],
      products: ['future', 'same-future', 'same-shown', 'shown'],
      cheapest: ['same-future', 'same-shown'],
      categories: ['同類', '類-future', '類-shown'],
      product: ['shown', 'future'],
      named: ['future', 'shown'],
      related: ['same-future', 'same-shown'],
      relatedToShown: ['same-future'],
    });
  });

  test('cards stand in the order in which they are asked for', async () => {
    const db = await openTestDatabase(engine);
    const names = ['b', 'a', 'c'];
    const kinds = {
      authors: anAuthor,
      articles: anArticle,
      products: aProduct,
      pages: aPage,
      categories: aCategory,
    };
    const made = Object.entries(kinds).flatMap(([kind, file]) =>
      names.map((id) => [`${kind}/${id}.md`, kind === 'articles' ? anArticle({ author: 'a' }) : file()]),
    );
    await importContent(contentFolder(Object.fromEntries(made)), db, folderStore(temporaryFolder()));
    const reader = createReader({ db: db.read, now: due, basePath: '/' });
    const lists = [
      listArticlesById(reader, names),
      listProductsById(reader, names),
      ...kindNames.map((kind) => listEntryCards(reader, kind, names)),
    ];
    for (const cards of await Promise.all(lists)) expect(cards.map(({ id }) => id)).toEqual(names);
  });
});
