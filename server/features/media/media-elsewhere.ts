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
import type { OpenFile, S3Store } from '#server/media/store/s3/s3-store.ts';
import { watchAnswers, type AnsweredLately } from './answered-lately.ts';

interface Options {
  stores: readonly S3Store[];
  clock: Clock;
  log: Log;
}

interface WatchedStore {
  store: S3Store;
  watch: AnsweredLately;
}

/** Hands on what visitors ask for and no folder has. No page waits for it, and one that leaves ends it. */
export function mediaElsewhere({ stores, clock, log }: Options): RequestHandler {
  const watched = stores.map((store) => ({ store, watch: watchAnswers(store.place, { clock, log }) }));

  return async function answerFromStore(request, response, next) {
    const name = nameOf(request.path);
    if (!isReadMethod(request) || name === null) return next();
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const found = await findFile(watched, name, { request, signal: leaving.signal });
    if (leaving.signal.aborted) return;
    if (found === 'missing') return next();
    if (found === 'away') return answerAway(response);
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
  request: Request;
  signal: AbortSignal;
}

async function findFile(
  watched: readonly WatchedStore[],
  name: string,
  asking: Asking,
): Promise<OpenFile | 'missing' | 'away'> {
  let outcome: 'missing' | 'away' = 'missing';
  for (const { store, watch } of watched) {
    const found = watch.mayAsk() ? await open(store, watch, name, asking) : 'away';
    if (typeof found === 'object') return found;
    if (found === 'away') outcome = 'away';
  }
  return outcome;
}

async function open(
  store: S3Store,
  watch: AnsweredLately,
  name: string,
  { request, signal }: Asking,
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

function answerAway(response: Response): void {
  response
    .status(502)
    .set({ 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) })
    .type('text')
    .send(`${mediaTexts.away}\n`);
}

const retryAfterSeconds = 10;
