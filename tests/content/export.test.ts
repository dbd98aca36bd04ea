import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { KyselyPlugin } from 'kysely';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '#server/db/open-database.ts';
import { exportContent, ExportError } from '#server/features/content/export-content.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aPage,
  aProduct,
  contentFolder,
  filesIn,
  storedContent,
  type Files,
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

const awkwardTexts = [
  '「引號」與 "quotes" 與 \'single\'',
  '冒號: 後面有空白',
  '結尾是冒號:',
  '# 不是註解',
  '有 # 在中間',
  '- 不是清單',
  '? 問號 與 ! 與 & 與 * 與 @ 與 ` 與 %',
  '*重點*',
  '&錨',
  '!標籤',
  '@提及',
  '`碼`',
  '[不是清單]',
  '{不是: 表}',
  '| 直線',
  '> 大於',
  '%百分',
  '---',
  '...',
  '--- 一 ---',
  'yes',
  'No',
  'true',
  'null',
  '~',
  '2026',
  '007',
  '1.10',
  '1e3',
  '0x1F',
  '0o17',
  '.5',
  '-1',
  '12:30',
  '2026-01-01',
  '2026-01-01T08:00:00+08:00',
  '第一行\n第二行',
  '第一行\n\n  縮排的第三行\n末行',
  '  行首的空白\n不見了',
  '有\t定位',
  '尾行有空白 \n再一行',
  '😀👨‍👩‍👧‍👦🇹🇼',
  'é 組合字',
  'a\u00A0b\u3000c\u2028d\u200Be',
  '反斜線 \\n 與 \\',
  '很長'.repeat(90),
  '<b>不是標籤</b> &amp;',
  '${不是樣板}',
];

const awkwardBodies = [
  '',
  '---\n\n像是結尾的線\n\n---\n\ntitle: 不是標題\n',
  '    縮排的程式\n\n文字',
  '\u3000\u3000段首兩格\n\n\u3000\u3000又一段',
  '兩個空白換行  \n反斜線換行\\\n末行',
  '```yaml\n---\ntitle: x\n---\n```',
  '~~~\n沒有關上的程式\n',
  '一\n\n\n\n\n二',
  '- 清單\n  1. 內層\n\n     段落',
  '| 表 | `a\\|b` |\n|--|--|\n| 1 | 2 |',
  '註[^1]\n\n[^1]: 說明\n    續行',
  '😀 「茶」 \\<b> &lt;i> é',
];

function awkwardContent(): Files {
  const files: Files = { 'site.yaml': '' };
  const at = (index: number) => awkwardTexts[index % awkwardTexts.length] ?? '';
  for (const [i, text] of awkwardTexts.entries()) {
    const body = awkwardBodies[i % awkwardBodies.length];
    files[`authors/a${i}.md`] = anAuthor(
      {
        name: text.slice(0, 90),
        links: [{ label: text.slice(0, 90), url: 'https://a.example/?q=「a」&b=: #c' }],
      },
      body,
    );
    files[`articles/a${i}.md`] = anArticle(
      {
        title: text,
        author: `a${i}`,
        summary: at(i + 1),
        coverAlt: at(i + 2),
        tags: [text.slice(0, 45), at(i + 3).slice(0, 45)],
        products: [`p${i}`, 'yes', '007'],
        publishedAt: `2026-01-02T08:00:00.${String(i).padStart(3, '0')}+08:00`,
        updatedAt: '2026-12-31T23:59:59.999-11:30',
      },
      body,
    );
    files[`products/p${i}.md`] = aProduct(
      {
        name: text,
        category: at(i + 4).slice(0, 45),
        summary: at(i + 5),
        specs: { [text.slice(0, 90)]: at(i + 6), 產地: text, [at(i + 7).slice(0, 90)]: '末' },
        price: i * 1_000_003,
        sku: text.replaceAll(/\s/g, ' ').slice(0, 45),
        purchaseUrl: 'https://a.example/?q=yes: no#茶',
      },
      body,
    );
  }
  for (const [i, text] of awkwardTexts.entries()) {
    files[`pages/p${i}.md`] = aPage(
      { title: text, summary: at(i + 1), coverAlt: at(i + 2), updatedAt: '2026-12-31T23:59:59.999-11:30' },
      awkwardBodies[i % awkwardBodies.length],
    );
  }
  files['pages/draft.md'] = aPage({ status: 'draft' });
  for (const id of ['yes', '007', '茶 席', "it's"]) files[`products/${id}.md`] = aProduct();
  files['site.yaml'] = JSON.stringify({
    name: awkwardTexts[1],
    tagline: '007',
    description: awkwardTexts[36],
    categories: awkwardTexts.map((text) => text.slice(0, 45)).filter((text) => text.trim() !== ''),
    featured: [{ product: '007' }, { article: 'a1' }, { product: 'yes' }],
    navigation: [{ label: '- 茶: 席', path: '/pages/p1' }],
    front: ['products', 'featured'],
    colors: { light: '#9a3412', dark: '#fdba74' },
    footer: {
      about: awkwardTexts[37],
      links: [{ label: '- 茶: 席', url: '/product/info/茶' }],
      address: '007',
      email: 'a+b@tea.example',
      social: [{ label: 'yes', url: 'https://social.example/@tea' }],
      licence: { label: '- CC: BY', url: '/pages/p1' },
      year: 2021,
    },
  });
  return files;
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
    expect(titles).toEqual(new Set(awkwardTexts.map((text) => text.normalize('NFC').trim())));
  });

  test('importing an export where it came from changes nothing', async () => {
    const store = await openStore(engine);
    await store.import(contentFolder(awkwardContent()));
    const none = { authors: 0, articles: 0, products: 0, pages: 0, media: 0 };
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

test('text in decomposed characters is stored composed, wherever it stands', async () => {
  const store = await openStore('sqlite');
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
  const files = {
    'authors/lin.md': anAuthor({ name: decomposed }, decomposed),
    'products/pot.md': aProduct({
      name: decomposed,
      category: decomposed,
      specs: { [decomposed]: decomposed },
    }),
    'site.yaml': `name: ${decomposed}\ncategories: [${decomposed}]\n`,
  };
  await store.import(contentFolder(files));
  const stored = JSON.stringify(await storedContent(store.db.read));
  expect(stored).not.toContain(decomposed);
  expect(stored.split(composed)).toHaveLength(11);
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
