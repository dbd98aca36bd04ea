import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { errorVary } from '#server/http/answer/error-answer.ts';
import type { TagNumbers } from '#server/freshness/tags.ts';
import type { EdgeHeaders } from '#server/features/edge/edge-answers.ts';
import type { HeaderPairs } from '#server/http/answer/security-headers.ts';
import { withEdgeHeaders } from '../respond/edge-headers.ts';
import type { LoadedPage } from '../load/load-page.ts';
import { caching } from './page-caching.ts';
import { decode, encodeBest, encodeNow, type Coding } from './page-codings.ts';

/** A whole page or payload as bytes, ready to be sent. */
export interface EncodedResponse {
  statusCode: number;
  /** Identifies the body, whatever its coding. */
  version: string;
  /** In every coding: name, value, name, value, … as `writeHead` takes them. Shared by all responses of its kind. */
  headers: readonly string[];
  /** Body in the coding that it was made in, and in those that visitors have asked for since. */
  codings: Readonly<Partial<Record<Coding, CodedBody>>>;
  bytes: number;
  /** Number of times that it was sent. */
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
  /** `plain` in this coding. */
  coded: Buffer;
  /** False when a part of it is missing: then nobody keeps it. */
  isCacheable: boolean;
}

/** Content of a document, which is neither a page nor its payload. */
interface DocumentContents extends Pick<Contents, 'coding' | 'plain' | 'coded'> {
  contentType: string;
  headers: HeaderPairs;
}

export interface ResponseEncoder {
  (page: Pick<LoadedPage, 'statusCode' | 'error'>, contents: Contents): EncodedResponse;
  document(contents: DocumentContents): EncodedResponse;
  /** Headers of every page. */
  pageHeaders: HeaderPairs;
}

interface EncoderOptions {
  /** Headers of every response of the site. */
  siteHeaders: HeaderPairs;
  /** Headers of every page beside these. */
  pageHeaders: HeaderPairs;
}

export function createResponseEncoder({ siteHeaders, ...given }: EncoderOptions): ResponseEncoder {
  const pageHeaders: HeaderPairs = [['Content-Type', 'text/html; charset=utf-8'], ...given.pageHeaders];
  const headersOf = {
    html: [...siteHeaders.flat(), ...pageHeaders.flat()],
    json: [...siteHeaders.flat(), 'Content-Type', 'application/json; charset=utf-8'],
  };

  /** Shared by the responses of each kind, for ten thousand of them hold it. */
  const shared = new Map<string, readonly string[]>();
  function headersFor(type: Contents['type'], cacheControl: string, isError: boolean): readonly string[] {
    const vary = isError ? `${errorVary}, Accept-Encoding` : 'Accept-Encoding';
    const key = `${type} ${cacheControl} ${vary}`;
    const headers = shared.get(key) ?? [...headersOf[type], 'Cache-Control', cacheControl, 'Vary', vary];
    shared.set(key, headers);
    return headers;
  }

  function encode(
    { statusCode, error }: Pick<LoadedPage, 'statusCode' | 'error'>,
    { type, coding, plain, coded, isCacheable }: Contents,
  ): EncodedResponse {
    const headers = headersFor(type, isCacheable ? caching[type] : 'no-store', error !== null);
    return finish({ statusCode, headers }, { coding, plain, coded });
  }

  function document({ contentType, headers: own, ...contents }: DocumentContents): EncodedResponse {
    const common = ['Content-Type', contentType, 'Cache-Control', caching.html, 'Vary', 'Accept-Encoding'];
    return finish({ statusCode: 200, headers: [...siteHeaders.flat(), ...common, ...own.flat()] }, contents);
  }

  return Object.assign(encode, { pageHeaders, document });
}

function finish(
  given: Pick<EncodedResponse, 'statusCode' | 'headers'>,
  { coding, plain, coded }: Pick<Contents, 'coding' | 'plain' | 'coded'>,
): EncodedResponse {
  const version = hash('sha256', plain, 'base64url').slice(0, 22);
  return withBody({ ...given, version, codings: {}, bytes: overhead, sent: 0 }, coding, coded, version);
}

/**
 * Adds the body in this coding, if it is not there. Then the plain one is dropped, which few ask for: it can be made
 * from any other.
 */
export function withCoding(response: EncodedResponse, coding: Coding): EncodedResponse {
  if (response.codings[coding] !== undefined) return response;
  const body = encodeNow(plainBody(response), coding);
  const base = coding === 'identity' ? response : withoutIdentity(response);
  return withBody(base, coding, body, response.version);
}

/** Replaces the body in brotli by one as small as it is worth, a twentieth smaller. */
export async function withBestBrotli(response: EncodedResponse): Promise<EncodedResponse> {
  const body = await encodeBest(plainBody(response));
  return withBody(withoutIdentity(response), 'br', body, `${response.version}-best`);
}

interface SendOptions {
  /** Coding for the visitor: the body is there in it, see `withCoding`. */
  coding: Coding;
  requestId: string;
  /** Result of the page cache, for `Server-Timing`. */
  mark: 'hit' | 'miss' | 'stale';
  /** Headers for caches in front; null: these may not keep the answer; undefined: none keeps any. */
  edge?: EdgeHeaders | null | undefined;
}

/**
 * Answers GET and HEAD, with 304 when the visitor has it already. Not where caches in front may not keep it: by a 304 nginx
 * renews what it has for the time that it had before, and so a price beyond the end of its sale.
 */
export function sendEncoded(
  encoded: EncodedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  { coding, requestId, mark, edge }: SendOptions,
): void {
  const coded = encoded.codings[coding];
  if (coded === undefined) throw new Error('the body is not there in the coding of the visitor');
  encoded.sent += 1;
  const { etag, body } = coded;
  const own = ['ETag', etag, 'X-Request-Id', requestId, 'Server-Timing', `store;desc=${mark}`];
  if (coding !== 'identity') own.push('Content-Encoding', coding);
  const headers = edge ? withEdgeHeaders(encoded.headers, edge) : encoded.headers;
  const isKnown =
    encoded.statusCode === 200 &&
    edge !== null &&
    request.headers['if-none-match'] !== undefined &&
    fresh(request.headers, { etag });
  if (isKnown) {
    response.writeHead(304, [...headers, ...own]).end();
  } else {
    own.push('Content-Length', String(body.length));
    response.writeHead(encoded.statusCode, [...headers, ...own]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

function withBody(response: EncodedResponse, coding: Coding, body: Buffer, version: string): EncodedResponse {
  const before = response.codings[coding]?.body.length ?? 0;
  return {
    ...response,
    codings: { ...response.codings, [coding]: { etag: `"${version}-${coding}"`, body } },
    bytes: response.bytes - before + body.length,
  };
}

function withoutIdentity(response: EncodedResponse): EncodedResponse {
  const { identity, ...codings } = response.codings;
  return { ...response, codings, bytes: response.bytes - (identity?.body.length ?? 0) };
}

function plainBody({ codings }: EncodedResponse): Buffer {
  for (const coding of ['identity', 'gzip', 'br'] as const) {
    const coded = codings[coding];
    if (coded) return decode(coded.body, coding);
  }
  throw new Error('a response without a body in any coding');
}

/** Memory that the response takes, in bytes. */
export function bytesOf(response: EncodedResponse, tags: TagNumbers): number {
  return response.bytes + tags.length * bytesPerTag;
}

/** Key, ETag and the objects around them, in bytes; measured, as the next. */
const overhead = 1_200;
const bytesPerTag = 8;
