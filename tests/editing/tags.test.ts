import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { carryOutDue } from '#server/features/editing/plans/keep-plans.ts';
import { renameTag } from '#server/features/editing/tags/rename-tag.ts';
import { afterReading } from '../helpers/after-reading.ts';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { openEditSite, type EditorBrowser } from '../helpers/editing.ts';
import { aClockAt } from '../helpers/site.ts';
import { wordsOf } from '../helpers/tables.ts';
import { watchWaitingWrites } from '../helpers/waiting-writes.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/one.md': anArticle({ title: '一', tags: ['製茶', '茶'] }),
  'articles/two.md': anArticle({ title: '二', tags: ['茶', '旅行'] }),
  'articles/old.md': anArticle({ title: '舊', tags: ['製茶'], status: 'draft' }),
};

const html = { Accept: 'text/html' };

async function rename(browser: EditorBrowser, tag: string, to: string) {
  const page = await browser.get(`/edit/tags/rename?tag=${encodeURIComponent(tag)}`);
  const asked = await browser.send(page, { to }, { value: 'check' });
  return { asked, done: await browser.send(asked, {}, { value: 'rename' }) };
}

describe.for(engines)('on %s', (engine) => {
  test('a tag is renamed in every article and draft, and its address leads to the new one', async () => {
    const { app, services, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    await lin.send(await lin.get('/edit/articles/two'), { body: '草稿。' });
    const list = wordsOf(await lin.get('/edit/tags'));
    expect(list).toMatch(/茶2 篇/);
    expect(list).toMatch(/製茶1 篇/);

    const { asked, done } = await rename(lin, '茶', '茶葉');
    expect(wordsOf(asked)).toContain('2 篇文章的標籤「茶」會改成「茶葉」');
    expect(done.headers['location']).toBe('/edit/tags?changed=2');
    const tags = await services.db.read.selectFrom('articles').select(['id', 'tags']).orderBy('id').execute();
    expect(tags.map(({ id, tags: text }) => [id, JSON.parse(text)])).toEqual([
      ['old', ['製茶']],
      ['one', ['製茶', '茶葉']],
      ['two', ['茶葉', '旅行']],
    ]);
    const old = await request(app).get(encodeURI('/articles/tag/茶')).set(html);
    expect([old.status, old.headers['location']]).toEqual([308, encodeURI('/articles/tag/茶葉')]);
    await request(app).get(encodeURI('/articles/tag/茶葉')).set(html).expect(200);
    // The draft goes on, and is as new as before.
    const draft = await lin.get('/edit/articles/two');
    expect(draft.text).toContain('茶葉\n旅行');
    expect(draft.text).not.toContain('這份草稿開始之後');
    expect((await lin.send(draft, {}, { value: 'publish' })).status).toBe(303);
    const history = await lin.get('/edit/articles/one/history');
    expect(wordsOf(history).match(/發布/g)).toHaveLength(1);
  });

  test('a planned change has the new name, and nobody has written a newer text', async () => {
    const { services, signIn } = await openEditSite(engine, files);
    const { db } = services;
    const lin = await signIn();
    const later = { 'f.changeAt': '2099-12-01', 'f.changeAt.time': '08:00', body: '以後的內文。' };
    await lin.send(await lin.get('/edit/articles/two'), later, { value: 'publish' });
    await rename(lin, '茶', '茶葉');
    const plan = await db.read
      .selectFrom('scheduled_changes')
      .select(['document', 'run_at'])
      .executeTakeFirstOrThrow();
    expect(plan.document).toContain('茶葉');
    expect((await lin.get('/edit')).text).not.toContain('的更新不會執行');
    const tools = { db, clock: aClockAt(plan.run_at), log: silentLog, render: services.contentWork.render };
    expect((await carryOutDue(tools)).map(({ outcome }) => outcome)).toEqual(['done']);
    const two = await db.read
      .selectFrom('articles')
      .select('tags')
      .where('id', '=', 'two')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(two.tags)).toEqual(['茶葉', '旅行']);
  });

  test('two tags become one, and addresses lead there in one step, also after they come back', async () => {
    const { app, signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    const { asked } = await rename(lin, '製茶', '茶');
    expect(wordsOf(asked)).toContain('已經有「茶」這個標籤（2 篇）');
    await rename(lin, '茶', '茶事');
    const { tags } = await services.db.read
      .selectFrom('articles')
      .select('tags')
      .where('id', '=', 'one')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(tags)).toEqual(['茶事']);
    const target = async (tag: string) =>
      (
        await request(app)
          .get(encodeURI(`/articles/tag/${tag}`))
          .set(html)
      ).headers['location'];
    expect(await target('製茶')).toBe(encodeURI('/articles/tag/茶事'));
    expect(await target('茶')).toBe(encodeURI('/articles/tag/茶事'));
    await rename(lin, '茶事', '製茶');
    expect(await target('茶')).toBe(encodeURI('/articles/tag/製茶'));
    expect(await target('茶事')).toBe(encodeURI('/articles/tag/製茶'));
    await request(app).get(encodeURI('/articles/tag/製茶')).set(html).expect(200);
  });
});

