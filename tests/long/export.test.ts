import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { KyselyPlugin } from 'kysely';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mapKinds } from '#shared/kinds/kind-names.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { exportContent, ExportError } from '#server/features/import-export/export-content.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { joinWideLines } from '#server/content/markdown/wide-breaks.ts';
import { awkwardContent, awkwardTexts } from '../helpers/awkward-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aProduct,
  contentFolder,
  filesIn,
  storedContent,
} from '../helpers/content.ts';
import {
  engines,
  preparedDatabaseConfig,
  openTestDatabase,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';

interface Store {
  db: Database;
  dataDir: string;
  import(dir: string): Promise<unknown>;
  export(): Promise<string>;
}

async function openStore(engine: EngineName): Promise<Store> {
  const db = await openTestDatabase(engine);
  const dataDir = temporaryFolder();
  return {
    db,
    dataDir,
    import: (dir) => importContent(dir, db, folderStore(dataDir)),
    async export() {
      const dir = path.join(temporaryFolder(), 'export');
      await exportContent(dir, db, folderStore(dataDir));
      return dir;
    },
  };
}

/** Imports, exports, imports that into a new database, exports again. */
async function throughTwoStores(dir: string, engine: EngineName) {
  const [first, second] = [await openStore(engine), await openStore(engine)];
  await first.import(dir);
  const exported = await first.export();
  await second.import(exported);
  const exportedAgain = await second.export();
  return {
    stored: await storedContent(first.db.read),
    storedAgain: await storedContent(second.db.read),
    files: filesIn(exported),
    filesAgain: filesIn(exportedAgain),
  };
}

describe.for(engines)('on %s', (engine) => {
  test('the sample content comes out as it goes in again, to the byte', async () => {
    const sample = path.resolve('server/sample-content');
    const { stored, storedAgain, files, filesAgain } = await throughTwoStores(sample, engine);
    expect(filesAgain).toEqual(files);
    expect(storedAgain).toEqual(stored);
    expect(Object.keys(files)).toEqual(Object.keys(filesIn(sample)));
    const pictures = (folder: Record<string, string>) =>
      Object.entries(folder).filter(([name]) => name.startsWith('media/'));
    expect(pictures(files)).toEqual(pictures(filesIn(sample)));
  });

  test('so do texts that YAML or Markdown would read as something else', async () => {
    const { stored, storedAgain, files, filesAgain } = await throughTwoStores(
      contentFolder(awkwardContent()),
      engine,
    );
    expect(filesAgain).toEqual(files);
    expect(storedAgain).toEqual(stored);
    const titles = new Set((stored['articles'] ?? []).map((row) => Object(row).title));
    expect(titles).toEqual(new Set(awkwardTexts.map((text) => joinWideLines(text.trim()))));
  });

  test('importing an export where it came from changes nothing', async () => {
    const store = await openStore(engine);
    await store.import(contentFolder(awkwardContent()));
    const none = { ...mapKinds(() => 0), media: 0 };
    expect(await store.import(await store.export())).toMatchObject({ written: none });
  });

  test('drafts, archived entries and those without times are exported too', async () => {
    const store = await openStore(engine);
    const withoutTime = (text: string) => text.replace(/^publishedAt:.*\n/m, '');
    const files = {
      'authors/lin.md': anAuthor(),
      'articles/draft.md': withoutTime(anArticle({ status: 'draft' })),
      'products/archived.md': aProduct({ status: 'archived', price: undefined }).replace(
        'price: undefined\n',
        '',
      ),
    };
    await store.import(contentFolder(files));
    expect(Object.keys(filesIn(await store.export()))).toEqual([...Object.keys(files)].sort());
  });

  test('an export while another process writes is of one moment', async () => {
    const config = await preparedDatabaseConfig(engine);
    const [db, other] = [await openDatabase(config, silentLog), await openDatabase(config, silentLog)];
    onTestFinished(async () => {
      await db.close();
      await other.close();
    });
    const dataDir = temporaryFolder();
    const edition = (name: string) =>
      contentFolder({ 'authors/lin.md': anAuthor({ name }), 'products/pot.md': aProduct({ name }) });
    await importContent(edition('第一版'), db, folderStore(dataDir));

    let reads = 0;
    const writeAfterFirstRead: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        reads += result.rows.length > 0 ? 1 : 0;
        if (reads === 1) await importContent(edition('第二版'), other, folderStore(dataDir));
        return result;
      },
    };
    const dir = path.join(temporaryFolder(), 'export');
    await exportContent(dir, { ...db, read: db.read.withPlugin(writeAfterFirstRead) }, folderStore(dataDir));
    expect(reads).toBeGreaterThan(1);
    for (const file of ['authors/lin.md', 'products/pot.md']) {
      expect(readFileSync(path.join(dir, file), 'utf8')).toContain('name: 第一版');
    }
    expect(await other.read.selectFrom('authors').select('name').execute()).toEqual([{ name: '第二版' }]);
  });
});

