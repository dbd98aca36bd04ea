import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { checkContent, importContent } from '#server/features/import-export/import-content.ts';
import { ContentError, formatProblem } from '#server/content/front-matter/problem.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, aPage, aProduct, storedContent } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files = {
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'articles/spring.md': anArticle({ title: '春茶', products: ['pot'] }),
  'articles/winter.md': anArticle({ title: '冬茶' }),
  'products/pot.md': aProduct(),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\nfeatured:\n  - article: spring\n',
};

/** A site, and the folder that its content leaves it as. */
async function openExported(engine: EngineName) {
  const site = await openEditSite(engine, files, { env: { PUBLIC_URL: 'https://tea.example' } });
  const { db, config } = site.services;
  const store = folderStore(config.dataDir);
  const folder = `${temporaryFolder()}/out`;
  await exportContent(folder, db, store);
  const rename = (from: string, to: string) => renameSync(`${folder}/${from}.md`, `${folder}/${to}.md`);
  const change = (file: string, make: (text: string) => string) =>
    writeFileSync(`${folder}/${file}`, make(readFileSync(`${folder}/${file}`, 'utf8')));
  const importAgain = (prune = false) => importContent(folder, db, store, { prune });
  const keys = async () => {
    const rows = await db.read
      .selectFrom('entries')
      .select(['kind', 'id', 'key'])
      .where('deleted_at', 'is', null)
      .execute();
    return Object.fromEntries(rows.map(({ kind, id, key }) => [`${kind}/${id}`, key]));
  };
  const statusOf = async (address: string) => {
    const { status, headers } = await request(site.app).get(address).set('Accept', 'text/html');
    return headers['location'] === undefined ? status : `${status} ${headers['location']}`;
  };
  const feed = async () => JSON.parse((await request(site.app).get('/feed.json').expect(200)).text).items;
  return { ...site, db, store, folder, rename, change, importAgain, keys, statusOf, feed };
}

async function problemsWith(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems.map(formatProblem);
  }
}

