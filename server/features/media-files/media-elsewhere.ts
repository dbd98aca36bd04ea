import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { mediaTexts } from '#shared/locale/editors/media-texts.ts';
import type { Clock } from '#server/base/clock.ts';
import { isCompressible } from '#server/http/answer/compressed.ts';
import { isReadMethod } from '#server/http/request/read-method.ts';
import { isRangeExact, setMediaHeaders } from '#server/http/answer/static-files.ts';
import type { Log } from '#server/base/log.ts';
import { publicName } from '#server/media/store/media-store.ts';
import type { OpenFile } from '#server/media/store/s3/s3-objects.ts';
import type { S3Store } from '#server/media/store/s3/s3-store.ts';
import { DamagedFileError, MediaStoreError } from '#server/media/store/store-error.ts';
import { watchAnswers, type AnsweredLately } from './answered-lately.ts';
import { createDamageLog, type DamageLog } from './damage-log.ts';

interface Tools {
  clock: Clock;
  log: Log;
}

/**
 * Passes files on from a store elsewhere, once the head of its answer is right; small files once they are whole. No
 * page waits for it, and a visitor who leaves ends it.
 */
export function mediaElsewhere(store: S3Store, tools: Tools): RequestHandler {
  const asker = { store, watch: watchAnswers(store.place, tools), damage: createDamageLog(tools.log) };

  return async function answerFromStore(request, response, next) {
    const name = nameOf(request.path);
    if (!isReadMethod(request) || name === null) return next();
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const asking = { name, request, signal: leaving.signal };
    const answer = asker.watch.mayAsk() ? await open(asker, asking) : 'away';
    if (leaving.signal.aborted) return;
    if (answer === 'away') response.locals['isMediaAway'] = true;
    if (typeof answer === 'string') return next();
    try {
      await send(answer, request, response, name);
      asker.damage.right(name);
    } catch (error) {
      // A file that breaks off cuts the connection: a visitor must not take a half for the whole.
      if (error instanceof MediaStoreError) asker.damage.damaged(name, error);
      response.destroy();
    } finally {
      answer.close();
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

interface Asker {
  store: S3Store;
  watch: AnsweredLately;
  damage: DamageLog;
}

async function open(
  { store, watch, damage }: Asker,
  { name, request, signal }: Asking,
): Promise<OpenFile | 'missing' | 'away'> {
  const { headers } = request;
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const range = isRangeExact(request) && onePart.test(headers.range ?? '') ? headers.range : undefined;
  let file: OpenFile | null = null;
  try {
    file = await store.open(name, { method, range, signal });
    const condition = request.get('if-range');
    if (file && range !== undefined && condition !== undefined && !isOf(condition, file)) {
      file.close();
      file = await store.open(name, { method, signal });
    }
    const answer = file && method === 'GET' ? await receiveSmall(file) : file;
    watch.answered();
    return answer ?? 'missing';
  } catch (error) {
    // A visitor who has left proves nothing about the store, and one file nothing about the others, also when it breaks
    // off.
    const isOfFile = error instanceof DamagedFileError || (file !== null && error instanceof MediaStoreError);
    if (isOfFile) damage.damaged(name, error);
    else if (!signal.aborted) watch.failed(error);
    return 'away';
  }
}

/**
 * Small files, such as most pictures, are answered once their content is known to be right. Larger ones are passed on
 * as they come.
 */
async function receiveSmall(file: OpenFile): Promise<OpenFile> {
  const length = Number(file.headers.get('content-length') ?? Infinity);
  if (file.status === 416 || length > maxReceived) return file;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.body) chunks.push(chunk);
  return { ...file, body: chunks };
}

const maxReceived = 262_144;

/** Range of a single part. Requests for several get the whole, as from a store that knows no parts. */
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
  // A file that is compressed on its way has other bytes.
  if (etag !== null) response.set('ETag', isCompressible(response) ? `W/${etag.replace(/^W\//, '')}` : etag);
  if (request.fresh) {
    response.status(304).removeHeader('Content-Length');
    response.removeHeader('Content-Range');
    response.end();
  } else if (request.method === 'HEAD') {
    response.end();
  } else {
    await pipeline(Readable.from(body, { objectMode: false }), response);
  }
}

const forEver = 'public, max-age=31536000, immutable';

/** After all places: while one of them is away, nobody can say whether a file is missing. */
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
