import request from 'supertest';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { getRaw } from '../helpers/raw-request.ts';
import { openSite } from '../helpers/site.ts';

const site = sampleSite;

async function pictureAt(address: string) {
  const { status, headers, body } = await getRaw(site().origin, address);
  expect(status, address).toBe(200);
  expect(headers['cache-control'], address).toBe('public, max-age=0');
  return { type: headers['content-type'], body };
}

test('whoever asks for an icon without reading a page gets one', async () => {
  const touch = await pictureAt('/apple-touch-icon.png');
  expect(touch.type).toBe('image/png');
  // Opaque: transparent parts are black on a phone.
  expect(await sharp(touch.body).metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false });

  const { type, body } = await pictureAt('/favicon.ico');
  expect(type).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/);
  // An icon of each size, each a PNG.
  expect([...body.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  const sizes = Array.from({ length: body.readUInt16LE(4) }, async (_, index) => {
    const entry = body.subarray(6 + 16 * index);
    const start = entry.readUInt32LE(12);
    const { format, width } = await sharp(body.subarray(start, start + entry.readUInt32LE(8))).metadata();
    expect(format).toBe('png');
    expect(entry[0]).toBe(width);
    return width;
  });
  expect(await Promise.all(sizes)).toEqual([16, 32, 48]);
});

test('the manifest says the site’s own name, and its pictures are there', async () => {
  const { headers, body } = await getRaw(site().origin, '/manifest.webmanifest');
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(headers['etag']).toMatch(/^W\//);
  const manifest = JSON.parse(body.toString());
  expect(manifest).toMatchObject({ name: '青葉', lang: 'zh-TW', start_url: '/', scope: '/' });
  expect(manifest.icons.length).toBeGreaterThan(1);
  for (const { src, type, sizes } of manifest.icons) {
    const picture = await pictureAt(src);
    expect(picture.type).toBe(type);
    const { width, height } = await sharp(picture.body).metadata();
    if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
  }
});

test('a new name is told at once, and below a base path every address has it', async () => {
  const { app, ...site } = await openSite({
    env: { BASE_PATH: '/shop/' },
    files: { 'site.yaml': 'name: 測試誌\n' },
  });
  const read = async () => (await request(app).get('/shop/manifest.webmanifest').expect(200)).text;
  const manifest = JSON.parse(await read());
  expect(manifest).toMatchObject({ name: '測試誌', id: '/shop/', start_url: '/shop/', scope: '/shop/' });
  for (const { src } of manifest.icons) expect(src).toMatch(/^\/shop\//);
  await request(app).get('/manifest.webmanifest').expect(404);
  await site.import({ 'site.yaml': 'name: 新名字\n' });
  expect(JSON.parse(await read()).name).toBe('新名字');
});

test('every page names them', async () => {
  const { app } = await openSite({ env: { BASE_PATH: '/shop/' } });
  for (const address of ['/shop/product', '/shop/login', '/shop/nope']) {
    const { text } = await request(app).get(address).set('Accept', 'text/html');
    expect.soft(text, address).toContain('<link rel="apple-touch-icon" href="/shop/apple-touch-icon.png"/>');
    expect.soft(text, address).toContain('<link rel="manifest" href="/shop/manifest.webmanifest"/>');
  }
});
