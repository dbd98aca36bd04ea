import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { CollectingStream } from '#server/pages/render/collecting-stream.ts';
import { decode, type Coding } from '#server/pages/store/page-codings.ts';

const codings: Coding[] = ['identity', 'gzip', 'br'];

/** A server that hands each request's answer to `render` as a stream; resolves to its origin. */
async function serve(coding: Coding, render: (page: CollectingStream) => void): Promise<string> {
  const app = express();
  app.get('/', (_request, response) => {
    const begin = () => {
      response.setHeader('Content-Type', 'text/html');
      if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
    };
    render(new CollectingStream(coding, { response, begin }));
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.for(codings)('a page that waits for a part is on its way before it, in %s', async (coding) => {
  let whole: Buffer = Buffer.alloc(0);
  const origin = await serve(coding, (page) => {
    page.write('第一段');
    page.flush();
    page.once('finish', () => (whole = decode(page.drain().coded, coding)));
    goOn = () => page.end('第二段');
  });
  let goOn = () => {};
  const response = await fetch(origin);
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await text?.read())?.value).toBe('第一段');
  goOn();
  expect((await text?.read())?.value).toBe('第二段');
  expect((await text?.read())?.done).toBe(true);
  expect(whole.toString()).toBe('第一段第二段');
});

test.for(codings)(
  'a page that is all there at once is kept whole, and nothing is sent yet, in %s',
  async (coding) => {
    const leaving = new AbortController();
    const page = await new Promise<CollectingStream>((resolve) => {
      void serve(coding, (stream) => {
        stream.write('第一段');
        stream.flush();
        stream.end('第二段');
        stream.once('close', () => resolve(stream));
      }).then((origin) => fetch(origin, { signal: leaving.signal }).catch(() => {}));
    });
    leaving.abort();
    expect(page.isSent).toBe(false);
    const { plain, coded } = page.drain();
    expect(plain.toString()).toBe('第一段第二段');
    expect(decode(coded, coding).toString()).toBe('第一段第二段');
  },
);
