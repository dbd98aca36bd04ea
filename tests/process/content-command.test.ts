import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { placeOf } from '#server/config/config-database.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { contentCommand } from '#server/features/import-export/content-command.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aProduct,
  contentFolder,
  filesIn,
  storedContent,
  type Files,
} from '../helpers/content.ts';
import { aDraft } from '../helpers/drafts.ts';
import {
  engines,
  newDatabaseConfig,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { runCommand } from '../helpers/run-command.ts';

interface Terminal {
  dataDir: string;
  /** Location of the database in messages. */
  place: string;
  /** Runs one command as a person at the terminal does, in a process that knows only the configuration. */
  run(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }>;
  stored(): Promise<Record<string, unknown[]>>;
  /** Stores a draft of an editor. */
  draft(address: string, document: string): Promise<unknown>;
}

async function openTerminal(engine: EngineName): Promise<Terminal> {
  const dataDir = temporaryFolder();
  const config: Config = readConfig({
    DATA_DIR: dataDir,
    ...(engine === 'postgres' && { DATABASE_URL: await newDatabaseUrl() }),
  });
  async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase(config.database, silentLog);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }
  return {
    dataDir,
    place: placeOf(config.database),
    async run(...args) {
      const lines = { out: new Array<string>(), err: new Array<string>() };
      const output = {
        out: (line: string) => lines.out.push(line),
        err: (line: string) => lines.err.push(line),
      };
      return { code: await contentCommand(args, config, silentLog, output), ...lines };
    },
    stored: () => inDatabase((db) => storedContent(db.read)),
    draft: (address, document) => inDatabase((db) => aDraft(db, address, document)),
  };
}

async function newDatabaseUrl(): Promise<string> {
  const config = await newDatabaseConfig('postgres');
  return config.engine === 'postgres' ? config.url : '';
}

const start: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ products: ['baozhong'], cover: 'media/spring.svg' }),
  'products/baozhong.md': aProduct(),
  'media/spring.svg': aDrawing,
  'site.yaml': 'name: 青葉\n',
};

const tenMistakes: Files = {
  ...start,
  'authors/chen.md': '---\nname: 陳: 又芳\n---\n',
  'authors/_wu.md': anAuthor(),
  'authors/tsai.md': Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xaa, 0x4c]),
  'articles/a.md': anArticle({ publishedAt: '2026-02-30T08:00:00+08:00' }),
  'articles/b.md': anArticle({ autor: 'lin' }, '好').replaceAll('\n', '\r\n'),
  'articles/c.md': anArticle({}, '一\n\n二 [x](javascript:alert(1))'),
  'articles/d.md': anArticle({ author: 'huang' }),
  'products/pot.md': aProduct({ price: '便宜' }),
  'media/pot.png': '這不是圖',
  'notes.txt': 'x',
};

test.for(engines)('an import on %s says which settings of the site are others', async (engine) => {
  const terminal = await openTerminal(engine);
  const settingsOf = async (site: string) =>
    (await terminal.run('import', contentFolder({ 'site.yaml': site }))).out[0]?.split('removed.')[1];
  expect(await settingsOf('name: 甲\n')).toBe(' Settings of the site: new or changed name.');
  expect(await settingsOf('name: 甲\n')).toBe(' Settings of the site: unchanged.');
  const more = 'name: 乙\nfront: [articles, products]\nfooter:\n  year: 2021\n';
  expect(await settingsOf(more)).toBe(' Settings of the site: new or changed name, front, footer.');
  const { out } = await terminal.run('import', contentFolder({ 'authors/lin.md': anAuthor() }));
  expect(out[0]).toMatch(/removed\.$/);
});

test.for(engines)('ten mistakes on %s are ten lines at once, and nothing is changed', async (engine) => {
  const terminal = await openTerminal(engine);
  expect((await terminal.run('import', contentFolder(start))).code).toBe(0);
  const before = await terminal.stored();
  const media = path.join(terminal.dataDir, 'media');
  const mediaBefore = filesIn(media);

  const dir = contentFolder(tenMistakes);
  for (const args of [['check'], ['import'], ['import', '--prune']]) {
    const { code, out, err } = await terminal.run(...args, dir);
    expect(code).toBe(1);
    expect(out).toEqual([]);
    expect(err.pop()).toBe('10 problem(s). Nothing was changed.');
    expect(err.map((line) => line.slice(0, line.indexOf('; ')))).toEqual([
      'articles/a.md:4: publishedAt is "2026-02-30T08:00:00+08:00"',
      'articles/b.md:5: autor is not a known key',
      'articles/c.md:9: javascript:alert(1) is not an address that may be linked',
      'articles/d.md:3: author names huang, which does not exist',
      'authors/_wu.md:1: the name begins with _',
      'authors/chen.md:2: the YAML cannot be read (Nested mappings are not allowed in compact mappings)',
      'authors/tsai.md:1: the file is not UTF-8 text',
      'media/pot.png:1: the file is not a picture that can be read',
      'notes.txt:1: this is not a part of a content folder',
      'products/pot.md:4: price is "便宜"',
    ]);
  }
  expect(await terminal.stored()).toEqual(before);
  expect(filesIn(media)).toEqual(mediaBefore);
});

