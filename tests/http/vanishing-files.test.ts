import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { compressAssets } from '#scripts/build/compress.ts';
import { precompressed } from '#server/http/answer/precompressed.ts';
import { hashedFiles, mediaFiles, missingFile } from '#server/http/answer/static-files.ts';
import { temporaryFolder } from '../helpers/databases.ts';

const words = '青葉'.repeat(2_000);

/** Does something to a file after it was found and before it is opened. */
function meanwhile(act: () => void): RequestHandler {
  return function waitForLength(_request, response, next) {
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) => {
      if (name === 'Content-Length') {
        response.setHeader = setHeader;
        act();
      }
      return setHeader(name, value);
    };
    next();
  };
}

function aSite(handlers: RequestHandler[], act: () => void) {
  const policy: RequestHandler = (_request, response, next) => {
    response.set('Content-Security-Policy', "default-src 'self'");
    next();
  };
  return express()
    .use(policy, meanwhile(act), ...handlers, missingFile())
    .use(((error, _request, response, _next) => {
      response.status(500).end(String(error.code));
    }) satisfies express.ErrorRequestHandler);
}

const ofFile = ['content-encoding', 'content-range', 'accept-ranges', 'last-modified', 'etag'];

describe('a file that goes away after it was found', () => {
  test('is looked for in the next place', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(path.join(from, 'cup.webp'), words);
    const move = () => renameSync(path.join(from, 'cup.webp'), path.join(to, 'cup.webp'));
    const app = aSite([mediaFiles(from), mediaFiles(to)], move);
    const { status, body, headers } = await request(app).get('/cup.webp').buffer();
    expect(status).toBe(200);
    expect(String(body)).toBe(words);
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  test.for(['bytes=3-9', undefined])('leaves nothing of what was said of it (%s)', async (range) => {
    const dir = temporaryFolder();
    const file = path.join(dir, 'cup.svg');
    writeFileSync(file, words);
    const app = aSite([mediaFiles(dir)], () => rmSync(file));
    const answer = await request(app)
      .get('/cup.svg')
      .set(range === undefined ? {} : { Range: range });
    expect(answer).toMatchObject({ status: 404, text: 'Not Found\n' });
    expect(answer.headers).toMatchObject({
      'content-length': '10',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'self'",
    });
    expect(ofFile.filter((name) => name !== 'etag' && name in answer.headers)).toEqual([]);
  });

  test('is not said to be compressed, and its own name is looked for', async () => {
    const dir = temporaryFolder();
    writeFileSync(path.join(dir, 'entry-1.js'), words);
    await compressAssets(dir);
    const archived: RequestHandler = ({ url }, response) => void response.send(`archived ${url}`);
    const app = aSite([precompressed(dir, hashedFiles(dir)), archived], () =>
      rmSync(path.join(dir, 'entry-1.js.br')),
    );
    const answer = await request(app).get('/entry-1.js').set('Accept-Encoding', 'br');
    expect(answer).toMatchObject({ status: 200, text: 'archived /entry-1.js' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});

test('a file that cannot be opened is an error of its own length', async () => {
  const dir = temporaryFolder();
  const file = path.join(dir, 'cup.webp');
  writeFileSync(file, words);
  const app = aSite([mediaFiles(dir)], () => {
    rmSync(file);
    symlinkSync(file, file);
  });
  const answer = await request(app).get('/cup.webp');
  expect(answer).toMatchObject({ status: 500, text: 'ELOOP' });
  expect(ofFile.filter((name) => name in answer.headers)).toEqual([]);
});
