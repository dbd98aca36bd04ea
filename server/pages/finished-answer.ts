import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import type { PageError } from '#shared/page-error.ts';
import { codingFor } from '#server/http/content-coding.ts';
import { errorVary } from '#server/http/error-answer.ts';
import type { HeaderPairs } from '#server/http/security-headers.ts';

const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number] | 'identity';

interface CodedAnswer {
  /** Name, value, name, value, … as `writeHead` takes them. */
  headers: readonly string[];
  etag: string;
  body: Buffer;
}

/** A whole answer as bytes, ready for whoever asks. */
export interface FinishedAnswer {
  statusCode: number;
  /** What the page is about when it is an error page. */
  error: PageError | null;
  codings: Readonly<Record<Coding, CodedAnswer>>;
  bytes: number;
  /** How often it was sent: what is asked for often is worth a better compression. */
  sent: number;
}

interface Contents {
  type: 'html' | 'json';
  body: Buffer;
  /** False when something of it is missing: then nobody keeps it. */
  isWhole: boolean;
}

export interface AnswerFinisher {
  /** Compresses the body as much as is worth while a visitor may be waiting. */
  (page: Pick<FinishedAnswer, 'statusCode' | 'error'>, contents: Contents): Promise<FinishedAnswer>;
  /** Of every page. */
  pageHeaders: HeaderPairs;
  pageCaching: string;
  payloadCaching: string;
}

interface FinisherOptions {
  /** Of every answer of the site. */
  siteHeaders: HeaderPairs;
  /** Of every page beside these. */
  pageHeaders: HeaderPairs;
}

export function createAnswerFinisher({ siteHeaders, ...given }: FinisherOptions): AnswerFinisher {
  const pageHeaders: HeaderPairs = [['Content-Type', 'text/html; charset=utf-8'], ...given.pageHeaders];
  const headersOf = {
    html: [...siteHeaders.flat(), ...pageHeaders.flat()],
    json: [...siteHeaders.flat(), 'Content-Type', 'application/json; charset=utf-8'],
  };

  async function finish(
    { statusCode, error }: Pick<FinishedAnswer, 'statusCode' | 'error'>,
    { type, body, isWhole }: Contents,
  ): Promise<FinishedAnswer> {
    const [br, gz] = await Promise.all([brotli(body, quickBrotli), compressGzip(body, { level: 6 })]);
    const version = hash('sha256', body, 'base64url').slice(0, 22);
    const headers = [
      ...headersOf[type],
      ...['Cache-Control', isWhole ? caching[type] : 'no-store'],
      ...['Vary', error === null ? 'Accept-Encoding' : `${errorVary}, Accept-Encoding`],
    ];
    const coded = (coding: Coding, bytes: Buffer) =>
      codedAnswer(headers, coding, `"${version}-${coding}"`, bytes);
    return {
      statusCode,
      error,
      codings: { br: coded('br', br), gzip: coded('gzip', gz), identity: coded('identity', body) },
      bytes: br.length + gz.length + body.length + overhead,
      sent: 0,
    };
  }

  return Object.assign(finish, { pageHeaders, pageCaching: caching.html, payloadCaching: caching.json });
}

/**
 * Whoever keeps a copy asks each time whether it is still right, with an ETag that is the copy's own. So nothing needs
 * `Vary: Cookie`, though a page is written for a colour mode: any cookie would split a cache by visitor.
 */
const caching = { html: 'public, max-age=0, must-revalidate', json: 'no-cache' };

/** The same answer with the best compression that brotli has: a sixth smaller, and 40 times the work. */
export async function withBestBrotli(answer: FinishedAnswer): Promise<FinishedAnswer> {
  const { br, identity } = answer.codings;
  const body = await brotli(identity.body, constants.BROTLI_MAX_QUALITY);
  const etag = br.etag.replace('-br', '-br11');
  const headers = br.headers.with(br.headers.indexOf('ETag') + 1, etag);
  const length = headers.indexOf('Content-Length') + 1;
  const better: CodedAnswer = { etag, headers: headers.with(length, String(body.length)), body };
  return {
    ...answer,
    codings: { ...answer.codings, br: better },
    bytes: answer.bytes - br.body.length + body.length,
  };
}

interface SendOptions {
  requestId: string;
  /** What the store did, for `Server-Timing`. */
  mark: 'hit' | 'miss' | 'stale';
}

/** Answers GET and HEAD, with 304 when the visitor has it already. */
export function sendFinished(
  answer: FinishedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, mark }: SendOptions,
): void {
  answer.sent += 1;
  const { headers, etag, body } = answer.codings[codingFor(request.headers['accept-encoding'], codings)];
  const own = ['X-Request-Id', requestId, 'Server-Timing', `store;desc=${mark}`];
  const isKnown =
    answer.statusCode === 200 &&
    request.headers['if-none-match'] !== undefined &&
    fresh(request.headers, { etag });
  if (isKnown) {
    // Content-Length is the body's, and there is none. The same order for all: it stands last.
    response.writeHead(304, [...headers.slice(0, -2), ...own]).end();
  } else {
    response.writeHead(answer.statusCode, [...headers, ...own]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

function codedAnswer(headers: readonly string[], coding: Coding, etag: string, body: Buffer): CodedAnswer {
  return {
    headers: [
      ...headers,
      ...['ETag', etag],
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
      ...['Content-Length', String(body.length)],
    ],
    etag,
    body,
  };
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const quickBrotli = 5;

function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // Its usual window of 4 MB leaves the allocator in pieces; see app.ts.
      [constants.BROTLI_PARAM_LGWIN]: 17,
    },
  });
}

/** Headers, tags and the store's own books, in bytes. */
const overhead = 4_000;
