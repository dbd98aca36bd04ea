import { sql, type KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { mapKinds } from '#shared/kinds/kind-names.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { ContentError } from '#server/content/front-matter/problem.ts';
import { tags } from '#server/freshness/tags.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aPage,
  aProduct,
  contentFolder,
  storedContent,
  type Files,
} from '../helpers/content.ts';
import { openContentStore, type ContentStore } from '../helpers/content-store.ts';
import { engines, temporaryFolder, type EngineName } from '../helpers/databases.ts';
import { watchedTags } from '../helpers/watched-tags.ts';
import { watchWaitingWrites } from '../helpers/waiting-writes.ts';
import { aClockAt } from '../helpers/site.ts';

interface Store extends ContentStore {
  /** The ids, or paths, of everything that is stored. */
  names(): Promise<Record<string, unknown[]>>;
}

async function openStore(engine: EngineName): Promise<Store> {
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

const start: Files = {
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

const none = { ...mapKinds(() => 0), media: 0 };

describe.for(engines)('on %s', (engine) => {
  test('an import replaces what it names and leaves the rest', async () => {
    const store = await openStore(engine);
    await store.import(start);
    const before = await storedContent(store.db.read);

    const report = await store.import({
      'articles/winter.md': anArticle({ title: '冬茶再記', author: 'chen' }),
      'authors/wu.md': anAuthor({ name: '吳明澈' }),
      'media/b.svg': aDrawing.replace('#86ad7f', '#999'),
    });
    expect(report).toEqual({
      settings: null,
      warnings: [],
      moved: [],
      written: { ...none, authors: 1, articles: 1, media: 1 },
      unchanged: none,
      removed: none,
    });
    expect(await store.names()).toEqual({
      authors: ['chen', 'lin', 'wu'],
      articles: ['spring', 'winter'],
      products: ['baozhong', 'pot'],
      pages: ['about', 'old'],
      media: ['media/a.svg', 'media/b.svg'],
    });
    const after = await storedContent(store.db.read);
    expect(after['articles']?.[0]).toEqual(before['articles']?.[0]);
    expect(after['articles']?.[1]).toMatchObject({ id: 'winter', title: '冬茶再記' });
    expect([after['products'], after['links'], after['site']]).toEqual([
      before['products'],
      before['links'],
      before['site'],
    ]);
    expect(after['media']?.[0]).toEqual(before['media']?.[0]);
    expect(after['media']?.[1]).not.toEqual(before['media']?.[1]);
  });

  test('--prune removes what the folder lacks, and no more', async () => {
    const store = await openStore(engine);
    await store.import(start);
    const kept = {
      'authors/lin.md': anAuthor(),
      'articles/spring.md': anArticle({ products: ['pot'], cover: 'media/a.svg' }),
      'products/pot.md': aProduct({ name: '壺' }),
      'pages/about.md': aPage(),
      'media/a.svg': aDrawing,
    };
    const report = await store.import(kept, { prune: true });
    expect(report).toEqual({
      settings: null,
      warnings: [],
      moved: [],
      written: { ...none, articles: 1 },
      unchanged: { authors: 1, articles: 0, products: 1, pages: 1, media: 1 },
      removed: { authors: 1, articles: 1, products: 1, pages: 1, media: 1 },
    });
    expect(await store.names()).toEqual({
      authors: ['lin'],
      articles: ['spring'],
      products: ['pot'],
      pages: ['about'],
      media: ['media/a.svg'],
    });
    expect((await storedContent(store.db.read))['links']).toMatchObject([
      { article_id: 'spring', product_id: 'pot', position: 0 },
    ]);
  });

  test('the same content again is not written and announces nothing, however its files are laid out', async () => {
    const store = await openStore(engine);
    await store.import(start);
    const before = await storedContent(store.db.read);
    const newTags = await watchedTags(store.db);

    const laidOutAnew = Object.fromEntries(
      Object.entries(start).map(([name, text]) => [
        name,
        name.endsWith('.md') ? `\uFEFF${String(text).replaceAll('\n', '\r\n')}\r\n\r\n` : text,
      ]),
    );
    for (const files of [start, laidOutAnew]) {
      const report = await store.import(files, { prune: true });
      expect(report).toEqual({
        settings: [],
        warnings: [],
        moved: [],
        written: none,
        unchanged: { authors: 2, articles: 2, products: 2, pages: 2, media: 2 },
        removed: none,
      });
      expect(await newTags()).toEqual([]);
    }
    expect(await storedContent(store.db.read)).toEqual(before);
  });

  test('of many entries only the one that differs is written and announced', async () => {
    const store = await openStore(engine);
    const products = Object.fromEntries(
      Array.from({ length: 250 }, (_, i) => [`products/p${i}.md`, aProduct({ price: i })]),
    );
    await store.import(products);
    const newTags = await watchedTags(store.db);
    const report = await store.import({ ...products, 'products/p123.md': aProduct({ price: 9999 }) });
    expect(report).toMatchObject({ written: { products: 1 }, unchanged: { products: 249 } });
    expect(await newTags()).toEqual([tags.productPrices, tags.product('p123')]);
  });

  test('what was changed or removed by hand since is brought back', async () => {
    const store = await openStore(engine);
    await store.import(start);
    const before = await storedContent(store.db.read);
    await sql`update articles set title = '改過' where id = 'winter'`.execute(store.db.write);
    await sql`update media set width = 1 where path = 'media/a.svg'`.execute(store.db.write);
    // Takes the link of an article with it.
    await sql`delete from products where id = 'pot'`.execute(store.db.write);

    const at = '2026-11-20T04:00:00.000Z';
    const report = await store.import(start, { clock: aClockAt(at) });
    expect(report.written).toEqual({ ...none, articles: 2, products: 1, media: 1 });
    expect(report.unchanged).toEqual({ authors: 2, articles: 0, products: 1, pages: 2, media: 1 });
    // Visitors saw another title meanwhile: it is dated.
    const dated =
      await sql`update articles set updated_at = null where updated_at = ${at} returning id`.execute(
        store.db.write,
      );
    expect(dated.rows).toEqual([{ id: 'winter' }]);
    expect(await storedContent(store.db.read)).toEqual(before);
  });

  test('the products of an article are kept in its order, also when only the order changes', async () => {
    const store = await openStore(engine);
    const ids = ['丙', '甲', '丁', 'b', 'a', '乙'];
    const files: Files = { 'authors/lin.md': anAuthor() };
    for (const id of ids) files[`products/${id}.md`] = aProduct();
    const linksAfter = async (products: string[]) => {
      await store.import({ ...files, 'articles/a.md': anArticle({ products }) });
      const links = await store.db.read
        .selectFrom('article_products')
        .select('product_id')
        .orderBy('position')
        .execute();
      return links.map((link) => link.product_id);
    };
    expect(await linksAfter(ids)).toEqual(ids);
    expect(await linksAfter(ids.toReversed())).toEqual(ids.toReversed());
    expect(await linksAfter(['甲'])).toEqual(['甲']);
    expect(await linksAfter([])).toEqual([]);
  });

  test('a refused write in the middle leaves everything as it was and announces nothing', async () => {
    const store = await openStore(engine);
    await store.import(start);
    const before = await storedContent(store.db.read);
    const newTags = await watchedTags(store.db);
    // Refuses the very last article, when all the rest has been written.
    await sql`create unique index refuse on articles (title) where title = '只有一篇'`.execute(
      store.db.write,
    );

    const attempt = store.import(
      {
        'authors/lin.md': anAuthor({ name: '林之遠' }),
        'articles/a.md': anArticle({ title: '只有一篇', author: 'lin' }),
        'articles/z.md': anArticle({ title: '只有一篇', author: 'lin' }),
        'products/pot.md': aProduct({ name: '朱泥壺' }),
        'products/new.md': aProduct(),
        'media/a.svg': aDrawing.replace('40', '41'),
        'site.yaml': 'name: 改名\n',
      },
      { prune: true },
    );
    await expect(attempt).rejects.toThrow(/unique/i);
    expect(await storedContent(store.db.read)).toEqual(before);
    expect(await newTags()).toEqual([]);

    await sql`drop index refuse`.execute(store.db.write);
    await expect(store.import({ 'products/new.md': aProduct() })).resolves.toMatchObject({
      written: { products: 1 },
    });
  });

  test('what was named and is removed between the check and the write stops the import', async () => {
    const store = await openStore(engine);
    const stale = await openStore(engine);
    await stale.import(start);
    const dir = contentFolder({ 'articles/new.md': anArticle({ cover: 'media/a.svg' }) });
    // The check reads a database in which the author and the picture still are.
    const attempt = importContent(dir, { ...store.db, read: stale.db.read }, folderStore(temporaryFolder()));
    await expect(attempt).rejects.toThrow(ContentError);
    expect(await store.names()).toEqual({ authors: [], articles: [], products: [], pages: [], media: [] });
  });

  test('of two imports at once one comes after the other, whole', async () => {
    const store = await openStore(engine);
    const edition = (name: string): Files => {
      const files: Files = {};
      // More than one batch.
      for (let i = 0; i < 150; i += 1) files[`products/p${i}.md`] = aProduct({ name });
      return files;
    };
    await store.import(edition('舊'));

    // The first finds a batch unchanged and gives the second time to change it before it goes on.
    let second: Promise<unknown> | undefined;
    const makeRoom: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (second !== undefined || !result.rows.some((row) => 'price_twd' in row)) return result;
        const writes = watchWaitingWrites(store.db);
        second = store.import(edition('新'));
        await Promise.race([second, expect.poll(writes.areThere).toBe(true)]);
        return result;
      },
    };
    const db = { ...store.db, write: store.db.write.withPlugin(makeRoom) };
    await importContent(contentFolder(edition('舊')), db, folderStore(temporaryFolder()));
    await second;
    const names = await store.db.read.selectFrom('products').select('name').distinct().execute();
    expect(names).toEqual([{ name: '新' }]);
  });

  test('an import for empty databases leaves one alone that has content', async () => {
    const store = await openStore(engine);
    await store.import({ 'site.yaml': 'name: 已有\n' });
    const before = await storedContent(store.db.read);
    expect(await store.import(start, { onlyIntoEmpty: true })).toEqual({
      settings: null,
      warnings: [],
      moved: [],
      written: none,
      unchanged: none,
      removed: none,
    });
    expect(await storedContent(store.db.read)).toEqual(before);
  });
});
