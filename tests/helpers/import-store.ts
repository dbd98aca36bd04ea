import { mapKinds } from '#shared/kinds/kind-names.ts';
import { aDrawing, anArticle, anAuthor, aPage, aProduct, type Files } from './content.ts';
import { openContentStore, type ContentStore } from './content-store.ts';
import type { EngineName } from './databases.ts';

interface ImportStore extends ContentStore {
  /** The ids, or paths, of everything that is stored. */
  names(): Promise<Record<string, unknown[]>>;
}

/** A store that says which entries and files it has. */
export async function openImportStore(engine: EngineName): Promise<ImportStore> {
  const store = await openContentStore(engine);
  const { read } = store.db;
  return {
    ...store,
    async names() {
      const [authors, articles, products, pages] = await Promise.all(
        (['authors', 'articles', 'products', 'pages'] as const).map((table) =>
          read.selectFrom(table).select('id').orderBy('id').execute(),
        ),
      );
      const ids = (rows: { id: string }[] = []) => rows.map((row) => row.id);
      const media = await read.selectFrom('media').select('path').orderBy('path').execute();
      return {
        authors: ids(authors),
        articles: ids(articles),
        products: ids(products),
        pages: ids(pages),
        media: media.map((row) => row.path),
      };
    },
  };
}

/** Some entries, two drawings and the settings. */
export const twoOfEach: Files = {
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'articles/spring.md': anArticle({ products: ['pot', 'baozhong'], cover: 'media/a.svg' }),
  'articles/winter.md': anArticle({ title: '冬茶', author: 'chen' }),
  'products/baozhong.md': aProduct(),
  'products/pot.md': aProduct({ name: '壺' }),
  'pages/about.md': aPage(),
  'pages/old.md': aPage({ title: '舊頁' }),
  'media/a.svg': aDrawing,
  'media/b.svg': aDrawing.replace('#86ad7f', '#333'),
  'site.yaml': 'name: 青葉\n',
};

/** Counts of an import in which nothing happened. */
export const nothing = { ...mapKinds(() => 0), media: 0 };