test('pictures of all kinds are exported as they were', async () => {
  const store = await openStore('sqlite');
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const files = { 'media/a/b/c.png': png, 'media/茶 席.svg': aDrawing, 'media/twice.svg': aDrawing };
  await store.import(contentFolder(files));
  expect(filesIn(await store.export())).toEqual(filesIn(contentFolder(files)));
});

test('numbers in the place of texts stay as they were typed', async () => {
  const store = await openStore('sqlite');
  const article = `---\ntitle: 007\nauthor: lin\ntags: [1.10, 2026, 1e3]\npublishedAt: 2026-01-01T08:00:00+08:00\n---\n`;
  await store.import(contentFolder({ 'authors/lin.md': anAuthor(), 'articles/a.md': article }));
  const row = await store.db.read.selectFrom('articles').select(['title', 'tags']).executeTakeFirst();
  expect(row).toEqual({ title: '007', tags: '["1.10","2026","1e3"]' });
});

test('a body keeps the indentation of its first line, and loses blank lines around it', async () => {
  const store = await openStore('sqlite');
  const body = '\n \n    縮排的程式\n\n文字  \n\n\n';
  await store.import(contentFolder({ 'authors/lin.md': anAuthor({}, body) }));
  const row = await store.db.read.selectFrom('authors').select(['bio_source', 'bio_html']).executeTakeFirst();
  expect(row?.bio_source).toBe('    縮排的程式\n\n文字');
  expect(row?.bio_html).toMatch(/^<pre><code>縮排的程式/);
});

test('decomposed characters are composed in what stands in addresses, and stay as they are elsewhere', async () => {
  const store = await openStore('sqlite');
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
  const files = {
    'authors/lin.md': anAuthor({ name: decomposed }, decomposed),
    'products/pot.md': aProduct({
      name: decomposed,
      category: decomposed,
      specs: { [decomposed]: decomposed },
    }),
    'articles/tea.md': anArticle({ author: 'lin', tags: [decomposed] }),
    'site.yaml': `name: ${decomposed}\ncategories: [${decomposed}]\n`,
  };
  await store.import(contentFolder(files));
  const stored = JSON.stringify(await storedContent(store.db.read));
  // Category, tag, the rows of both, and the category of the settings.
  expect(stored.split(composed)).toHaveLength(6);
  expect(stored.split(decomposed)).toHaveLength(9);
});

test('export names a picture whose file is not in the media store', async () => {
  const store = await openStore('sqlite');
  await store.import(contentFolder({ 'media/a.svg': aDrawing }));
  rmSync(path.join(store.dataDir, 'media'), { recursive: true });
  mkdirSync(path.join(store.dataDir, 'media'));
  const attempt = store.export();
  await expect(attempt).rejects.toThrow(ExportError);
  await expect(attempt).rejects.toThrow(/^media\/a\.svg is not in the media store; expected it as /);
});