describe.for(engines)('a file that was renamed after an export on %s', (engine) => {
  test('keeps the key of its entry, its date and its history, and its old address leads to the new one', async () => {
    const { rename, change, importAgain, keys, statusOf, feed, db, signIn } = await openExported(engine);
    const [before, feedBefore] = [await keys(), await feed()];
    for (const [kind, id] of [
      ['authors', 'lin'],
      ['articles', 'spring'],
      ['products', 'pot'],
      ['pages', 'about'],
    ])
      rename(`${kind}/${id}`, `${kind}/${id}-2`);
    for (const id of ['spring-2', 'winter'])
      change(`articles/${id}.md`, (text) => text.replace('lin', 'lin-2').replace('- pot', '- pot-2'));
    change('site.yaml', (text) => text.replace('spring', 'spring-2'));
    change('articles/spring-2.md', (text) => text.replace('內文。', '新的內文。'));

    const report = await importAgain();
    expect(report.moved).toHaveLength(4);
    expect(report.written).toMatchObject({ authors: 0, articles: 1, products: 0, pages: 0 });
    const after = await keys();
    for (const name of ['authors/lin', 'articles/spring', 'products/pot', 'pages/about']) {
      expect(after[`${name}-2`]).toBe(before[name]);
      expect(after[name]).toBeUndefined();
    }
    expect(await statusOf('/articles/spring')).toBe('308 /articles/spring-2');
    expect(await statusOf('/author/lin')).toBe('308 /author/lin-2');
    expect(await statusOf('/product/info/pot')).toBe('308 /product/info/pot-2');
    expect(await statusOf('/pages/about')).toBe('308 /pages/about-2');
    expect(await statusOf('/articles/spring-2')).toBe(200);
    const ids = (items: { id: string; date_published: string }[]) =>
      items.map(({ id, date_published }) => [id, date_published]);
    expect(ids(await feed())).toEqual(ids(feedBefore));
    expect((await feed()).map(({ url }: { url: string }) => url)).toContain(
      'https://tea.example/articles/spring-2',
    );

    const revisions = await db.read
      .selectFrom('revisions')
      .select('action')
      .where('entry_key', '=', String(before['articles/spring']))
      .orderBy('seq')
      .execute();
    expect(revisions.map(({ action }) => action)).toEqual(['import', 'rename', 'import']);
    const lin = await signIn('admin');
    expect((await lin.get('/edit/articles/spring-2/history')).text).toContain('改網址');
    expect((await lin.get('/edit/redirects')).text).toContain('/articles/spring');

    const again = await importAgain();
    expect(again.moved).toEqual([]);
    expect(again.written).toMatchObject({ authors: 0, articles: 0, products: 0, pages: 0 });
    rename('articles/spring-2', 'articles/spring');
    change('site.yaml', (text) => text.replace('spring-2', 'spring'));
    await importAgain();
    expect(await statusOf('/articles/spring')).toBe(200);
    expect(await statusOf('/articles/spring-2')).toBe('308 /articles/spring');
  });

  test('may have exchanged its name with another, and stays where its key was taken away', async () => {
    const { rename, change, importAgain, keys, statusOf, folder } = await openExported(engine);
    const before = await keys();
    rename('articles/spring', 'articles/x');
    rename('articles/winter', 'articles/spring');
    rename('articles/x', 'articles/winter');
    await importAgain();
    const after = await keys();
    expect(after['articles/spring']).toBe(before['articles/winter']);
    expect(after['articles/winter']).toBe(before['articles/spring']);
    expect(await statusOf('/articles/spring')).toBe(200);

    rename('articles/spring', 'articles/other');
    change('articles/other.md', (text) => text.replace(/^uid: .*\n/m, ''));
    expect((await importAgain()).moved).toEqual([]);
    expect((await keys())['articles/spring']).toBe(before['articles/winter']);
    expect(existsSync(`${folder}/articles/spring.md`)).toBe(false);
  });

  test('takes the name of another that --prune removes, and is told of without it', async () => {
    const { rename, change, importAgain, keys, folder, db } = await openExported(engine);
    const before = await keys();
    rmSync(`${folder}/articles/winter.md`);
    rename('articles/spring', 'articles/winter');
    rmSync(`${folder}/authors/chen.md`);
    rename('authors/lin', 'authors/chen');
    change('articles/winter.md', (text) => text.replace('lin', 'chen'));
    change('site.yaml', (text) => text.replace('spring', 'winter'));
    const told = [
      `articles/winter.md:7: this is the uid of articles/spring, and another entry of the site is called articles/winter; give the file another name, or take the line away to write over that entry`,
      `authors/chen.md:3: this is the uid of authors/lin, and another entry of the site is called authors/chen; give the file another name, or take the line away to write over that entry`,
    ];
    expect(
      (await problemsWith(checkContent(folder, db.read))).map((line) => line.replace(/md:\d+/, 'md:0')),
    ).toEqual(told.map((line) => line.replace(/md:\d+/, 'md:0')));
    expect(await keys()).toEqual(before);
    const report = await importAgain(true);
    expect(report.removed).toMatchObject({ articles: 1, authors: 1 });
    const after = await keys();
    expect(after['articles/winter']).toBe(before['articles/spring']);
    expect(after['authors/chen']).toBe(before['authors/lin']);
    const trash = await db.read
      .selectFrom('entries')
      .select(['id', 'key'])
      .where('deleted_at', 'is not', null)
      .orderBy('id')
      .execute();
    expect(trash).toEqual([
      { id: 'chen', key: before['authors/chen'] },
      { id: 'winter', key: before['articles/winter'] },
    ]);
  });

  test('has its names told in the files that name it by the old one', async () => {
    const { rename, folder, db, importAgain } = await openExported(engine);
    rename('products/pot', 'products/teapot');
    const told = expect.stringMatching(
      /^articles\/spring\.md:\d+: products names pot, which is called teapot now; name teapot$/,
    );
    expect(await problemsWith(checkContent(folder, db.read))).toEqual([told]);
    expect(await problemsWith(importAgain())).toEqual([told]);
  });

  test('keeps its key in another database, and comes back out of the trash', async () => {
    const { folder, keys, importAgain, store, db, statusOf } = await openExported(engine);
    const before = await keys();
    const other = await openTestDatabase(engine);
    await importContent(folder, other, store);
    const entries = await other.read
      .selectFrom('entries')
      .select(['kind', 'id', 'key', 'version'])
      .where('kind', '<>', 'site')
      .execute();
    for (const { kind, id, key, version } of entries) {
      expect(key).toBe(before[`${kind}/${id}`]);
      expect(version).toBeGreaterThan(0);
    }
    expect(await storedContent(other.read)).toEqual(await storedContent(db.read));

    renameSync(`${folder}/articles/winter.md`, `${folder}/articles/.winter.md`);
    await importAgain(true);
    expect(await statusOf('/articles/winter')).toBe(404);
    renameSync(`${folder}/articles/.winter.md`, `${folder}/articles/cold.md`);
    await importAgain();
    expect((await keys())['articles/cold']).toBe(before['articles/winter']);
    expect(await statusOf('/articles/cold')).toBe(200);
  });
});

test('two files with one key, and a key of another kind or shape, are told with both names', async () => {
  const { folder, db } = await openExported('sqlite');
  const text = readFileSync(`${folder}/articles/spring.md`, 'utf8');
  const [line = '', key = ''] = /^uid: (.*)$/m.exec(text) ?? [];
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  writeFileSync(`${folder}/articles/copy.md`, text);
  const lineOf = text.slice(0, text.indexOf(line)).split('\n').length;
  const right = 'the next export writes one';
  const duplicate = `articles/spring.md:${lineOf}: the uid ${key} is that of articles/copy.md too; take the line away in the one of the two that is the copy: ${right}`;
  expect(await problemsWith(checkContent(folder, db.read))).toEqual([duplicate]);
  expect(await problemsWith(checkContent(folder, null))).toEqual([duplicate]);
  rmSync(`${folder}/articles/copy.md`);
  rmSync(`${folder}/articles/spring.md`);
  writeFileSync(`${folder}/pages/about.md`, aPage({ uid: key }));
  writeFileSync(`${folder}/pages/x.md`, aPage({ uid: 'a b' }));
  expect(await problemsWith(checkContent(folder, db.read))).toEqual([
    `pages/about.md:3: this is the uid of articles/spring; take the line away: ${right}`,
    'pages/x.md:3: uid is "a b"; it must be what an export wrote: 8 to 64 letters, digits, - and _',
  ]);
});
