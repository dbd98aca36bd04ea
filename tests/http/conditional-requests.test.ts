import request from 'supertest';
import { expect, test } from 'vitest';
import { aDrawing, aProduct } from '../helpers/content.ts';
import { openSite } from '../helpers/site.ts';

const files = {
  'products/baozhong.md': aProduct({ images: [{ src: 'media/tea.svg', alt: '茶' }] }),
  'media/tea.svg': aDrawing,
};

test('who has an answer already gets 304, also from fetch, which then asks with no-cache', async () => {
  const { app } = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example' } });
  const { text } = await request(app).get('/product').set('Accept', 'text/html');
  const picture = /"(\/media\/[^"]+)"/.exec(text)?.[1] ?? '';
  const known: string[] = [];
  for (const address of [
    '/',
    '/product',
    '/product/_payload.json',
    '/product/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/llms.txt',
    '/manifest.webmanifest',
    picture,
  ]) {
    const first = await request(app).get(address);
    const etag = first.headers['etag'];
    if (etag === undefined) continue;
    known.push(address);
    const headers = { 'If-None-Match': etag, 'Cache-Control': 'no-cache', Pragma: 'no-cache' };
    expect.soft((await request(app).get(address).set(headers)).status, address).toBe(304);
    const other = { ...headers, 'If-None-Match': '"other"' };
    expect.soft((await request(app).get(address).set(other)).status, address).toBe(200);
  }
  expect(known.length, known.join(' ')).toBeGreaterThan(6);
});
