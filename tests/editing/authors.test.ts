import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { mergeButton } from '#shared/editing/main-form.ts';
import { giveBack } from '#server/features/editing/desk/hand-in.ts';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { wordsOf } from '../helpers/tables.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, '公開的內文。'),
  'articles/later.md': anArticle({ title: '年底的消息', publishedAt: '2099-12-01T08:00:00+08:00' }),
};

/** A site with an author who has written a draft. */
async function openDesk(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const [mei, lin] = [await site.signIn('author', '陳小梅'), await site.signIn('editor', '林小青')];
  const typed = { id: 'mine', 'f.title': '我的稿子', 'f.author': 'lin', body: '第一句。' };
  const made = await mei.send(await mei.get('/edit/articles/_new'), typed);
  expect(made.headers['location']).toBe('/edit/articles/mine?done=saved');
  return { ...site, mei, lin };
}

describe.for(engines)('on %s', (engine) => {
  test('an author writes a draft, sees it as it will be, and hands it in with a note', async () => {
    const { app, mei, lin, services } = await openDesk(engine);
    const form = await mei.get('/edit/articles/mine');
    expect(form.text).toContain('交稿');
    expect(form.text).not.toContain('value="publish"');
    expect(form.text).not.toContain('移到回收桶');
    const previewed = await mei.send(form, { body: '第二句。' }, { value: 'preview' });
    expect((await mei.get(String(previewed.headers['location']))).text).toContain('第二句。');

    const again = await mei.get('/edit/articles/mine');
    const handed = await mei.send(again, { body: '第三句。', note: '請看第二段' }, { value: 'hand-in' });
    expect(handed.headers['location']).toBe('/edit/articles/mine?done=handedIn');
    expect(wordsOf(await mei.get('/edit'))).toContain('已交稿');
    const home = await lin.get('/edit');
    expect(wordsOf(home)).toContain('交來的稿子');
    expect(wordsOf(home)).toContain('請看第二段');
    const opened = await lin.get('/edit/articles/mine');
    expect(opened.text).toContain('陳小梅在');
    expect(opened.text).toContain('第三句。');

    const returned = await lin.send(opened, { note: '請再查一次' }, { value: 'give-back' });
    expect(returned.headers['location']).toBe('/edit/articles/mine?done=gaveBack');
    expect((await lin.get('/edit')).text).not.toContain('交來的稿子');
    expect(wordsOf(await mei.get('/edit'))).toContain('退回了');
    const back = await mei.get('/edit/articles/mine');
    expect(back.text).toContain('請再查一次');
    await mei.send(back, { body: '第四句。' }, { value: 'hand-in' });
    await lin.send(await lin.get('/edit/articles/mine'), {}, { value: 'publish' });
    const seen = await request(app).get('/articles/mine').set({ Accept: 'text/html' }).expect(200);
    expect(seen.text).toContain('第四句。');
    expect(seen.text).not.toContain('請再查一次');
    expect(await services.db.read.selectFrom('handed_in').select('note').execute()).toEqual([]);
    // Published text is still the author's own, as a draft.
    const change = await mei.send(await mei.get('/edit/articles/mine'), { body: '第五句。' });
    expect(change.status).toBe(303);
    expect((await request(app).get('/articles/mine').set({ Accept: 'text/html' })).text).toContain(
      '第四句。',
    );
  });

  test('an author neither publishes nor sees what is not their own', async () => {
    const { app, mei, lin, services } = await openDesk(engine);
    await lin.send(await lin.get('/edit/articles/_new'), {
      id: 'secret',
      'f.title': '編輯的草稿',
      body: '密。',
    });
    for (const path of ['/edit', '/edit/articles', '/edit/articles?q=編輯', '/edit/articles?state=draft'])
      expect.soft((await mei.get(path)).text, path).not.toContain('編輯的草稿');
    expect((await mei.get('/edit/articles')).text).toContain('我的稿子');
    const led = await mei.get('/edit/articles/secret');
    expect(led.headers['location']).toBe('/edit?done=notOwn');
    expect((await mei.get('/edit?done=notOwn')).text).toContain('那一篇不是你的');
    const key = await services.db.read
      .selectFrom('entries')
      .select('key')
      .where('id', '=', 'secret')
      .executeTakeFirstOrThrow();
    expect((await mei.get(`/edit/preview/${key.key}/now/`)).status).toBe(404);
    expect((await mei.get('/edit/preview/all/now/')).status).toBe(404);

    const opened = await mei.get('/edit/articles/mine');
    const refused = await mei.send(opened, { body: '偷偷發布。' }, { value: 'publish' });
    expect(refused.status).toBe(404);
    // Nothing typed is lost.
    expect(refused.text).toContain('偷偷發布。');
    await request(app).get('/articles/mine').set({ Accept: 'text/html' }).expect(404);
    const later = { 'f.changeAt': '2099-12-01', 'f.changeAt.time': '08:00', body: '以後的內文。' };
    await lin.send(await lin.get('/edit/articles/mine'), {}, { value: 'publish' });
    await lin.send(await lin.get('/edit/articles/mine'), later, { value: 'publish' });
    const planned = await mei.get('/edit/articles/mine');
    expect(planned.text).toContain('2099年12月1日 08:00 會更新成');
    expect(planned.text).not.toContain('cancel-change');
    const others = await mei.send(await lin.get('/edit/articles/spring'), { body: '改掉。' });
    expect(others.status).toBe(404);
    expect(others.text).toContain('改掉。');
    expect((await lin.get('/edit/articles/spring')).text).toContain('公開的內文。');
    // Through the door of new entries, with the key of another's.
    const create = await mei.get('/edit/articles/_new');
    const forged = { ...create, text: create.text.replace(/key=[\w-]+/g, `key=${key.key}`) } as typeof create;
    expect((await mei.send(forged, { id: 'x', 'f.title': '題', body: '文。' })).text).not.toContain('密。');
  });

  test('an author chooses from own entries and from what visitors see', async () => {
    const { mei, lin } = await openDesk(engine);
    await lin.send(await lin.get('/edit/articles/_new'), {
      id: 'secret',
      'f.title': '編輯的草稿',
      body: '密。',
    });
    await lin.send(await lin.get('/edit/products/_new'), { id: 'pot', 'f.name': '還沒公開的壺' });
    expect((await lin.get('/edit/_picks/products')).text).toContain('還沒公開的壺');
    const articles = await mei.get('/edit/_picks/articles');
    for (const title of ['春茶日記', '我的稿子']) expect(articles.text).toContain(title);
    for (const what of ['articles', 'products', 'links', 'links?q=編輯', 'products?q=壺']) {
      const { status, text } = await mei.get(`/edit/_picks/${what}`);
      expect.soft(status, what).toBe(200);
      expect.soft(text, what).not.toMatch(/編輯的草稿|還沒公開的壺|年底的消息/);
    }
    const form = await mei.get('/edit/articles/mine');
    expect(form.text).not.toContain('還沒公開的壺');
    const named = { 'f.products.0': 'pot' };
    const again = await mei.send(form, named, { name: 'row', value: 'products:add' });
    expect(again.text).toContain('value="pot"');
    expect(again.text).not.toContain('還沒公開的壺');
    // By hand: what names nothing would be answered with what may be meant, beside another mistake.
    const mistaken = { 'f.title': '', 'f.products.0': '還沒公開' };
    const byHand = await mei.send(form, mistaken, { value: 'publish' });
    expect(byHand.status).toBe(404);
    expect(byHand.text).not.toContain('還沒公開的壺');
  });

  test('an author previews a moment to come without what others publish until then', async () => {
    const { mei, lin, services } = await openDesk(engine);
    const { key } = await services.db.read
      .selectFrom('entries')
      .select('key')
      .where('id', '=', 'mine')
      .executeTakeFirstOrThrow();
    const own = { id: 'own-later', 'f.title': '自己的預告', 'f.author': 'lin', body: '年底再見。' };
    await mei.send(await mei.get('/edit/articles/_new'), own);
    const later = { 'f.publishedAt': '2099-12-02', 'f.publishedAt.time': '08:00' };
    await lin.send(await lin.get('/edit/articles/own-later'), later, { value: 'publish' });
    const preview = `/edit/preview/${key}/2099-12-31T0800/articles`;
    expect((await lin.get(preview)).text).toContain('年底的消息');
    expect((await lin.get(`${preview}/later`)).status).toBe(200);
    const list = await mei.get(preview);
    for (const title of ['我的稿子', '春茶日記', '自己的預告']) expect(list.text).toContain(title);
    expect(list.text).not.toContain('年底的消息');
    // A door that would be closed.
    expect(list.text).not.toContain('和全部草稿一起看');
    expect((await mei.get(`${preview}/later`)).status).toBe(404);
    // All of it is taken back.
    expect((await lin.get(preview)).text).toContain('年底的消息');
  });

  test('an author takes no address that still leads to something else', async () => {
    const { app, mei, lin } = await openDesk(engine);
    await lin.send(await lin.get('/edit/articles/spring/rename'), { id: 'chun' }, { value: 'rename' });
    const typed = { id: 'spring', 'f.title': '借用舊網址', body: '打好的字。', 'take-over': 'on' };
    const refused = await mei.send(await mei.get('/edit/articles/_new'), typed);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('網址名稱 spring 已經有人用了');
    expect(refused.text).toContain('打好的字。');
    expect(refused.text).not.toContain('name="take-over"');
    const led = await request(app).get('/articles/spring').set({ Accept: 'text/html' });
    expect(led.headers['location']).toContain('/articles/chun');
  });

  test('a draft that an editor has corrected stays on the first page of its author', async () => {
    const { mei, lin, services } = await openDesk(engine);
    await mei.send(await mei.get('/edit/articles/mine'), { note: '好了' }, { value: 'hand-in' });
    const corrected = { body: '改過的第一句。', note: '改了一句，請再看' };
    await lin.send(await lin.get('/edit/articles/mine'), corrected, { value: 'give-back' });
    const home = wordsOf(await mei.get('/edit'));
    for (const words of ['我的稿子', '退回了']) expect(home).toContain(words);
    // The editor's own correction is no door to it for who has become an author.
    expect((await lin.get('/edit')).text).toContain('我的稿子');
    await services.db.write
      .updateTable('accounts')
      .set({ role: 'author' })
      .where('name', '=', '林小青')
      .execute();
    expect((await lin.get('/edit')).text).not.toContain('我的稿子');
  });

  test('a note stays in a form that comes back, and beside two texts that met', async () => {
    const { mei, lin } = await openDesk(engine);
    const form = await mei.get('/edit/articles/mine');
    const row = await mei.send(form, { note: '給編輯的話' }, { name: 'row', value: 'products:add' });
    expect(row.text).toMatch(/<textarea [^>]*name="note"[^>]*>給編輯的話</);
    // A longer note would be cut without a word.
    expect(row.text).toMatch(/<textarea [^>]*name="note"[^>]* maxlength="2000"/i);
    await mei.send(row, { note: '給編輯的話' }, { value: 'hand-in' });

    const read = await lin.get('/edit/articles/mine');
    expect(read.text).toContain('給編輯的話');
    await mei.send(await mei.get('/edit/articles/mine'), { body: '作者又改了。' });
    const met = await lin.send(read, { note: '寫了很久的回覆' }, { value: 'give-back' });
    expect(met.status).toBe(409);
    expect(met.text).toContain('<pre class="edit-compare">寫了很久的回覆</pre>');
    const merged = await lin.send(met, {}, { value: mergeButton });
    expect(merged.text).toContain('作者又改了。');
    expect(merged.text).toMatch(/<textarea [^>]*name="note"[^>]*>寫了很久的回覆</);
  });

  test('an author who goes on writing meets no conflict when the draft is given back', async () => {
    const { mei, lin, services } = await openDesk(engine);
    await mei.send(await mei.get('/edit/articles/mine'), { note: '好了' }, { value: 'hand-in' });
    const writing = await mei.get('/edit/articles/mine');
    const read = await lin.get('/edit/articles/mine');
    const given = await lin.send(read, { note: '請再查一次' }, { value: 'give-back' });
    expect(given.headers['location']).toBe('/edit/articles/mine?done=gaveBack');
    expect((await mei.send(writing, { body: '繼續寫的一句。' })).status).toBe(303);
    expect((await mei.get('/edit/articles/mine')).text).toContain('請再查一次');
    // The editor's form is older than the text now.
    const again = await lin.send(read, { note: '第二次的回覆' }, { value: 'give-back' });
    expect(again.status).toBe(409);
    const { key, version } = await services.db.read
      .selectFrom('entries')
      .select(['key', 'version'])
      .where('id', '=', 'mine')
      .executeTakeFirstOrThrow();
    const editor = { accountId: lin.accountId, name: '林小青', role: 'editor' as const };
    const late = await giveBack(services, { editor, key, version: version - 1, note: '第三次的回覆' });
    expect(late.kind).toBe('conflict');
  });

  test('a published text without a change is not handed in, and its note comes back', async () => {
    const { mei, lin } = await openDesk(engine);
    await lin.send(await lin.get('/edit/articles/mine'), {}, { value: 'publish' });
    const form = await mei.get('/edit/articles/mine');
    const refused = await mei.send(form, { note: '請換一張封面' }, { value: 'hand-in' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('沒有可以交的修改');
    expect(refused.text).toMatch(/<textarea [^>]*name="note"[^>]*>請換一張封面</);
    expect((await lin.get('/edit')).text).not.toContain('請換一張封面');
  });

  test('of two editors who give a draft back the second keeps the reply', async () => {
    const { mei, lin, signIn } = await openDesk(engine);
    const chen = await signIn('editor', '陳又芳');
    await mei.send(await mei.get('/edit/articles/mine'), { note: '好了' }, { value: 'hand-in' });
    const read = await lin.get('/edit/articles/mine');
    const first = () => chen.send(read, { note: '先到的回覆' }, { value: 'give-back' });
    // A double click is no second answer.
    for (const { status } of [await first(), await first()]) expect(status).toBe(303);
    const second = await lin.send(read, { note: '晚到的回覆' }, { value: 'give-back' });
    expect(second.status).toBe(422);
    expect(second.text).toContain('沒有送出：');
    expect(second.text).toContain('你的回覆沒有送出');
    expect(second.text).toContain('<pre class="edit-compare">晚到的回覆</pre>');
    expect((await mei.get('/edit/articles/mine')).text).toContain('先到的回覆');
  });

  test('an author whose entry was removed gets the text back, and no closed door', async () => {
    const { mei, lin } = await openDesk(engine);
    const form = await mei.get('/edit/articles/mine');
    await lin.send(await lin.get('/edit/articles/mine/remove'), {}, { value: 'remove' });
    const met = await mei.send(form, { body: '正在寫的一句。', note: '給編輯的話' }, { value: 'hand-in' });
    expect(met.status).toBe(409);
    expect(met.text).toContain('正在寫的一句。');
    expect(met.text).toContain('<pre class="edit-compare">給編輯的話</pre>');
    expect(met.text).not.toContain('href="/edit/trash"');
  });

  test('an editor who becomes an author keeps own entries, and a note of nobody changes nothing', async () => {
    const { mei, lin, services } = await openDesk(engine);
    await lin.send(await lin.get('/edit/articles/_new'), { id: 'own', 'f.title': '自己的', body: '一。' });
    const many = await lin.get('/edit/articles');
    await services.db.write
      .updateTable('accounts')
      .set({ role: 'author' })
      .where('name', '=', '林小青')
      .execute();
    expect((await lin.get('/edit/articles/own')).status).toBe(200);
    expect((await lin.get('/edit/articles/mine')).status).toBe(303);
    expect((await lin.send(many, {}, { value: 'publish' })).status).toBe(404);
    // Giving back what nobody has handed in.
    const given = await mei.send(
      await mei.get('/edit/articles/mine'),
      { note: '喂' },
      { value: 'give-back' },
    );
    expect(given.status).toBe(404);
  });
});