test.for(engines)('check, import and export on %s say what there was and what was done', async (engine) => {
  const terminal = await openTerminal(engine);
  const dir = contentFolder(start);
  expect(await terminal.run('check', dir)).toEqual({
    code: 0,
    out: [`${dir} is fine: 1 authors, 1 articles, 1 products, 0 categories, 0 pages, 1 media files.`],
    err: [],
  });
  expect((await terminal.stored())['articles']).toEqual([]);

  const counts = (authors: number, articles: number, products: number, media: number) =>
    `${authors} authors, ${articles} articles, ${products} products, 0 categories, 0 pages, ${media} media files`;
  expect((await terminal.run('import', dir)).out).toEqual([
    `Imported: ${counts(1, 1, 1, 1)} new or changed; ${counts(0, 0, 0, 0)} unchanged; ${counts(0, 0, 0, 0)} removed. Settings of the site: new or changed name.`,
    `All of it is in ${terminal.place}.`,
  ]);
  writeFileSync(path.join(dir, 'articles/spring.md'), anArticle({ title: '改了' }));
  expect((await terminal.run('import', '--prune', dir)).out).toEqual([
    `Imported: ${counts(0, 1, 0, 0)} new or changed; ${counts(1, 0, 1, 1)} unchanged; ${counts(0, 0, 0, 0)} removed. Settings of the site: unchanged.`,
    `All of it is in ${terminal.place}.`,
  ]);

  const target = path.join(temporaryFolder(), 'deep/export');
  expect(await terminal.run('export', target)).toEqual({
    code: 0,
    out: [`Exported 5 files to ${target}.`],
    err: [],
  });
  expect(Object.keys(filesIn(target))).toEqual(Object.keys(start).sort());
});

test.for(engines)(
  'export on %s has drafts where they are asked for, and import refuses them',
  async (engine) => {
    const terminal = await openTerminal(engine);
    await terminal.run('import', contentFolder(start));
    const drafts = {
      'articles/spring': anArticle({ title: '改寫中' }),
      'articles/冬茶': '---\ntitle: 冬茶\n---\n',
    };
    for (const [address, document] of Object.entries(drafts)) await terminal.draft(address, document);
    const [plain, withDrafts] = [path.join(temporaryFolder(), 'a'), path.join(temporaryFolder(), 'b')];
    await terminal.run('export', plain);
    const { out } = await terminal.run('export', withDrafts, '--drafts');
    expect(out).toEqual([`Exported 7 files to ${withDrafts}.`]);
    const inHex = (text: string) => Buffer.from(text).toString('hex');
    expect(filesIn(withDrafts)).toEqual({
      ...filesIn(plain),
      'drafts/articles/spring.md': inHex(drafts['articles/spring']),
      'drafts/articles/冬茶.md': inHex(drafts['articles/冬茶']),
    });
    expect(await terminal.run('import', withDrafts)).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/^drafts:1: these are drafts, .*; put those that are/), expect.anything()],
    });
    expect((await terminal.run('import', plain)).code).toBe(0);
  },
);

test('export refuses a folder that is not empty, and a file', async () => {
  const terminal = await openTerminal('sqlite');
  await terminal.run('import', contentFolder(start));
  const dir = contentFolder({ 'mine.txt': '我的' });
  expect(await terminal.run('export', dir)).toEqual({
    code: 1,
    out: [],
    err: [`${dir} is not empty; name a folder that does not exist yet`],
  });
  expect(Object.keys(filesIn(dir))).toEqual(['mine.txt']);
  const file = path.join(dir, 'mine.txt');
  expect((await terminal.run('export', file)).err).toEqual([
    `${file} is a file; name a folder that does not exist yet`,
  ]);

  const empty = temporaryFolder();
  expect((await terminal.run('export', empty)).code).toBe(0);
});

test('--prune with a folder that holds no content, likely the wrong one, removes nothing', async () => {
  const terminal = await openTerminal('sqlite');
  await terminal.run('import', contentFolder(start));
  const before = await terminal.stored();
  const wrong = temporaryFolder();
  mkdirSync(path.join(wrong, '.git'));
  const { code, err } = await terminal.run('import', '--prune', wrong);
  expect(code).toBe(1);
  expect(err).toEqual([
    `${wrong} holds no content: --prune would remove everything; name the folder that holds the content to keep`,
  ]);
  expect(await terminal.stored()).toEqual(before);
});

test('a folder that is not there is named before a database is made', async () => {
  const terminal = await openTerminal('sqlite');
  const database = path.join(terminal.dataDir, 'site.db');
  for (const action of ['check', 'import']) {
    const { code, err } = await terminal.run(action, '/no/such/folder');
    expect(code).toBe(1);
    expect(err).toEqual([
      '/no/such/folder is not a folder; name the folder that holds authors/, articles/, products/, categories/, pages/, media/, fonts/, labels.yaml or site.yaml',
    ]);
  }
  expect(existsSync(database)).toBe(false);
  await terminal.run('check', contentFolder(start));
  expect(existsSync(database)).toBe(true);
});

test.for([
  [],
  ['import'],
  ['publish', 'x'],
  ['import', 'a', 'b'],
  ['import', 'a', '--force'],
  ['export', 'a', '--prune'],
  ['import', 'a', '--drafts'],
])('content %j is answered with how to use it', async (args) => {
  const terminal = await openTerminal('sqlite');
  const { code, err } = await terminal.run(...args);
  expect(code).toBe(2);
  expect(err.join('\n')).toMatch(/^Usage:\ncontent check DIR/);
});

test('without the library that reads pictures, content import says so once', async () => {
  const dataDir = temporaryFolder();
  const folder = contentFolder({
    'authors/lin.md': anAuthor(),
    'media/a.svg': aDrawing,
    'media/b.svg': aDrawing,
  });
  const hook = `import{registerHooks}from'node:module';registerHooks({resolve(name,context,next){if(name==='sharp')throw(Error('not/for/this/system'));return(next(name,context))}})`;
  const { code, out, err } = await runCommand(['content', 'import', folder], {
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
  });
  expect({ code, lines: (out + err).trim().split('\n') }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/the picture library .*not\/for\/this\/system; run "npm ci"/)],
  });
});
