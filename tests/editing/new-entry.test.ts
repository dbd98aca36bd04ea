import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aPage, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/春茶.md': anArticle({ title: '春茶' }),
  'articles/冬茶.md': anArticle({ title: '冬茶' }),
  'pages/about.md': aPage(),
};

const html = { Accept: 'text/html' };
const idIn = (location: unknown) => /^\/edit\/\w+\/([^/?]+)/.exec(decodeURI(String(location)))?.[1];

describe.for(engines)('on %s', (engine) => {
  async function open() {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    return { ...site, lin, empty: (kind = 'articles') => lin.get(`/edit/${kind}/_new`) };
  }

  test('the form of a new entry publishes, and sent again it has done so', async () => {
    const { app, lin, empty, services } = await open();
    const form = await empty();
    const typed = { 'f.title': '夏茶', 'f.author': 'lin', body: '夏天的茶。' };
    const sent = () => lin.send(form, typed, { value: 'publish' });
    const both = await Promise.all([sent(), sent()]);
    for (const answer of [...both, await sent()]) {
      expect(answer.status).toBe(303);
      expect(decodeURI(String(answer.headers['location']))).toBe('/edit/articles/夏茶?done=published');
    }
    expect((await request(app).get(encodeURI('/articles/夏茶')).set(html)).text).toContain('夏天的茶。');
    const all = services.db.read.selectFrom('revisions').select('action').orderBy('seq');
    const revisions = await all.execute();
    expect(revisions.map(({ action }) => action)).toEqual(['save', 'publish']);
  });

  test('it previews at once, and after a step back goes on with the same entry', async () => {
    const { lin, empty } = await open();
    const form = await empty();
    const typed = { 'f.title': '夏茶', 'f.author': 'lin', body: '第一版。' };
    const preview = await lin.send(form, typed, { value: 'preview' });
    const address = String(preview.headers['location']);
    expect(address).toMatch(/^\/edit\/preview\/[\w-]+\/now\/articles\//);
    expect((await lin.get(address)).text).toContain('第一版。');
    const again = await lin.send(form, { ...typed, body: '第二版。' }, { value: 'preview' });
    expect(again.headers['location']).toBe(address);
    expect((await lin.get(address)).text).toContain('第二版。');
    // Changed elsewhere meanwhile: both texts are shown.
    await lin.send(await lin.get('/edit/articles/夏茶'), { body: '第三版。' });
    const late = await lin.send(form, { ...typed, body: '第四版。' }, { value: 'publish' });
    expect(late.status).toBe(409);
    for (const text of ['第三版。', '第四版。']) expect(late.text).toContain(text);
  });

  test('it keeps as a draft what cannot be published, and says why', async () => {
    const { lin, empty } = await open();
    const refused = await lin.send(await empty(), { 'f.title': '夏茶', body: '字。' }, { value: 'publish' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('請填寫「作者」。');
    expect(refused.text).toContain('已經存成草稿');
    const published = await lin.send(refused, { 'f.author': 'lin' }, { value: 'publish' });
    expect(idIn(published.headers['location'])).toBe('夏茶');
  });

  test('the title gives the id, with a number where it is taken, and changes it never again', async () => {
    const { app, lin, empty } = await open();
    const made = async (fields: Record<string, string>) => {
      const answer = await lin.send(await empty(), fields);
      return idIn(answer.headers['location']);
    };
    expect(await made({ 'f.title': '春茶' })).toBe('春茶-2');
    // The script of the page types it so.
    expect(await made({ 'f.title': '春茶', id: '春茶' })).toBe('春茶-3');
    expect(await made({ 'f.title': '春茶', id: 'own' })).toBe('own');
    const taken = await lin.send(await empty(), { 'f.title': '別的', id: '春茶' });
    expect(taken.text).toContain('已經有人用了');
    const renamed = await lin.send(
      await lin.get('/edit/articles/冬茶/rename'),
      { id: '臘月茶' },
      { value: 'rename' },
    );
    expect(renamed.status).toBe(303);
    expect(await made({ 'f.title': '冬茶' }), 'an old address').toBe('冬茶-2');
    await lin.send(await lin.get('/edit/articles/冬茶-2'), { 'f.title': '大寒的茶' });
    expect((await lin.get('/edit/articles/冬茶-2')).text).toContain('大寒的茶');
    await request(app).get(encodeURI('/articles/冬茶')).set(html).expect(308);
  });

  test('without a title and an id nothing is stored, and it says what is missing', async () => {
    const { lin, empty } = await open();
    const refused = await lin.send(await empty('pages'), { 'f.title': '……', body: '打好的字。' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('請填「網址名稱」；新增的時候也可以只填標題或名稱');
    expect(refused.text).toContain('打好的字。');
    const left = await lin.send(refused, { 'f.title': '說明' }, { name: 'go', value: '/edit' });
    expect(left.headers['location']).toBe('/edit');
    expect((await lin.get('/edit/pages/說明')).text).toContain('打好的字。');
  });
});
