import request from 'supertest';
import { expect, test } from 'vitest';
import { aPage, aProduct, anArticle, anAuthor } from '../helpers/content.ts';
import { openEditSite } from '../helpers/editing.ts';

const files = {
  'authors/lin.md': anAuthor(),
  'articles/春茶.md': anArticle({ title: '春茶', author: 'lin' }),
  'products/pot.md': aProduct(),
  'pages/about.md': aPage(),
};

const forms = {
  '/articles/春茶': '/edit/articles/%E6%98%A5%E8%8C%B6',
  '/product/info/pot': '/edit/products/pot',
  '/author/lin': '/edit/authors/lin',
  '/pages/about': '/edit/pages/about',
  '/articles': '/edit',
  '/': '/edit',
};

test('every page leads an editor to its form, and nobody else', async () => {
  const { app, signIn } = await openEditSite('sqlite', files);
  const [editor, reader] = [await signIn('editor'), await signIn('reader')];
  for (const [page, form] of Object.entries(forms)) {
    const { text } = await editor.get(page);
    expect(/href="(\/edit[^"]*)"/.exec(text)?.[1], page).toBe(form);
    expect((await editor.get(form)).status, form).toBe(200);
    expect((await reader.get(page)).text, page).not.toContain('/edit');
    expect((await request(app).get(encodeURI(page)).set('Accept', 'text/html')).text).not.toContain('/edit');
  }
});
