import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor({ name: '林知遠' }),
  'authors/lin-2.md': anAuthor({ name: '林知遠（舊）' }),
  'articles/spring.md': anArticle({ title: '春茶', author: 'lin-2' }),
  'articles/winter.md': anArticle({ title: '冬茶', author: 'lin-2' }),
  'site.yaml': 'name: 測試誌\n',
};

async function open(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn();
  const merge = async (path: string, into: string) =>
    lin.send(await lin.get(`${path}/remove`), { into }, { value: 'merge' });
  return { ...site, lin, merge };
}

describe.for(engines)('on %s', (engine) => {
  test('everything that names an author names another one, in one press that removes the author', async () => {
    const { app, lin, merge } = await open(engine);
    const draft = await lin.get('/edit/articles/winter');
    await lin.send(draft, { 'f.title': '改過的冬茶' });
    const renamed = await lin.send(
      await lin.get('/edit/authors/lin-2/rename'),
      { id: 'lin-old' },
      { value: 'rename' },
    );
    expect(renamed.status).toBe(303);
    const question = await lin.get('/edit/authors/lin-old/remove');
    for (const text of ['文章「春茶」', '文章「冬茶」', '改成哪一位作者', '都改過去，再移到回收桶'])
      expect(question.text).toContain(text);
    expect(question.text, 'the others alone').not.toContain('<option value="lin-old">');

    const merged = await merge('/edit/authors/lin-old', 'lin');
    expect([merged.status, merged.headers['location']]).toEqual([
      303,
      expect.stringContaining('/edit/authors?done=removed'),
    ]);
    for (const id of ['spring', 'winter'])
      expect((await request(app).get(`/articles/${id}`)).text).toContain('href="/author/lin"');
    expect((await lin.get('/edit/articles/winter')).text).toContain('value="改過的冬茶"');
    expect((await lin.get('/edit/articles/winter')).text).toContain('<option value="lin" selected="">');
    for (const former of ['lin-2', 'lin-old']) {
      const answer = await request(app).get(`/author/${former}`);
      expect([answer.status, answer.headers['location']], former).toEqual([308, '/author/lin']);
    }
    expect((await lin.get('/edit/trash')).text).toContain('林知遠（舊）');
  });

  test('nothing is done without an author to take the place, and what was typed stays', async () => {
    const { merge, lin } = await open(engine);
    for (const [into, sentence] of [
      ['', '請填寫「改成哪一位作者」。'],
      ['nobody', '「改成哪一位作者」裡的 nobody 不存在。'],
      ['lin-2', '「改成哪一位作者」裡的 lin-2 不存在。'],
    ] as const) {
      const refused = await merge('/edit/authors/lin-2', into);
      expect([into, refused.status]).toEqual([into, 422]);
      expect(refused.text).toContain(sentence);
    }
    expect((await lin.get('/edit/authors/lin-2')).status).toBe(200);
  });

  test('a form that was open meanwhile meets a conflict, and brings the former author back nowhere', async () => {
    const { app, lin, merge } = await open(engine);
    const article = await lin.get('/edit/articles/spring');
    await merge('/edit/authors/lin-2', 'lin');
    expect((await lin.send(article, { 'f.title': '春茶二' }, { value: 'publish' })).status).toBe(409);
    expect((await request(app).get('/articles/spring')).text).toContain('href="/author/lin"');
  });

  test('two who merge at once are one, and the second is told', async () => {
    const { lin, merge } = await open(engine);
    const question = await lin.get('/edit/authors/lin-2/remove');
    expect((await merge('/edit/authors/lin-2', 'lin')).status).toBe(303);
    expect((await lin.send(question, { into: 'lin' }, { value: 'merge' })).status).toBe(303);
  });
});
