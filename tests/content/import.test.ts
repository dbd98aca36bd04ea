import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { tags } from '#server/freshness/tags.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aPage,
  aProduct,
  storedContent,
  type Files,
} from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { watchedTags } from '../helpers/watched-tags.ts';
import { aClockAt } from '../helpers/site.ts';
import { nothing, openImportStore, twoOfEach } from '../helpers/import-store.ts';

describe.for(engines)('on %s', (engine) => {
  test('an import replaces what it names and leaves the rest', async () => {
    const store = await openImportStore(engine);
    await store.import(twoOfEach);
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
      written: { ...nothing, authors: 1, articles: 1, media: 1 },
      unchanged: nothing,
      removed: nothing,
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
    const store = await openImportStore(engine);
    await store.import(twoOfEach);
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
      written: { ...nothing, articles: 1 },
      unchanged: { ...nothing, authors: 1, products: 1, pages: 1, media: 1 },
      removed: { ...nothing, authors: 1, articles: 1, products: 1, pages: 1, media: 1 },
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
    const store = await openImportStore(engine);
    await store.import(twoOfEach);
    const before = await storedContent(store.db.read);
    const newTags = await watchedTags(store.db);

    const laidOutAnew = Object.fromEntries(
      Object.entries(twoOfEach).map(([name, text]) => [
        name,
        name.endsWith('.md') ? `\uFEFF${String(text).replaceAll('\n', '\r\n')}\r\n\r\n` : text,
      ]),
    );
    for (const files of [twoOfEach, laidOutAnew]) {
      const report = await store.import(files, { prune: true });
      expect(report).toEqual({
        settings: [],
        warnings: [],
        moved: [],
        written: nothing,
        unchanged: { ...nothing, authors: 2, articles: 2, products: 2, pages: 2, media: 2 },
        removed: nothing,
      });
      expect(await newTags()).toEqual([]);
    }
    expect(await storedContent(store.db.read)).toEqual(before);
  });

  test('of many entries only the one that differs is written and announced', async () => {
    const store = await openImportStore(engine);
    const products = Object.fromEntries(
      Array.from({ length: 250 }, (_, i) => [`products/p${i}.md`, aProduct({ price: i })]),
    );
    await store.import(products);
    const newTags = await watchedTags(store.db);
    const report = await store.import({ ...products, 'products/p123.md': aProduct({ price: 9999 }) });
    expect(report).toMatchObject({ written: { products: 1 }, unchanged: { products: 249 } });
    expect(await newTags()).toEqual([tags.productPrices, tags.product('p123'), tags.pagesOfProduct('p123')]);
  });

  test('what was changed or removed by hand since is brought back', async () => {
    const store = await openImportStore(engine);
    await store.import(twoOfEach);
    const before = await storedContent(store.db.read);
    await sql`update articles set title = '改過' where id = 'winter'`.execute(store.db.write);
    await sql`update media set width = 1 where path = 'media/a.svg'`.execute(store.db.write);
    // Takes the link of an article with it.
    await sql`delete from products where id = 'pot'`.execute(store.db.write);

    const at = '2026-11-20T04:00:00.000Z';
    const report = await store.import(twoOfEach, { clock: aClockAt(at) });
    expect(report.written).toEqual({ ...nothing, articles: 2, products: 1, media: 1 });
    expect(report.unchanged).toEqual({ ...nothing, authors: 2, products: 1, pages: 2, media: 1 });
    // Visitors saw another title meanwhile: it is dated.
    const dated =
      await sql`update articles set updated_at = null where updated_at = ${at} returning id`.execute(
        store.db.write,
      );
    expect(dated.rows).toEqual([{ id: 'winter' }]);
    expect(await storedContent(store.db.read)).toEqual(before);
  });

  test('the products of an article are kept in its order, also when only the order changes', async () => {
    const store = await openImportStore(engine);
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
});
