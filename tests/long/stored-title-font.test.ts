import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { readFontFile } from '#server/media/title-font/font-characters.ts';
import { fontJob, listSlices } from '#server/media/title-font/font-state.ts';
import { isTitleJobDue } from '#server/media/jobs/title-job.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  anArticle,
  anAuthor,
  aPage,
  aProduct,
  contentFolder,
  problemsOf,
  type Files,
} from '../helpers/content.ts';
import {
  engines,
  newDatabaseConfig,
  openTestDatabase,
  silentLog,
  temporaryFolder,
} from '../helpers/databases.ts';
import { makeTitleFont, titleCharacters, titleFontFile } from '../helpers/title-font.ts';

const content: Files = {
  'site.yaml': 'name: 青葉',
  'authors/lin.md': anAuthor({ name: '喆人' }),
  'articles/a.md': anArticle(
    { title: '春茶', summary: '摘芽', tags: ['節氣'] },
    '鯨\n\n## 炭焙\n\n> 靜坐\n\n<details><summary>器皿</summary>\n\n鸚\n\n</details>',
  ),
  'articles/draft.md': anArticle({ title: '鑿', status: 'draft' }),
  'products/p.md': aProduct({ name: '𠮷堃 150ml', category: '壺' }, '說明'),
  'pages/about.md': aPage({ title: '關於' }),
};

async function open(engine: (typeof engines)[number], files = content) {
  const db = await openTestDatabase(engine);
  const dataDir = temporaryFolder();
  const bring = (more: Files) => importContent(contentFolder(more), db, folderStore(dataDir));
  await bring(files);
  return { db, dataDir, bring };
}

/** Characters in the files themselves, by their own tables. */
async function charactersInFiles(db: Database, dataDir: string): Promise<string> {
  const require = createRequire(import.meta.url);
  const { convert } = createRequire(require.resolve('subset-font'))('fontverter') as {
    convert(font: Buffer, to: 'truetype'): Promise<Buffer>;
  };
  let found = '';
  for (const { file } of await listSlices(db.read)) {
    const font = readFontFile(await convert(readFileSync(path.join(dataDir, 'media', file)), 'truetype'));
    found += [...(font?.characters ?? [])].map((code) => String.fromCodePoint(code)).join('');
  }
  return found;
}

test.for(engines)('the files have what titles and their like say, on %s', async (engine) => {
  const { db, dataDir } = await open(engine);
  await makeTitleFont(db, { dataDir });

  const made = await charactersInFiles(db, dataDir);
  for (const set of '青葉喆春茶摘芽節氣炭焙靜坐器皿堃壺關於150ml') expect(made, set).toContain(set);
  // Body text uses the visitor's own font; invisible text needs none.
  for (const other of '鯨鸚鑿') expect(made, other).not.toContain(other);
  // Each once: a browser takes the file that was named last, and would load the other in vain.
  const characters = [...(await titleCharacters(db))];
  expect(new Set(characters).size).toBe(characters.length);
  expect(await isTitleJobDue(db, fontJob, Date.parse('2030-01-02T00:00:00Z'))).toBe(false);
});

test.for(engines)('a new character comes in a file of its own, on %s', async (engine) => {
  const { db, dataDir, bring } = await open(engine);
  await makeTitleFont(db, { dataDir });
  const before = await listSlices(db.read);

  await bring({ 'products/new.md': aProduct({ name: '鱻茶' }) });
  await makeTitleFont(db, { dataDir, at: '2030-01-01T00:01:00Z' });
  expect(await charactersInFiles(db, dataDir)).toContain('鱻');
  const after = await listSlices(db.read);
  // Browsers keep all others; at most the newest one, which was not full, is loaded anew.
  const kept = before.filter(({ file }) => after.some((slice) => slice.file === file));
  expect(kept.length).toBeGreaterThanOrEqual(before.length - 1);
  expect(existsSync(path.join(dataDir, 'media', before.at(-1)?.file ?? ''))).toBe(true);

  await makeTitleFont(db, { dataDir, at: '2030-01-09T00:00:00Z' });
  await bring({ 'products/newer.md': aProduct({ name: '茶' }) });
  await makeTitleFont(db, { dataDir, at: '2030-01-10T00:00:00Z' });
  const named = new Set(after.map(({ file }) => path.basename(file)));
  expect(new Set(readdirSync(path.join(dataDir, 'media/fonts'))), 'old files go after a week').toEqual(named);
});

test.for(engines)('a character without a glyph stands in no file, on %s', async (engine) => {
  const { db, dataDir } = await open(engine, { 'products/p.md': aProduct({ name: '茶🍵\u{2A6A5}' }) });
  await makeTitleFont(db, { dataDir });
  const font = readFontFile(readFileSync(titleFontFile));
  for (const character of await titleCharacters(db))
    expect(font?.characters.has(character.codePointAt(0) ?? 0), character).toBe(true);
  expect(await titleCharacters(db)).not.toContain('🍵');
});

