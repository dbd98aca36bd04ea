import { sql, type KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { ContentError } from '#server/content/front-matter/problem.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aProduct,
  contentFolder,
  storedContent,
  type Files,
} from '../helpers/content.ts';
import { engines, temporaryFolder } from '../helpers/databases.ts';
import { watchedTags } from '../helpers/watched-tags.ts';
import { watchWaitingWrites } from '../helpers/waiting-writes.ts';
import { nothing, openImportStore, twoOfEach } from '../helpers/import-store.ts';

describe.for(engines)('on %s', (engine) => {
  test('a refused write in the middle leaves everything as it was and announces nothing', async () => {
    const store = await openImportStore(engine);
    await store.import(twoOfEach);
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
    const store = await openImportStore(engine);
    const stale = await openImportStore(engine);
    await stale.import(twoOfEach);
    const dir = contentFolder({ 'articles/new.md': anArticle({ cover: 'media/a.svg' }) });
    // The check reads a database in which the author and the picture still are.
    const attempt = importContent(dir, { ...store.db, read: stale.db.read }, folderStore(temporaryFolder()));
    await expect(attempt).rejects.toThrow(ContentError);
    expect(await store.names()).toEqual({ authors: [], articles: [], products: [], pages: [], media: [] });
  });

  test('of two imports at once one comes after the other, whole', async () => {
    const store = await openImportStore(engine);
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
    const store = await openImportStore(engine);
    await store.import({ 'site.yaml': 'name: 已有\n' });
    const before = await storedContent(store.db.read);
    expect(await store.import(twoOfEach, { onlyIntoEmpty: true })).toEqual({
      settings: null,
      warnings: [],
      moved: [],
      written: nothing,
      unchanged: nothing,
      removed: nothing,
    });
    expect(await storedContent(store.db.read)).toEqual(before);
  });
});
