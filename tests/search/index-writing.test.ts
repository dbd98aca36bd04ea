import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { rolledBack, writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { rebuildIndex } from '#server/search/index/rebuild.ts';
import { indexVersions } from '#server/search/index/index-versions.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, aPage, aProduct, contentFolder, type Files } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder, type EngineName } from '../helpers/databases.ts';
import { idsOf, problemsOfIndex, search } from '../helpers/search.ts';
import { openSite } from '../helpers/site.ts';

async function openWith(
  engine: EngineName,
  files: Files,
): Promise<Database & { bring(files: Files): Promise<void> }> {
  const db = await openTestDatabase(engine);
  const dataDir = temporaryFolder();
  const bring = async (more: Files) =>
    void (await importContent(contentFolder(more), db, folderStore(dataDir)));
  await bring(files);
  return { ...db, bring };
}

const start: Files = {
  'authors/lin.md': anAuthor({ name: '林知遠' }, '住在坪林的人。'),
  'articles/spring.md': anArticle({ title: '春茶日記', tags: ['散文'] }, '採茶的早晨。'),
  'pages/about.md': aPage({ title: '關於我們' }, '一間茶行。'),
  'products/pot.md': aProduct({
    name: '朱泥壺',
    category: '茶器',
    specs: { 產地: '鶯歌' },
    sku: 'QY-120 ml',
  }),
};

test.for(engines)('what is published on %s is found at once, and nothing else', async (engine) => {
  const db = await openWith(engine, start);
  expect(await idsOf(db, 'articles', '早晨')).toEqual(['spring']);
  expect(await idsOf(db, 'authors', '坪林')).toEqual(['lin']);
  expect(await idsOf(db, 'pages', '茶行')).toEqual(['about']);
  expect(await idsOf(db, 'products', '鶯歌')).toEqual(['pot']);

  await db.bring({ 'articles/spring.md': anArticle({ title: '春茶日記' }, '採茶的黃昏。') });
  expect(await idsOf(db, 'articles', '早晨')).toEqual([]);
  expect(await idsOf(db, 'articles', '散文')).toEqual([]);
  expect(await idsOf(db, 'articles', '黃昏')).toEqual(['spring']);

  for (const status of ['draft', 'archived']) {
    await db.bring({ 'articles/spring.md': anArticle({ status }, '採茶的黃昏。') });
    expect(await idsOf(db, 'articles', '黃昏'), status).toEqual([]);
  }
  await db.bring({ 'pages/about.md': aPage({ title: '關於我們', status: 'draft' }, '一間茶行。') });
  expect(await idsOf(db, 'pages', '茶行')).toEqual([]);
  expect(await problemsOfIndex(db)).toEqual([]);
});

test.for(engines)('whoever indexes a part of what is marked on %s takes the newest', async (engine) => {
  const db = await openWith(engine, start);
  await writeTransaction(db, async (trx) => {
    await sql`update products set name = '朱砂壺'`.execute(trx);
    await sql`update articles set title = '夏茶日記'`.execute(trx);
    expect(await indexMarked(trx, { limit: 1 })).toBe(1);
  });
  expect(await idsOf(db, 'articles', '夏茶')).toEqual(['spring']);
  const left = await db.read.selectFrom('search_dirty').select(['kind', 'ref']).execute();
  expect(left).toEqual([{ kind: 'products', ref: 'pot' }]);
});

test.for(engines)('a scheduled article on %s is found from its second on', async (engine) => {
  const db = await openWith(engine, start);
  await db.bring({ 'articles/later.md': anArticle({ publishedAt: '2026-12-01T00:00:00Z' }, '明天的事。') });
  const at = (now: string) => search(db, 'articles', '明天', { now });
  expect((await at('2026-11-30T23:59:59.999Z')).total).toBe(0);
  expect(await at('2026-12-01T00:00:00.000Z')).toMatchObject({ ids: ['later'], total: 1 });
});

test.for(engines)('articles on %s are found by the name that their author has now', async (engine) => {
  const db = await openWith(engine, start);
  expect(await idsOf(db, 'articles', '林知遠')).toEqual(['spring']);
  await db.bring({ 'authors/lin.md': anAuthor({ name: '陳又芳' }) });
  expect(await idsOf(db, 'articles', '林知遠')).toEqual([]);
  expect(await idsOf(db, 'articles', '陳又芳')).toEqual(['spring']);
});

test.for(engines)('a product on %s is found by its number however it is written', async (engine) => {
  const db = await openWith(engine, {
    ...start,
    'products/other.md': aProduct({ name: 'QY-120ml 的替代品', publishedAt: '2026-02-01T00:00:00Z' }),
  });
  for (const typed of ['QY-120 ml', 'qy120ML', 'qy 120 ml', 'ＱＹ－１２０ｍｌ'])
    expect((await idsOf(db, 'products', typed))[0], typed).toBe('pot');
  expect(await idsOf(db, 'products', 'QY-120ml')).toEqual(['pot', 'other']);
  expect(await idsOf(db, 'products', 'QY-120ml', { sort: 'newest' })).toEqual(['other', 'pot']);
  expect(await idsOf(db, 'products', 'QY-120ml', { filters: { category: '茶葉' } })).toEqual(['other']);
});

test.for(engines)('signs that mean something to an engine mean nothing on %s', async (engine) => {
  const db = await openWith(engine, start);
  for (const sign of [...`%_\\"'*^:(){}[]-+~&|<>@$#\0`, 'AND', 'OR NOT', 'NEAR(', '{title}:', "';--"]) {
    expect(await idsOf(db, 'articles', sign), sign).toEqual([]);
    expect(
      await idsOf(db, 'articles', `早晨${sign === 'AND' || sign === 'OR NOT' ? '' : sign}`),
      sign,
    ).toHaveLength(/[a-z]/i.test(sign) && sign !== 'AND' && sign !== 'OR NOT' ? 0 : 1);
  }
});

test.for(engines)('the last line of a long article on %s is found', async (engine) => {
  const line = '山上的雨下了一整天，茶園裡只有鳥聲。\n\n';
  const db = await openWith(engine, {
    ...start,
    'articles/long.md': anArticle({}, `${line.repeat(2_200)}末行才寫到紫砂茗壺。`),
  });
  for (const typed of ['紫砂茗壺', '到紫', '茗', '砂茗壺'])
    expect(await idsOf(db, 'articles', typed), typed).toEqual(['long']);
});

test.for(engines)('what SQL by hand writes on %s is indexed when a server starts', async (engine) => {
  const site = await openSite({ engine, files: start });
  const { db, config } = site.services;
  await sql`update articles set body_html = '<p>夜裡焙<em>火</em>。</p>'`.execute(db.write);
  await sql`delete from products`.execute(db.write);
  expect(await idsOf(db, 'articles', '焙火')).toEqual([]);
  await openSite({ engine, database: config.database });
  expect(await idsOf(db, 'articles', '焙火')).toEqual(['spring']);
  expect(await idsOf(db, 'products', '朱泥')).toEqual([]);
  expect(await problemsOfIndex(db)).toEqual([]);
});

test.for(engines)('articles that are written between others on %s stand in their order', async (engine) => {
  const at = (day: number, ms = 0) =>
    `2026-01-${String(day).padStart(2, '0')}T00:00:00.${String(ms).padStart(3, '0')}Z`;
  const article = (publishedAt: string) => anArticle({ title: '一篇', publishedAt });
  const days = Array.from({ length: 20 }, (_, i) => [`articles/d${i}.md`, article(at(i + 1))]);
  const db = await openWith(engine, { ...start, ...Object.fromEntries(days) });
  // Between the tenth day and the eleventh, each time after the last one or before it, until there is no room.
  for (let i = 0; i < 40; i += 1)
    await db.bring({ [`articles/m${i}.md`]: article(at(10, i % 2 === 0 ? 500 + i : 500 - i)) });
  await db.bring(
    Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`articles/n${i}.md`, article(at(15, i))])),
  );
  const times = await db.read.selectFrom('articles').select(['id', 'published_at']).execute();
  const expected = times
    .filter(({ id }) => id !== 'spring')
    .toSorted((a, b) => ((a.published_at ?? '') < (b.published_at ?? '') ? 1 : -1))
    .map(({ id }) => id);
  expect(await idsOf(db, 'articles', '一篇', { limit: 1_000 })).toEqual(expected);
  expect(await problemsOfIndex(db)).toEqual([]);
});

