import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { findEntries } from '#server/features/editing/lists/find-entries.ts';
import { fieldFilterOf } from '#server/features/editing/lists/list-filter.ts';
import { aDrawing, anArticle, anAuthor, aPage, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { chooseMany, pressMany } from '../helpers/many.ts';
import { wordsOf } from '../helpers/tables.ts';

const files: Files = {
  'media/tea.svg': aDrawing,
  'authors/lin.md': anAuthor({ name: '林知遠' }),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'articles/spring.md': anArticle({ title: '春天', tags: ['製茶'], cover: 'media/tea.svg', coverAlt: '茶' }),
  'articles/autumn.md': anArticle({ title: '秋天', author: 'chen', tags: ['製茶', '旅行'] }),
  'articles/late.md': anArticle({ title: '冬至', author: 'chen', publishedAt: '2099-12-21T08:00:00+08:00' }),
  'articles/old.md': anArticle({ title: '舊文', status: 'draft', tags: ['旅行'] }),
  'pages/about.md': aPage({ title: '關於我們' }),
};

const since = '2026-01-03T00:00:00.000Z';

async function openList(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  const browser = { app: site.app, cookie: lin.cookie };
  const list = (query = '') => lin.get(`/edit/articles${query}`);
  const ids = async (query: string) =>
    Array.from(
      (await list(query)).text.matchAll(/name="chosen" value="\d+ (\w+)"/g),
      ([, id]) => id,
    ).toSorted();
  const articles = () =>
    site.services.db.read
      .selectFrom('articles')
      .select(['id', 'author_id', 'tags', 'status'])
      .orderBy('id')
      .execute();
  /** Presses the button of a notice that takes the change back. */
  const takeBack = async (location: string) => pressMany(browser, await lin.get(location), 'undo');
  return { ...site, lin, browser, list, ids, articles, takeBack };
}

describe.for(engines)('on %s', (engine) => {
  test('a list shows picture, author and time, and is narrowed by author, tag and state', async () => {
    const { list, ids } = await openList(engine);
    const page = await list();
    const words = wordsOf(page);
    for (const fact of ['林知遠', '陳又芳', '2026年1月2日', '會在 2099年12月21日'])
      expect.soft(words).toContain(fact);
    expect(page.text).toContain('<img src="/media/');
    expect(await ids('?author=chen')).toEqual(['autumn', 'late']);
    expect(await ids('?tag=旅行')).toEqual(['autumn', 'old']);
    expect(await ids('?author=chen&tag=旅行')).toEqual(['autumn']);
    expect(await ids('?author=chen&state=scheduled')).toEqual(['late']);
    expect(await ids('?tag=旅行&state=draft')).toEqual(['old']);
    expect(await ids('?q=製')).toEqual(['autumn', 'spring']);
    expect(await ids('?q=aut')).toEqual(['autumn']);
    expect(await ids('?q=旅行&author=lin')).toEqual([]);
  });

  test('an entry with a rare tag is found at once, however many have changed since', async () => {
    const { db } = (await openEditSite(engine, files)).services;
    await db.write.updateTable('entries').set({ changed_at: since }).where('id', '=', 'autumn').execute();
    const rare = { filter: fieldFilterOf('articles', { author: null, tag: '旅行' }), after: null };
    const query = { kind: 'articles', search: '', state: 'published', now: since } as const;
    // No more than the newest one is looked through.
    const { items } = await findEntries(db.read, { ...query, ...rare }, 1);
    expect(items.map(({ id }) => id)).toEqual(['autumn']);
  });

  test('author and tags change for many, and come back as one', async () => {
    const { browser, list, lin, articles, takeBack } = await openList(engine);
    const before = await articles();
    const asked = await chooseMany(
      browser,
      await list(),
      ['spring', 'autumn'],
      ['author', [['author', 'chen']]],
    );
    expect(wordsOf(asked)).toContain('把作者改成「陳又芳」');
    expect(wordsOf(asked)).toContain('春天：林知遠 → 陳又芳');
    expect(wordsOf(asked)).toContain('已經是這樣的有 1 項。');
    const done = await pressMany(browser, asked, 'change');
    expect((await articles()).map(({ author_id: author }) => author)).toEqual([
      'chen',
      'chen',
      'lin',
      'chen',
    ]);
    const undone = await takeBack(String(done.headers['location']));
    expect(undone.headers['location']).toBe('/edit/articles?undone=1');
    expect(wordsOf(await lin.get('/edit/articles?undone=1'))).toContain('復原了 1 項。');
    expect(await articles()).toEqual(before);

    const added = await chooseMany(
      browser,
      await list(),
      ['spring', 'old'],
      ['add.tags', [['tags', '旅行、紀錄']]],
    );
    expect(wordsOf(added)).toContain('春天：製茶 → 製茶、旅行、紀錄');
    await pressMany(browser, added, 'change');
    const dropped = await chooseMany(
      browser,
      await list(),
      ['spring', 'autumn'],
      ['drop.tags', [['tags', '製茶']]],
    );
    await pressMany(browser, dropped, 'change');
    expect((await articles()).map(({ tags }) => JSON.parse(tags))).toEqual([
      ['旅行'],
      [],
      ['旅行', '紀錄'],
      ['旅行', '紀錄'],
    ]);
  });

  test('many are published and withdrawn, and come back as one', async () => {
    const { browser, list, lin, articles, takeBack } = await openList(engine);
    await lin.send(await lin.get('/edit/articles/spring'), { 'f.title': '春天新', body: '新。' });
    await lin.send(await lin.get('/edit/articles/_new'), {
      id: 'fresh',
      'f.title': '新的',
      'f.author': 'lin',
      body: '一。',
    });
    await lin.send(await lin.get('/edit/articles/_new'), { id: 'bare', 'f.title': '沒作者', body: '一。' });
    const asked = await chooseMany(
      browser,
      await list(),
      ['spring', 'fresh', 'old', 'bare', 'autumn'],
      ['publish'],
    );
    const words = wordsOf(asked);
    expect(words).toContain('會改的 3 項');
    expect(words).toContain('已經是這樣的有 1 項。');
    expect(words).toContain('沒作者：請填寫「作者」。');
    const done = await pressMany(browser, asked, 'change');
    expect(done.headers['location']).toMatch(/changed=3&at=/);
    const states = async () => (await articles()).map(({ id, status }) => `${id} ${status}`);
    expect(await states()).toEqual([
      'autumn published',
      'fresh published',
      'late published',
      'old published',
      'spring published',
    ]);
    await takeBack(String(done.headers['location']));
    expect(await states()).toEqual([
      'autumn published',
      'fresh draft',
      'late published',
      'old draft',
      'spring published',
    ]);
    const spring = (await lin.get('/edit/articles/spring')).text;
    expect(spring).toContain('春天新');
    expect(spring).toContain('還沒發布的修改');

    const withdrawn = await chooseMany(browser, await list(), ['autumn', 'late'], ['unpublish']);
    expect(wordsOf(withdrawn)).toContain('：已發布 → 草稿');
    const gone = await pressMany(browser, withdrawn, 'change');
    expect(await states()).toContain('late draft');
    await takeBack(String(gone.headers['location']));
    expect(await states()).toContain('late published');
  });

  test('a draft with a time to come is not published with others, and stays planned', async () => {
    const { browser, list, lin, app, services } = await openList(engine);
    const later = { 'f.changeAt': '2099-12-01', 'f.changeAt.time': '08:00', body: '以後的內文。' };
    const planned = await lin.send(await lin.get('/edit/articles/spring'), later, { value: 'publish' });
    expect(planned.headers['location']).toBe('/edit/articles/spring?done=planned');
    await lin.send(await lin.get('/edit/articles/autumn'), { body: '現在的內文。' });
    const asked = await chooseMany(browser, await list(), ['spring', 'autumn'], ['publish']);
    expect(wordsOf(asked)).toContain('會改的 1 項');
    expect(wordsOf(asked)).toContain('春天：這份草稿填了以後的更新時間。');
    await pressMany(browser, asked, 'change');
    const textOf = async (id: string) =>
      (await request(app).get(`/articles/${id}`).set({ Accept: 'text/html' })).text;
    expect(await textOf('autumn')).toContain('現在的內文。');
    expect(await textOf('spring')).not.toContain('以後的內文。');
    const plans = await services.db.read.selectFrom('scheduled_changes').select('action').execute();
    expect(plans).toEqual([{ action: 'publish' }]);
  });

  test('what was planned for a page ends when many are withdrawn', async () => {
    const { browser, list, lin, services } = await openList(engine);
    const plans = () => services.db.read.selectFrom('scheduled_changes').select('action').execute();
    const end = { end: '2099-12-01', 'end.time': '08:00' };
    await lin.send(await lin.get('/edit/articles/spring'), end, { value: 'plan-end' });
    const changed = await chooseMany(browser, await list(), ['spring'], ['add.tags', [['tags', '新']]]);
    await pressMany(browser, changed, 'change');
    expect(await plans()).toEqual([{ action: 'archive' }]);
    await pressMany(browser, await chooseMany(browser, await list(), ['spring'], ['unpublish']), 'change');
    // Published again, the page would end at that minute.
    expect(await plans()).toEqual([]);
  });

  test('many go to the trash, but for those that others need, and come back as one', async () => {
    const { browser, lin, takeBack, app, articles } = await openList(engine);
    const asked = await chooseMany(browser, await lin.get('/edit/authors'), ['lin'], ['remove']);
    expect(wordsOf(asked)).toContain('林知遠：還有別的內容少不了它');
    const list = await lin.get('/edit/articles');
    const sure = await chooseMany({ app, cookie: lin.cookie }, list, ['spring', 'old'], ['remove']);
    const done = await pressMany(browser, sure, 'change');
    expect((await articles()).map(({ id }) => id)).toEqual(['autumn', 'late']);
    await takeBack(String(done.headers['location']));
    expect((await articles()).map(({ id }) => id)).toEqual(['autumn', 'late', 'old', 'spring']);
  });
});

test('what was changed since is not taken back', async () => {
  const { browser, list, lin, articles, takeBack } = await openList('sqlite');
  const asked = await chooseMany(browser, await list(), ['spring', 'autumn'], ['add.tags', [['tags', '新']]]);
  const done = await pressMany(browser, asked, 'change');
  await lin.send(await lin.get('/edit/articles/autumn'), { body: '又改。' }, { value: 'publish' });
  const undone = await takeBack(String(done.headers['location']));
  expect(undone.status).toBe(409);
  expect(wordsOf(undone)).toContain('復原了 1 項，下面這些沒有復原：');
  expect(wordsOf(undone)).toContain('秋天');
  expect((await articles()).map(({ tags }) => tags)).toEqual([
    '["製茶","旅行","新"]',
    '[]',
    '["旅行"]',
    '["製茶"]',
  ]);
});

test('an author who is not there changes nothing, and the moment of nobody takes nothing back', async () => {
  const { browser, list, articles, lin } = await openList('sqlite');
  const before = await articles();
  const asked = await chooseMany(browser, await list(), ['spring'], ['author', [['author', 'nobody']]]);
  expect(asked.status).toBe(422);
  expect(wordsOf(asked)).toContain('找不到「nobody」這個作者。');
  const undone = await pressMany(browser, await list(), 'undo', [['at', '2026-01-01T00:00:00.000Z']]);
  expect(undone.headers['location']).toBe('/edit/articles?undone=0');
  expect((await pressMany(browser, await list(), 'undo', [['at', 'then']])).status).toBe(404);
  expect(await articles()).toEqual(before);
  expect((await lin.get('/edit/pages')).text).not.toContain('name="tag"');
});
