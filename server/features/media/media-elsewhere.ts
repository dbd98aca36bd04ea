import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { mediaTexts } from '#shared/locale/media-texts.ts';
import type { Clock } from '#server/clock.ts';
import { isCompressible } from '#server/http/compressed.ts';
import { isReadMethod } from '#server/http/read-method.ts';
import { isRangeExact, setMediaHeaders } from '#server/http/static-files.ts';
import type { Log } from '#server/log.ts';
import { publicName } from '#server/media/store/media-store.ts';
import type { OpenFile } from '#server/media/store/s3/s3-objects.ts';
import type { S3Store } from '#server/media/store/s3/s3-store.ts';
import { watchAnswers, type AnsweredLately } from './answered-lately.ts';

interface Tools {
  clock: Clock;
  log: Log;
}

/** Hands on what a store elsewhere has. No page waits for it, and a visitor who leaves ends it. */
export function mediaElsewhere(store: S3Store, tools: Tools): RequestHandler {
  const watch = watchAnswers(store.place, tools);

  return async function answerFromStore(request, response, next) {
    const name = nameOf(request.path);
    if (!isReadMethod(request) || name === null) return next();
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const asking = { name, request, signal: leaving.signal };
    const found = watch.mayAsk() ? await open(store, watch, asking) : 'away';
    if (leaving.signal.aborted) return;
    if (found === 'away') response.locals['isMediaAway'] = true;
    if (typeof found === 'string') return next();
    try {
      await send(found, request, response, name);
    } finally {
      found.close();
    }
  };
}

/** Null: no file has such a name. */
function nameOf(pathname: string): string | null {
  try {
    const name = decodeURIComponent(pathname.slice(1));
    const isName = name.split('/').every((part) => part !== '' && !part.startsWith('.'));
    return isName && !/[\0\\]/.test(name) ? publicName(name) : null;
  } catch {
    return null;
  }
}

interface Asking {
  name: string;
  request: Request;
  signal: AbortSignal;
}

async function open(
  store: S3Store,
  watch: AnsweredLately,
  { name, request, signal }: Asking,
): Promise<OpenFile | 'missing' | 'away'> {
  const { headers } = request;
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const range = isRangeExact(request) && onePart.test(headers.range ?? '') ? headers.range : undefined;
  try {
    let file = await store.open(name, { method, range, signal });
    const condition = request.get('if-range');
    if (file && range !== undefined && condition !== undefined && !isOf(condition, file)) {
      file.close();
      file = await store.open(name, { method, signal });
    }
    watch.answered();
    return file ?? 'missing';
  } catch (error) {
    // Who has left says nothing about the store.
    if (!signal.aborted) watch.failed(error);
    return 'away';
  }
}

/** What asks for several parts gets the whole, as from a store that knows no parts. */
const onePart = /^bytes=(?:\d+-\d*|-\d+)$/;

function isOf(condition: string, { headers }: OpenFile): boolean {
  return condition === headers.get('etag') || condition === headers.get('last-modified');
}

async function send(file: OpenFile, request: Request, response: Response, name: string): Promise<void> {
  const { status, headers, body } = file;
  if (status === 416) {
    const range = headers.get('content-range');
    response.status(416).set(range === null ? {} : { 'Content-Range': range });
    response.set('Cache-Control', 'no-cache').end();
    return;
  }
  response.status(status).set({ 'Accept-Ranges': 'bytes', 'Cache-Control': forEver });
  response.type(path.extname(name));
  setMediaHeaders(response);
  for (const field of ['Content-Length', 'Last-Modified', ...(status === 206 ? ['Content-Range'] : [])]) {
    const value = headers.get(field);
    if (value !== null) response.set(field, value);
  }
  const etag = headers.get('etag');
  // What is compressed on its way has other bytes.
  if (etag !== null) response.set('ETag', isCompressible(response) ? `W/${etag.replace(/^W\//, '')}` : etag);
  if (request.fresh) {
    response.status(304).removeHeader('Content-Length');
    response.removeHeader('Content-Range');
    response.end();
  } else if (request.method === 'HEAD') {
    response.end();
  } else {
    // One that breaks off cuts the connection: a visitor must not take a half for the whole.
    await pipeline(Readable.from(body, { objectMode: false }), response).catch(() => response.destroy());
  }
}

const forEver = 'public, max-age=31536000, immutable';

/** After all places: whether a file is missing nobody can say while one of them is away. */
export function mediaAway(): RequestHandler {
  return function answerAway(_request, response, next) {
    if (response.locals['isMediaAway'] !== true) return next();
    response
      .status(502)
      .set({ 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) })
      .type('text')
      .send(`${mediaTexts.away}\n`);
  };
}

const retryAfterSeconds = 10;