test.for(engines)('hits on %s are counted as far as both engines can', async (engine) => {
  const files = Array.from({ length: 230 }, (_, i) => [`articles/t${i}.md`, anArticle({ title: '烏龍茶' })]);
  const db = await openWith(engine, { ...start, ...Object.fromEntries(files) });
  expect(await search(db, 'articles', '烏龍', { limit: 1 })).toMatchObject({
    total: 230,
    isTotalCapped: false,
  });
  expect(await search(db, 'articles', '烏龍茶', { limit: 1 })).toMatchObject({
    total: 200,
    isTotalCapped: true,
  });
  expect(await search(db, 'articles', '烏龍 龍茶', { limit: 1 })).toMatchObject({
    total: 200,
    isTotalCapped: true,
  });
  expect(await idsOf(db, 'articles', '烏龍茶', { skip: 190, limit: 24 })).toHaveLength(10);
});

test.for(engines)('a write that is rolled back leaves nothing in the index of %s', async (engine) => {
  const db = await openWith(engine, start);
  await rolledBack(db, async (trx) => {
    await trx.updateTable('articles').set({ title: '夏茶' }).execute();
    await indexMarked(trx);
  });
  expect(await idsOf(db, 'articles', '夏茶')).toEqual([]);
  expect(await idsOf(db, 'articles', '春茶')).toEqual(['spring']);
  expect(await problemsOfIndex(db)).toEqual([]);
});

