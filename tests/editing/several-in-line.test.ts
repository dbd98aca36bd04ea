import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶' }),
  'articles/old.md': anArticle({ title: '舊文', tags: ['茶、酒'] }),
  'products/pot.md': aProduct({ category: '茶具，茶器' }),
  'site.yaml': 'name: 測試誌\n',
};

describe.for(engines)('on %s', (engine) => {
  test('several tags in one line are asked about before they are published', async () => {
    const { app, signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    const form = await lin.get('/edit/articles/spring');
    const typed = { 'f.tags': '散文\n茶、春茶\n冬茶,冬至', 'f.author': 'nobody' };
    // A draft keeps what was typed.
    expect((await lin.send(form, typed)).status).toBe(303);
    const asked = await lin.send(await lin.get('/edit/articles/spring'), {}, { value: 'publish' });
    expect(asked.status).toBe(422);
    for (const told of ['「標籤」裡的「茶、春茶」「冬茶,冬至」寫在同一行', '「作者」裡的 nobody 不存在。'])
      expect(asked.text).toContain(told);
    const split = await lin.send(asked, { 'f.author': 'lin' }, { name: 'row', value: 'tags:split' });
    expect(split.text).toContain('散文\n茶\n春茶\n冬茶\n冬至</textarea>');
    expect((await lin.send(split, {}, { value: 'publish' })).status).toBe(303);
    expect((await request(app).get('/articles/spring')).text).toContain('>春茶</a>');
    const tags = await services.db.read
      .selectFrom('article_tags')
      .select('tag')
      .where('article_id', '=', 'spring')
      .execute();
    expect(tags.map(({ tag }) => tag).toSorted()).toEqual(['冬至', '冬茶', '散文', '春茶', '茶'].toSorted());
  });

  test('a line that is one tag is taken when its sender says so, and is not asked about again', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const typed = { 'f.tags': '琴、棋、書、畫' };
    const asked = await lin.send(await lin.get('/edit/articles/spring'), typed, { value: 'publish' });
    expect(asked.text).toContain('name="whole.tags"');
    expect((await lin.send(asked, { 'whole.tags': 'on' }, { value: 'publish' })).status).toBe(303);
    const more = { 'f.tags': '琴、棋、書、畫\n茶、酒', body: '改。' };
    expect((await lin.send(await lin.get('/edit/articles/spring'), more, { value: 'publish' })).status).toBe(
      303,
    );
  });

  test('so is the order of the categories, but for those that products have', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const asked = await lin.send(await lin.get('/edit/site'), { 'f.categories': '茶葉、茶杯\n茶具，茶器' });
    expect(asked.status).toBe(422);
    expect(asked.text).toContain('「商品分類的順序」裡的「茶葉、茶杯」寫在同一行');
    const split = await lin.send(asked, {}, { name: 'row', value: 'categories:split' });
    expect(split.text).toContain('茶葉\n茶杯\n茶具\n茶器</textarea>');
    expect((await lin.send(asked, { 'whole.categories': 'on' })).status).toBe(303);
  });
});
