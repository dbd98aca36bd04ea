import { sql } from 'kysely';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite, type EditorBrowser } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記', products: ['pot'] }),
  'articles/winter.md': anArticle({ title: '冬茶' }),
  'products/pot.md': aProduct({ name: '壺' }),
  'site.yaml': 'name: 誌\nfeatured:\n  - product: pot\n',
};
const html = { Accept: 'text/html' };

async function rename(lin: EditorBrowser, path: string, id: string, more: Record<string, string> = {}) {
  return lin.send(await lin.get(`${path}/rename`), { id, ...more }, { value: 'rename' });
}

describe.for(engines)('on %s', (engine) => {
  test('a renamed article is at its new address, its old ones lead there in one hop', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    let path = '/edit/articles/spring';
    for (const id of ['一', '二', '三', 'spring-tea']) {
      const next = `/edit/articles/${encodeURIComponent(id)}`;
      expect((await rename(lin, path, id)).headers['location']).toContain(`${next}?done=renamed`);
      path = next;
    }
    for (const old of ['spring', '一', '二', '三']) {
      const answer = await request(app)
        .get(encodeURI(`/articles/${old}`))
        .set(html);
      expect([old, answer.status, answer.headers['location']]).toEqual([old, 308, '/articles/spring-tea']);
    }
    const { text } = await request(app).get('/articles/spring-tea').set(html).expect(200);
    expect(text).toContain('春茶日記');
    expect(text).toContain('壺');
  });

  test('what a later build has stored of an article is renamed with it', async () => {
    const { app, services, signIn } = await openEditSite(engine, files);
    await sql`alter table articles add column mood text`.execute(services.db.write);
    await sql`update articles set mood = 'calm'`.execute(services.db.write);
    await sql`alter table articles add column is_calm text generated always as (mood) ${sql.raw(
      engine === 'sqlite' ? 'virtual' : 'stored',
    )}`.execute(services.db.write);
    await rename(await signIn(), '/edit/articles/spring', 'tea');
    await request(app).get('/articles/tea').set(html).expect(200);
    const { rows } = await sql`select id, is_calm from articles order by id`.execute(services.db.read);
    expect(rows).toEqual([
      { id: 'tea', is_calm: 'calm' },
      { id: 'winter', is_calm: 'calm' },
    ]);
  });

  test('what names a renamed author or product names it still', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    await lin.send(await lin.get('/edit/articles/spring'), { body: '草稿。' });
    await rename(lin, '/edit/products/pot', 'teapot');
    await rename(lin, '/edit/authors/lin', 'lin-xiaoqing');
    const article = await request(app).get('/articles/spring').set(html).expect(200);
    expect(article.text).toContain('/author/lin-xiaoqing');
    expect(article.text).toContain('/product/info/teapot');
    const front = await request(app).get('/').set(html);
    expect(front.text).toContain('/product/info/teapot');
    expect((await lin.send(await lin.get('/edit/articles/spring'), {}, { value: 'publish' })).status).toBe(
      303,
    );
  });

  test('an id that is taken, or leads elsewhere, is not taken silently', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const taken = await rename(lin, '/edit/articles/spring', 'winter');
    expect(taken.status).toBe(422);
    expect(taken.text).toContain('已經有人用了');
    await rename(lin, '/edit/articles/winter', 'cold');
    const asked = await rename(lin, '/edit/articles/spring', 'winter');
    expect(asked.text).toContain('是另一個內容的舊網址');
    expect((await request(app).get('/articles/winter').set(html)).headers['location']).toBe('/articles/cold');
    const taking = await lin.send(asked, { 'take-over': 'on' }, { value: 'rename' });
    expect(taking.status).toBe(303);
    expect((await request(app).get('/articles/winter').set(html).expect(200)).text).toContain('春茶日記');
  });

  test('a removed page says that it is gone, or leads where the editor says', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const remove = async (path: string, fields: Record<string, string>) =>
      lin.send(await lin.get(`${path}/remove`), fields, { value: 'remove' });
    await remove('/edit/articles/winter', { address: 'gone' });
    await request(app).get('/articles/winter').set(html).expect(410);
    const wrong = await remove('/edit/articles/spring', { address: 'leads', to: 'https://example.com/' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('舊網址不能轉到這裡。');
    await request(app).get('/articles/spring').set(html).expect(200);
    const removed = await remove('/edit/articles/spring', { address: 'leads', to: '/product/info/pot' });
    const old = await request(app).get('/articles/spring').set(html);
    expect([old.status, old.headers['location']]).toEqual([308, '/product/info/pot']);
    // Undone, it is what it was.
    const list = await lin.get(String(removed.headers['location']));
    await lin.send(list, {}, { value: 'restore' });
    await request(app).get('/articles/spring').set(html).expect(200);
  });

  test('what was never published leaves no redirect', async () => {
    const { app, signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    await lin.send(await lin.get('/edit/pages/_new'), { id: 'draft', 'f.title': '稿' });
    await rename(lin, '/edit/pages/draft', 'other');
    await request(app).get('/pages/draft').set(html).expect(404);
    expect(await services.db.read.selectFrom('redirects').selectAll().execute()).toEqual([]);
  });
});
