import request from 'supertest';
import { expect, test } from 'vitest';
import { entryPath } from '#shared/address/paths.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { aCategory, aPage, aProduct, anArticle, anAuthor } from '../helpers/content.ts';
import { openEditSite } from '../helpers/editing.ts';

const documents: Readonly<Record<Kind, string>> = {
  authors: anAuthor(),
  articles: anArticle({ title: '春茶', author: '春' }),
  products: aProduct({ category: '春' }),
  categories: aCategory(),
  pages: aPage(),
};

/** An entry of each kind, with an id that addresses encode. */
const files = {
  ...Object.fromEntries(Object.entries(documents).map(([kind, document]) => [`${kind}/春.md`, document])),
  'products/pot.md': aProduct({ category: '茶器 & 壺' }),
};

const forms = {
  ...Object.fromEntries(kindNames.map((kind) => [entryPath(kind, '春'), editPaths.entry(kind, '春')])),
  '/product?category=%E6%98%A5&sort=price-asc': editPaths.entry('categories', '春'),
  '/articles': '/edit',
  '/product': '/edit',
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
    expect((await request(app).get(page).set('Accept', 'text/html')).text).not.toContain('/edit');
  }
});

test('a category that products alone name leads to the form that makes it', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const editor = await signIn('editor');
  const id = '茶器 & 壺';
  const { text } = await editor.get(entryPath('categories', id));
  expect(/href="(\/edit[^"]*)"/.exec(text)?.[1]).toBe(editPaths.entry('categories', id));
  const made = await editor.get(editPaths.entry('categories', id));
  expect(made.headers['location']).toBe(editPaths.newEntry('categories', id));
  expect((await editor.get(editPaths.newEntry('categories', id))).status).toBe(200);
  expect((await editor.get(editPaths.entry('categories', '無'))).status).toBe(404);
  expect((await editor.get(editPaths.entry('authors', id))).status).toBe(404);
});
