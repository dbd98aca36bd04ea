import { writeFileSync } from 'node:fs';
import path from 'node:path';
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { hashedFiles } from '#server/http/answer/static-files.ts';
import { precompressed } from '#server/http/answer/precompressed.ts';
import { compressAssets } from '#scripts/build/compress.ts';
import { temporaryFolder } from '../helpers/databases.ts';

const script = 'export const words = "青葉";\n'.repeat(200);

async function serveAssets() {
  const dir = temporaryFolder();
  writeFileSync(path.join(dir, 'entry-1.js'), script);
  writeFileSync(path.join(dir, 'LEGAL.txt'), 'words');
  await compressAssets(dir);
  return express().use(precompressed(dir, hashedFiles(dir)));
}

const accepted: [header: string, coding: string | undefined][] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['gzip', 'gzip'],
  ['identity', undefined],
  ['br;q=0', undefined],
];

test.for(accepted)('who accepts %s gets the script as %s, from the build', async ([header, coding]) => {
  const app = await serveAssets();
  // Not undone here: not every client knows every coding.
  const response = await request(app).get('/entry-1.js').set('Accept-Encoding', header).buffer(false);
  expect(response.status).toBe(200);
  expect(response.headers['content-encoding']).toBe(coding);
  expect(response.headers['content-type']).toMatch(/^text\/javascript/);
  expect(response.headers['vary']).toContain('Accept-Encoding');
  expect(response.headers['cache-control']).toContain('immutable');
  const length = Number(response.headers['content-length']);
  if (coding === undefined) expect(length).toBe(Buffer.byteLength(script));
  else expect(length).toBeLessThan(Buffer.byteLength(script) / 10);
});

test('a script is the same in each coding', async () => {
  const app = await serveAssets();
  for (const coding of ['br', 'gzip', 'identity']) {
    const response = await request(app).get('/entry-1.js').set('Accept-Encoding', coding).buffer();
    expect(response.text).toBe(script);
  }
});

test('a file that was not compressed is sent as it is', async () => {
  const response = await request(await serveAssets())
    .get('/LEGAL.txt')
    .set('Accept-Encoding', 'br');
  expect(response.text).toBe('words');
  expect(response.headers['content-encoding']).toBeUndefined();
});