test.for(engines)('an index on %s that is made anew has what was written meanwhile', async (engine) => {
  // So many that writes during the first steps come before the last one.
  const pages = Array.from({ length: 120 }, (_, i) => [`pages/p${i}.md`, aPage({ title: `第${i}頁` })]);
  const db = await openWith(engine, { ...start, ...Object.fromEntries(pages) });
  await sql`update search_state set tokeniser = -1`.execute(db.write);
  const writes = [
    () => db.bring({ 'articles/new.md': anArticle({ title: '新寫的' }) }),
    () => db.bring({ 'articles/spring.md': anArticle({ title: '改過的' }) }),
    () =>
      writeTransaction(db, async (trx) => {
        await trx.deleteFrom('products').execute();
        await indexMarked(trx);
      }),
  ];
  for (let round = 0; round < 2; round += 1) {
    let writing = Promise.resolve();
    const isDone = await rebuildIndex(db, {
      clock: systemClock,
      step: 1,
      onProgress: () => {
        const write = writes.shift();
        if (write) writing = writing.then(write);
      },
    });
    await writing;
    expect(isDone).toBe(true);
    expect(await idsOf(db, 'articles', '新寫的')).toEqual(['new']);
    expect(await idsOf(db, 'articles', '改過的')).toEqual(['spring']);
    expect(await idsOf(db, 'products', '朱泥')).toEqual([]);
    expect(await problemsOfIndex(db)).toEqual([]);
  }
});

test.for(engines)('an index on %s that lacked everything has what is still there', async (engine) => {
  const db = await openWith(engine, start);
  for (const kind of ['articles', 'products', 'authors', 'pages']) {
    await sql`delete from ${sql.table(`search_${kind}`)}`.execute(db.write);
    const words = `search_${kind}_words`;
    if (engine === 'sqlite')
      await sql`insert into ${sql.table(words)} (${sql.ref(words)}) values ('delete-all')`.execute(db.write);
  }
  expect(await idsOf(db, 'articles', '早晨')).toEqual([]);
  let writing = Promise.resolve();
  const isDone = await rebuildIndex(db, {
    clock: systemClock,
    step: 1,
    onProgress(done, total) {
      // All of it stands in the new index.
      if (done === total)
        writing = db.bring({ 'articles/spring.md': anArticle({ status: 'draft' }, '採茶的早晨。') });
    },
  });
  await writing;
  expect(isDone).toBe(true);
  expect(await idsOf(db, 'articles', '早晨')).toEqual([]);
  expect(await idsOf(db, 'products', '朱泥')).toEqual(['pot']);
  expect(await problemsOfIndex(db)).toEqual([]);
});

test('an index of SQLite with the newest at its end answers and is written until it is made anew', async () => {
  const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}T00:00:00.000Z`;
  const article = (number: number) => ({
    [`articles/a${number}.md`]: anArticle({ title: `第${number}日的茶`, publishedAt: day(number) }),
  });
  const db = await openWith('sqlite', { 'authors/lin.md': anAuthor() });
  await db.write.updateTable('search_state').set({ tokeniser: 2 }).execute();
  for (const number of [3, 9, 5, 1]) await db.bring(article(number));
  // No room is left between these.
  for (const number of [7, 6, 8, 4, 2]) await db.bring(article(number));
  await db.bring({
    'articles/later.md': anArticle({ title: '還沒到的茶', publishedAt: '2099-01-01T00:00:00.000Z' }),
  });
  const inOrder = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => `a${number}`);
  expect(await idsOf(db, 'articles', '茶')).toEqual(inOrder);
  expect(await problemsOfIndex(db)).toEqual([]);
  const byNumber = async () => {
    const { rows } = await sql<{ ref: string }>`select ref from search_articles order by doc`.execute(
      db.read,
    );
    return rows.map(({ ref }) => ref);
  };
  expect(await byNumber()).toEqual([...inOrder.toReversed(), 'later']);
  expect(await rebuildIndex(db, { clock: systemClock, step: 3 })).toBe(true);
  expect(await byNumber()).toEqual(['later', ...inOrder]);
  expect(await idsOf(db, 'articles', '茶')).toEqual(inOrder);
  await db.bring({
    ...article(10),
    'articles/a5.md': anArticle({ title: '改過的茶', publishedAt: day(11) }),
  });
  expect((await idsOf(db, 'articles', '茶')).slice(0, 3)).toEqual(['a5', 'a10', 'a9']);
  expect(await problemsOfIndex(db)).toEqual([]);
});

test.for(engines)('an index of another tokeniser on %s is made anew by a server', async (engine) => {
  const site = await openSite({ engine, files: start });
  const { db, config } = site.services;
  await sql`update search_state set tokeniser = -1`.execute(db.write);
  await sql`update search_articles set hash = 'another'`.execute(db.write);
  expect(await problemsOfIndex(db)).not.toEqual([]);
  await openSite({ engine, database: config.database });
  // A reader without pauses would keep PostgreSQL from replacing the index.
  const version = async () => {
    const state = await db.read.selectFrom('search_state').select('tokeniser').executeTakeFirstOrThrow();
    return state.tokeniser;
  };
  await expect.poll(version, { interval: 500 }).toBe(indexVersions[engine]);
  expect(await problemsOfIndex(db)).toEqual([]);
  expect(await idsOf(db, 'articles', '早晨')).toEqual(['spring']);
});
