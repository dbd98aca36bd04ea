import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { errorVary } from '#server/http/error-answer.ts';
import type { TagNumbers } from '#server/freshness/tags.ts';
import type { HeaderPairs } from '#server/http/security-headers.ts';
import type { LoadedPage } from './load-page.ts';
import { decode, encodeBest, encodeNow, type Coding } from './page-codings.ts';

/** A whole answer as bytes, ready for whoever asks. */
export interface EncodedResponse {
  statusCode: number;
  /** Says what the body is, whatever its coding. */
  version: string;
  /** In every coding: name, value, name, value, … as `writeHead` takes them. Shared by all answers of its kind. */
  headers: readonly string[];
  /** Its body in the coding of whom it was made for, and in those that others have asked for since. */
  codings: Readonly<Partial<Record<Coding, CodedBody>>>;
  bytes: number;
  /** How often it was sent: what is asked for often is worth a better compression. */
  sent: number;
}

interface CodedBody {
  etag: string;
  body: Buffer;
}

interface Contents {
  type: 'html' | 'json';
  coding: Coding;
  plain: Buffer;
  /** The same in this coding. */
  coded: Buffer;
  /** False when something of it is missing: then nobody keeps it. */
  isWhole: boolean;
}

export interface ResponseEncoder {
  (page: Pick<LoadedPage, 'statusCode' | 'error'>, contents: Contents): EncodedResponse;
  /** Of every page. */
  pageHeaders: HeaderPairs;
  pageCaching: string;
  payloadCaching: string;
}

interface EncoderOptions {
  /** Of every answer of the site. */
  siteHeaders: HeaderPairs;
  /** Of every page beside these. */
  pageHeaders: HeaderPairs;
}

export function createResponseEncoder({ siteHeaders, ...given }: EncoderOptions): ResponseEncoder {
  const pageHeaders: HeaderPairs = [['Content-Type', 'text/html; charset=utf-8'], ...given.pageHeaders];
  const headersOf = {
    html: [...siteHeaders.flat(), ...pageHeaders.flat()],
    json: [...siteHeaders.flat(), 'Content-Type', 'application/json; charset=utf-8'],
  };

  /** The same array each time, for ten thousand answers hold one. */
  const known = new Map<string, readonly string[]>();
  function headersFor(type: Contents['type'], cacheControl: string, isError: boolean): readonly string[] {
    const vary = isError ? `${errorVary}, Accept-Encoding` : 'Accept-Encoding';
    const key = `${type} ${cacheControl} ${vary}`;
    const headers = known.get(key) ?? [...headersOf[type], 'Cache-Control', cacheControl, 'Vary', vary];
    known.set(key, headers);
    return headers;
  }

  function finish(
    { statusCode, error }: Pick<LoadedPage, 'statusCode' | 'error'>,
    { type, coding, plain, coded, isWhole }: Contents,
  ): EncodedResponse {
    const version = hash('sha256', plain, 'base64url').slice(0, 22);
    const headers = headersFor(type, isWhole ? caching[type] : 'no-store', error !== null);
    const empty: EncodedResponse = {
      statusCode,
      version,
      headers,
      codings: {},
      bytes: overhead,
      sent: 0,
    };
    return withBody(empty, coding, coded, version);
  }

  return Object.assign(finish, { pageHeaders, pageCaching: caching.html, payloadCaching: caching.json });
}

/**
 * Whoever keeps a copy asks each time whether it is still right, with an ETag that is the copy's own. So nothing needs
 * `Vary: Cookie`, though a page is written for a colour mode: any cookie would split a cache by visitor.
 */
const caching = { html: 'public, max-age=0, must-revalidate', json: 'no-cache' };

/** The same answer in this coding too; nothing needs it without one then, for it can be had from another. */
export function withCoding(answer: EncodedResponse, coding: Coding): EncodedResponse {
  if (answer.codings[coding] !== undefined) return answer;
  const body = encodeNow(plainBody(answer), coding);
  return withBody(coding === 'identity' ? answer : withoutIdentity(answer), coding, body, answer.version);
}

/** The same answer in brotli as small as it is worth, a twentieth smaller. */
export async function withBestBrotli(answer: EncodedResponse): Promise<EncodedResponse> {
  const body = await encodeBest(plainBody(answer));
  return withBody(withoutIdentity(answer), 'br', body, `${answer.version}-best`);
}

interface SendOptions {
  /** What the visitor gets it in: the answer is there in it, see `withCoding`. */
  coding: Coding;
  requestId: string;
  /** What the store did, for `Server-Timing`. */
  mark: 'hit' | 'miss' | 'stale';
}

/** Answers GET and HEAD, with 304 when the visitor has it already. */
export function sendEncoded(
  answer: EncodedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  { coding, requestId, mark }: SendOptions,
): void {
  const coded = answer.codings[coding];
  if (coded === undefined) throw new Error('the answer is not there in the coding of the visitor');
  answer.sent += 1;
  const { etag, body } = coded;
  const own = ['ETag', etag, 'X-Request-Id', requestId, 'Server-Timing', `store;desc=${mark}`];
  if (coding !== 'identity') own.push('Content-Encoding', coding);
  const isKnown =
    answer.statusCode === 200 &&
    request.headers['if-none-match'] !== undefined &&
    fresh(request.headers, { etag });
  if (isKnown) {
    response.writeHead(304, [...answer.headers, ...own]).end();
  } else {
    own.push('Content-Length', String(body.length));
    response.writeHead(answer.statusCode, [...answer.headers, ...own]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

function withBody(answer: EncodedResponse, coding: Coding, body: Buffer, version: string): EncodedResponse {
  const before = answer.codings[coding]?.body.length ?? 0;
  return {
    ...answer,
    codings: { ...answer.codings, [coding]: { etag: `"${version}-${coding}"`, body } },
    bytes: answer.bytes - before + body.length,
  };
}

function withoutIdentity(answer: EncodedResponse): EncodedResponse {
  const { identity, ...codings } = answer.codings;
  return { ...answer, codings, bytes: answer.bytes - (identity?.body.length ?? 0) };
}

function plainBody({ codings }: EncodedResponse): Buffer {
  for (const coding of ['identity', 'gzip', 'br'] as const) {
    const coded = codings[coding];
    if (coded) return decode(coded.body, coding);
  }
  throw new Error('an answer without a body in any coding');
}

/** What it takes to keep the answer, in bytes. */
export function bytesOf(answer: EncodedResponse, tags: TagNumbers): number {
  return answer.bytes + tags.length * bytesPerTag;
}

/** Key, ETag and the objects around them, in bytes; measured, as the next. */
const overhead = 1_200;
const bytesPerTag = 8;
