import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, '舊內文。'),
};
const html = { Accept: 'text/html' };

describe.for(engines)('on %s', (engine) => {
  test.for([
    ['unpublish', '已取消發布。'],
    ['archive', '已封存。'],
  ])('%s is undone from the page that says it was done', async ([action = '', text = '']) => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    const done = await lin.send(opened, {}, { value: action });
    await request(app).get('/articles/spring').set(html).expect(404);
    const told = await lin.get(String(done.headers['location']));
    expect(told.text).toContain(text);
    expect((await lin.send(told, {}, { value: 'republish' })).status).toBe(303);
    expect((await request(app).get('/articles/spring').set(html).expect(200)).text).toContain('舊內文。');
  });

  test('a rename is undone, and its address leads back', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const asked = await lin.get('/edit/articles/spring/rename');
    const renamed = await lin.send(asked, { id: '春' }, { value: 'rename' });
    const told = await lin.get(String(renamed.headers['location']));
    const undone = await lin.send(told, {}, { value: 'rename' });
    expect(undone.status).toBe(303);
    await request(app).get('/articles/spring').set(html).expect(200);
    const other = await request(app).get(encodeURI('/articles/春')).set(html);
    expect([other.status, other.headers['location']]).toEqual([308, '/articles/spring']);
  });

  test('a draft that cannot be published says in Chinese why there is no preview', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const made = await lin.send(await lin.get('/edit/articles/_new'), { id: 'x', 'f.title': '稿' });
    const form = await lin.get(String(made.headers['location']));
    const sent = await lin.send(form, { body: '<script>' }, { value: 'preview' });
    const preview = await lin.get(String(sent.headers['location']));
    expect(preview.status).toBe(422);
    expect(preview.text).toContain('請填寫「作者」。');
    expect(preview.text).toContain('內文第 1 行：');
  });
});