test.for(engines)('one of several processes makes the files, on %s', async (engine) => {
  const config = await newDatabaseConfig(engine);
  const processes = await Promise.all([1, 2, 3].map(() => openDatabase(config, silentLog)));
  onTestFinished(async () => void (await Promise.all(processes.map((db) => db.close()))));
  const [db] = processes;
  if (!db) throw new Error('there are three');
  const folders = processes.map(() => temporaryFolder());
  await importContent(contentFolder(content), db, folderStore(temporaryFolder()));

  await Promise.all(processes.map((each, i) => makeTitleFont(each, { dataDir: folders[i] ?? '' })));
  const withFiles = folders.filter((folder) => existsSync(path.join(folder, 'media/fonts')));
  expect(withFiles).toHaveLength(1);
});

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL what is committed late is found, though it was written early',
  async () => {
    const { db, dataDir } = await open('postgres');
    await makeTitleFont(db, { dataDir });
    const late = await db.write.startTransaction().execute();
    await late.updateTable('products').set({ name: '龘茶' }).where('id', '=', 'p').execute();
    await db.write.updateTable('pages').set({ title: '麤茶' }).where('id', '=', 'about').execute();
    await makeTitleFont(db, { dataDir, at: '2030-01-01T00:01:00Z' });
    expect(await titleCharacters(db)).toContain('麤');
    await late.commit().execute();

    // Nothing newer is written: it is looked for, a minute later.
    await makeTitleFont(db, { dataDir, at: '2030-01-01T00:02:01Z' });
    expect(await titleCharacters(db)).toContain('龘');
  },
);

test('a font that is broken leaves the old files, and is told once', async () => {
  const { db, dataDir, bring } = await open('sqlite');
  await makeTitleFont(db, { dataDir });
  const before = await listSlices(db.read);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const fontFile = path.join(temporaryFolder(), 'broken.ttf');
  writeFileSync(fontFile, readFileSync(titleFontFile).subarray(0, 1000));

  await bring({ 'products/q.md': aProduct({ name: '鱻茶' }) });
  for (const at of ['2030-01-01T00:01:00Z', '2030-01-01T00:20:00Z'])
    await makeTitleFont(db, { dataDir, fontFile, log, at });
  expect(lines).toHaveLength(1);
  expect(await listSlices(db.read)).toEqual(before);
  await makeTitleFont(db, { dataDir, at: '2030-01-01T01:00:00Z' });
  expect(await titleCharacters(db)).toContain('鱻');
});

test('files that were lost with their folder are made again', async () => {
  const { db, dataDir, bring } = await open('sqlite');
  await makeTitleFont(db, { dataDir });
  rmSync(path.join(dataDir, 'media/fonts'), { recursive: true });
  await bring({ 'products/q.md': aProduct({ name: '茶茶' }) });
  await makeTitleFont(db, { dataDir, at: '2030-01-01T00:01:00Z' });
  for (const { file } of await listSlices(db.read))
    expect(existsSync(path.join(dataDir, 'media', file))).toBe(true);
});

test.for(engines)('site.yaml turns it off, and names another font, on %s', async (engine) => {
  const { db, dataDir, bring } = await open(engine);
  await makeTitleFont(db, { dataDir });
  const own = await listSlices(db.read);
  await bring({ 'site.yaml': 'name: 青葉\nfonts: { titles: off }' });
  await makeTitleFont(db, { dataDir, at: '2030-01-01T00:01:00Z' });
  expect(await listSlices(db.read)).toEqual([]);

  const regular = titleFontFile.replaceAll('500Medium', '400Regular');
  await bring({
    'site.yaml': 'name: 青葉\nfonts: { titles: fonts/title.ttf }',
    'fonts/title.ttf': readFileSync(regular),
  });
  await makeTitleFont(db, { dataDir, at: '2030-01-01T00:02:00Z' });
  const others = await listSlices(db.read);
  expect(others.map(({ characters }) => characters).join('')).toContain('茶');
  expect(others.filter(({ file }) => own.some((slice) => slice.file === file))).toEqual([]);
});

test('what is no font, and a font that is not there, are refused', async () => {
  expect(
    await problemsOf({
      'site.yaml': 'name: 青葉\nfonts: { titles: fonts/none.ttf }',
      'fonts/broken.ttf': Buffer.from('wOF2 is no font of this kind'),
      'fonts/readme.txt': 'x',
    }),
  ).toMatchInlineSnapshot(`
    [
      "fonts/broken.ttf:1: the file is not a font that can be read; use a TrueType or OpenType file of one weight; a collection (TTC) and WOFF must be converted first",
      "fonts/readme.txt:1: this is not a font file; each file here is a font such as fonts/title.ttf or fonts/title.otf",
      "site.yaml:2: fonts names fonts/none.ttf, which does not exist; add fonts/none.ttf, or name one that exists",
    ]
  `);
  expect(await problemsOf({ 'site.yaml': 'name: 青葉\nfonts: { titles: Georgia }' })).toMatchInlineSnapshot(`
    [
      "site.yaml:2: fonts.titles is "Georgia"; it must be on, off, or a file of the content folder such as fonts/title.ttf",
    ]
  `);
});
