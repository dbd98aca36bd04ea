import { expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶' }),
  'products/pot.md': aProduct(),
  'site.yaml': 'name: 測試誌\n',
};

test.for(engines)('a form on %s tells each control character with its place', async (engine) => {
  const { signIn } = await openEditSite(engine, files);
  const lin = await signIn('admin');
  const article = await lin.send(
    await lin.get('/edit/articles/spring'),
    {
      'f.title': '春\u0007茶',
      'f.summary': '摘\u001B要',
      'f.tags': '茶\n青\u0001茶',
      body: '一\n二&#x8;\n三\u000B三',
    },
    { value: 'publish' },
  );
  expect(article.status).toBe(422);
  expect(article.text).toContain('「標題」的第 2 個字是看不見的控制字元 U+0007，請刪掉它。');
  expect(article.text).toContain('第 2 個字是看不見的控制字元 U+001B，請刪掉它。');
  expect(article.text).toContain('「標籤」的第 2 個字是看不見的控制字元 U+0001，請刪掉它。');
  expect(article.text).toContain('內文第 2 行：第 2 個字是看不見的控制字元 U+0008，請刪掉它。');
  expect(article.text).toContain('內文第 3 行：第 2 個字是看不見的控制字元 U+000B，請刪掉它。');

  const product = await lin.send(
    await lin.get('/edit/products/pot'),
    { 'f.specs.0.name': '產\u0002地', 'f.specs.0.value': '鶯歌' },
    { value: 'publish' },
  );
  expect(product.text).toContain('第 2 個字是看不見的控制字元 U+0002，請刪掉它。');

  const site = await lin.send(await lin.get('/edit/site'), { 'f.tagline': '茶\u0003' });
  expect(site.status).toBe(422);
  expect(site.text).toContain('第 2 個字是看不見的控制字元 U+0003，請刪掉它。');
});

test.for(engines)(
  'a text on %s with an unused footnote is stored, and the editor is told',
  async (engine) => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const body = '春茶。\n\n[^a]: 三月採。';
    const told = '內文第 3 行：[^a] 這個註釋沒有被用到';
    for (const value of ['save', 'publish']) {
      const form = await lin.get('/edit/articles/spring');
      const stored = await lin.send(form, { body }, { value });
      expect(stored.status).toBe(303);
      const after = await lin.get(String(stored.headers['location']));
      expect(after.text).toContain(told);
      // Not each time the form is opened.
      const opened = await lin.get('/edit/articles/spring');
      expect(opened.text).not.toContain(told);
    }
  },
);
