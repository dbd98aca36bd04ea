import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { aCategory, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';

const ids = ['a', 'b', 'c', 'd'];
const files: Files = Object.fromEntries(
  ids.flatMap((id) => [
    [`categories/${id}.md`, aCategory({ name: `分類 ${id}`, filters: ['產地', '容量'] })],
    [
      `products/${id}.md`,
      aProduct({ name: `商品 ${id}`, category: id, specs: { 產地: '坪林', 容量: '75 g' } }),
    ],
  ]),
);

async function open(engine: EngineName) {
  const site = await openEditSite(engine, files, { env: { PUBLIC_URL: 'https://tea.example' } });
  const admin = await site.signIn('admin');
  const send = async (page: string, fields: Record<string, string>, value: string) => {
    const { status } = await admin.send(await admin.get(encodeURI(`/edit/categories/${page}`)), fields, {
      value,
    });
    expect([page, status]).toEqual([page, 303]);
    await newsHasCome(site.services);
  };
  const rename = (from: string, id: string) => send(`${from}/rename`, { id }, 'rename');
  const takeOver = (from: string, id: string) => send(`${from}/rename`, { id, 'take-over': 'on' }, 'rename');
  const merge = (from: string, into: string) => send(`${from}/remove`, { into }, 'merge');
  const answerOf = async (path: string) => {
    const { status, headers } = await request(site.app).get(encodeURI(path)).set({ Accept: 'text/html' });
    return status === 308 ? decodeURIComponent(String(headers['location'])) : status;
  };
  /** Asks each address of the former id: one answer leads to the page of the present one, which is there. */
  const leads = async (from: string, to: string) => {
    for (const [before, after = ''] of [
      ['/product?category=', ''],
      ['/product?category=', '&sort=price-asc'],
      ['/product?category=', '&f=產地:坪林&f=容量:75 g'],
      ['/product/_payload.json?category=', ''],
      ['/product/feed.xml?category=', ''],
      ['/product/feed.json?category=', ''],
    ]) {
      expect(await answerOf(before + from + after)).toBe(before + to + after);
      expect(await answerOf(before + to + after), before + to + after).toBe(200);
    }
    expect(await answerOf(`/?category=${from}`)).toBe(`/product?category=${to}`);
  };
  return { rename, takeOver, merge, leads, answerOf, send };
}

describe.for(engines)('on %s', (engine) => {
  test('each former address of a category leads to the present one in one hop', async () => {
    const { rename, merge, leads, send } = await open(engine);
    await rename('a', '茶');
    await rename('茶', '茶 葉');
    for (const id of ['a', '茶']) await leads(id, '茶 葉');
    // Into one that was renamed, which is renamed and moved once more.
    await merge('b', '茶 葉');
    await rename('茶 葉', 'tea');
    await send('tea', { 'f.parent': 'c' }, 'publish');
    for (const id of ['a', '茶', '茶 葉', 'b']) await leads(id, 'tea');
    // The target of a merge is merged itself.
    await merge('tea', 'd');
    for (const id of ['a', '茶', '茶 葉', 'b', 'tea']) await leads(id, 'd');
  });

  test('a category that gets its former address back has it, and the one between leads to it', async () => {
    const { rename, leads, answerOf } = await open(engine);
    await rename('a', 'x');
    await rename('x', 'a');
    expect(await answerOf('/product?category=a')).toBe(200);
    await leads('x', 'a');
  });

  test('two categories that exchange their addresses have each the other one', async () => {
    const { rename, takeOver, leads, answerOf } = await open(engine);
    await rename('a', 'x');
    await takeOver('b', 'a');
    await takeOver('x', 'b');
    for (const id of ['a', 'b']) expect(await answerOf(`/product?category=${id}`)).toBe(200);
    await leads('x', 'b');
  });
});
