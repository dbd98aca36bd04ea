import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor({ name: '林知遠' }),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'products/pot.md': aProduct({ name: '壺' }),
  'products/cup.md': aProduct({ name: '杯' }),
  'articles/spring.md': anArticle({ title: '春茶', products: ['pot', 'cup'] }, '舊內文。'),
  'site.yaml': 'name: 測試誌\nfeatured:\n  - product: pot\n',
};

describe.for(engines)('on %s', (engine) => {
  test('an article without a time that is published twice is published once', async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    await lin.send(await lin.get('/edit/articles/_new'), { id: 'new', 'f.title': '新茶', 'f.author': 'lin' });
    const form = await lin.get('/edit/articles/new');
    const sent = () => lin.send(form, { body: '內文。' }, { value: 'publish' });
    for (const answer of [await sent(), await sent()]) expect(answer.status).toBe(303);
    // A double click: both are under way at once.
    const again = await lin.get('/edit/articles/new');
    const twice = { 'f.publishedAt': '', 'f.publishedAt.time': '', body: '改。' };
    const both = await Promise.all([1, 2].map(() => lin.send(again, twice, { value: 'publish' })));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const actions = await services.db.read.selectFrom('revisions').select('action').execute();
    expect(actions.map(({ action }) => action)).toEqual(['save', 'publish', 'publish']);
  });

  test('what is sent twice and is done is no conflict, whichever button it was', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const page = await lin.get('/edit/articles/spring');
    const sendTwice = async (form: typeof page, fields: Record<string, string>, value: string) => [
      (await lin.send(form, fields, { value })).status,
      (await lin.send(form, fields, { value })).status,
    ];
    expect(await sendTwice(page, {}, 'unpublish')).toEqual([303, 303]);
    expect(await sendTwice(await lin.get('/edit/articles/spring'), {}, 'archive')).toEqual([303, 303]);
    const rename = await lin.get('/edit/articles/spring/rename');
    expect(await sendTwice(rename, { id: 'summer' }, 'rename')).toEqual([303, 303]);
    expect(await sendTwice(await lin.get('/edit/articles/summer/remove'), {}, 'remove')).toEqual([303, 303]);
  });

  test('a saved text that is published from the form before it is no conflict', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const [lin, chen] = [await signIn(), await signIn('editor', '陳又芳')];
    const form = await lin.get('/edit/articles/spring');
    await lin.send(form, { body: '新內文。' });
    expect((await lin.send(form, { body: '新內文。' }, { value: 'publish' })).status).toBe(303);
    expect((await request(app).get('/articles/spring')).text).toContain('新內文。');
    expect((await chen.send(form, { body: '別的內文。' }, { value: 'publish' })).status).toBe(409);
  });

  test('an author or a product that is renamed under open forms makes no conflict', async () => {
    const { app, signIn, services } = await openEditSite(engine, files);
    const [lin, admin] = [await signIn(), await signIn('admin')];
    const changedAt = () =>
      services.db.read.selectFrom('entries').select('changed_at').where('id', '=', 'spring').execute();
    const before = await changedAt();
    const [form, settings] = [await lin.get('/edit/articles/spring'), await admin.get('/edit/site')];
    const rename = async (from: string, id: string) =>
      admin.send(await admin.get(`/edit/${from}/rename`), { id }, { value: 'rename' });
    for (const [from, id] of [
      ['authors/lin', 'lin-2'],
      ['authors/lin-2', 'lin-3'],
      ['products/pot', 'teapot'],
    ])
      expect((await rename(from ?? '', id ?? '')).status).toBe(303);
    expect(await changedAt(), 'a list of the last changes').toEqual(before);
    expect((await lin.send(form, { body: '新內文。' }, { value: 'publish' })).status).toBe(303);
    const { text } = await request(app).get('/articles/spring');
    expect(text).toContain('新內文。');
    expect(text).toContain('href="/author/lin-3"');
    expect(text.indexOf('/product/info/teapot')).toBeLessThan(text.indexOf('/product/info/cup'));
    expect((await admin.send(settings, { 'f.tagline': '新標語' })).status).toBe(303);
    expect((await admin.get('/edit/site')).text).toContain('value="teapot"');
  });

  test('a draft goes on from what it began from when its author is renamed', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    await lin.send(await lin.get('/edit/articles/spring'), { body: '草稿。' });
    const form = await lin.get('/edit/articles/spring');
    await lin.send(await lin.get('/edit/authors/lin/rename'), { id: 'lin-2' }, { value: 'rename' });
    const again = await lin.get('/edit/articles/spring');
    expect(again.text).not.toContain('網站上的版本又有更動');
    expect((await lin.send(form, { body: '草稿二。' })).status).toBe(303);
    expect((await lin.get('/edit/articles/spring')).text).toMatch(/<option value="lin-2" selected/);
  });

  test('an id that another entry takes after a rename is a conflict for forms that say it', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const form = await lin.get('/edit/articles/spring');
    await lin.send(await lin.get('/edit/authors/lin/rename'), { id: 'lin-2' }, { value: 'rename' });
    const other = { id: 'lin', 'f.name': '另一位林', 'take-over': 'on' };
    expect((await lin.send(await lin.get('/edit/authors/_new'), other)).status).toBe(303);
    expect((await lin.send(form, { body: '新內文。' })).status).toBe(409);
  });

  test('a conflict says whether the other side is the same account', async () => {
    const { signIn } = await openEditSite(engine, files);
    const [lin, chen] = [await signIn(), await signIn('editor', '陳又芳')];
    const [form, settings] = [await lin.get('/edit/articles/spring'), await lin.get('/edit/site')];
    await lin.send(await lin.get('/edit/articles/spring'), { body: '另一個分頁。' });
    const own = await lin.send(form, { body: '這個分頁。' });
    expect(own.status).toBe(409);
    expect(own.text).toContain('這不是別人');
    expect(own.text).toContain('你在別的地方先存了');
    const others = await chen.send(form, { body: '陳的。' });
    expect(others.text).toContain('林小青在');
    expect(others.text).not.toContain('這不是別人');
    const overtaken = await lin.send(form, {}, { value: 'discard' });
    expect(overtaken.status).toBe(409);
    expect(overtaken.text).toContain('自己在另一個分頁');
    await lin.send(await lin.get('/edit/site'), { 'f.categories': '茶' });
    expect((await lin.send(settings, { 'f.categories': '壺' })).text).toContain('自己在另一個分頁');
    expect((await chen.send(settings, { 'f.categories': '壺' })).text).toContain('設定被別人改過');
  });
});