test.runIf(engines.includes('postgres')).for([
  ['two', '茶\n旅行'],
  // The tag stands in its draft alone.
  ['old', '製茶\n茶'],
] as const)(
  'a draft of %s that is saved while a tag is renamed is not written over, on PostgreSQL',
  async ([id, tags]) => {
    const { services, signIn } = await openEditSite('postgres', files);
    const { db, clock } = services;
    const lin = await signIn();
    let [count, stored] = [0, ''];
    const save = async () => {
      count += 1;
      const body = `第 ${count} 份草稿。`;
      const { status } = await lin.send(await lin.get(`/edit/articles/${id}`), { 'f.tags': tags, body });
      if (status === 303) stored = body;
    };
    await save();
    const writes = watchWaitingWrites(db);
    const saves: Promise<void>[] = [];
    let isSaving = false;
    const database = afterReading(db, 'drafts', async () => {
      if (isSaving) return;
      isSaving = true;
      saves.push(save().finally(() => (isSaving = false)));
      await expect.poll(async () => !isSaving || (await writes.areThere())).toBe(true);
    });
    const editor = { accountId: lin.accountId, name: '林小青', role: 'editor' as const };
    const renamed = await renameTag({ db: database, clock }, { editor, from: '茶', to: '茶葉' });
    expect(renamed).toEqual({ kind: 'done', changed: 2 });
    await Promise.all(saves);
    expect(saves.length).toBeGreaterThan(0);
    const draft = await db.read.selectFrom('drafts').select('document').executeTakeFirstOrThrow();
    expect(draft.document).toContain(stored);
    expect(draft.document).toContain('茶葉');
  },
);

test('others have their turns while a tag is renamed', async () => {
  const articles = Array.from(
    { length: 90 },
    (_, n) => [`articles/n${n}.md`, anArticle({ tags: ['茶'] })] as const,
  );
  const many: Files = { 'authors/lin.md': anAuthor(), ...Object.fromEntries(articles) };
  const { services, signIn } = await openEditSite('sqlite', many);
  const { accountId } = await signIn();
  const editor = { accountId, name: '林小青', role: 'editor' as const };
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const renamed = await renameTag(services, { editor, from: '茶', to: '茶葉' });
  isOver = true;
  expect(renamed).toEqual({ kind: 'done', changed: 90 });
  // Each 25 articles have one.
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('a name that cannot be is refused in words, and what is typed stays', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const lin = await signIn();
  const page = await lin.get(`/edit/tags/rename?tag=${encodeURIComponent('茶')}`);
  const to = async (text: string) => {
    const answer = await lin.send(page, { to: text }, { value: 'check' });
    expect(answer.status).toBe(422);
    return answer.text;
  };
  expect(await to(' ')).toContain('請填寫新的名稱。');
  expect(await to('字'.repeat(51))).toContain('字'.repeat(51));
  expect(await to('茶')).toContain('新的名稱和現在的一樣。');
  expect((await lin.get('/edit/tags/rename?tag=none')).status).toBe(404);
});
