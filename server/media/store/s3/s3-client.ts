import { setTimeout as delay } from 'node:timers/promises';
import type { S3Config } from '#server/config/config-media.ts';
import { reasonOf } from '#server/base/errors.ts';
import { DamagedFileError, MediaStoreError } from '../store-error.ts';
import { createIdleLimit, type IdleLimit } from './idle-limit.ts';
import { readRefusal, remedyFor } from './s3-answers.ts';
import { createRequestSigner, type SignableRequest } from './sign-request.ts';
import { watched } from './watched-body.ts';

export interface S3Request extends SignableRequest {
  /** Aborted when nobody wants the answer any longer. */
  signal?: AbortSignal;
  /** Maximum wait, in ms, for the beginning of an answer, or for the next piece of a body from a file to be taken. */
  patienceMs?: number;
  /** Maximum time of all of it until the answer begins, in ms. */
  wholeMs?: number;
}

export interface S3Answer {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
  /** Aborts the rest of a body that nobody has read. */
  limit: IdleLimit;
}

export interface S3Client {
  readonly place: string;
  /**
   * Sends the request once. Resolves to the answer, or to null when there is no such object.
   * @throws MediaStoreError when the service does not answer, or refuses.
   */
  ask(request: S3Request): Promise<S3Answer | null>;
  /** Reads a short answer to its end. */
  text(answer: S3Answer): Promise<string>;
  /** Repeats the work, a few times, while the service is away. */
  patiently<T>(work: () => Promise<T>): Promise<T>;
}

export interface S3ClientOptions {
  fetch: typeof globalThis.fetch;
  /** Called for each chunk of a file on its way. */
  onSending?: (() => void) | undefined;
}

const usualPatienceMs = 10_000;
const maxTries = 4;
const firstPauseMs = 200;

export function createS3Client(config: S3Config, { fetch, onSending }: S3ClientOptions): S3Client {
  const { bucket, prefix, endpoint } = config;
  const place = `the media store s3://${bucket}/${prefix} at ${endpoint}`;
  const sign = createRequestSigner(config);

  async function send({ signal, patienceMs = usualPatienceMs, wholeMs = patienceMs, ...request }: S3Request) {
    const { url, headers } = await sign(request);
    // Otherwise the answer may come in a coding, with the length before coding.
    headers.set('accept-encoding', 'identity');
    const limit = createIdleLimit(signal);
    const endsAt = performance.now() + wholeMs;
    const wait = () => limit.begin(Math.max(0, Math.min(patienceMs, endsAt - performance.now())));
    let isAnswered = false;
    wait();
    try {
      const answer = await fetch(url, {
        method: request.method,
        headers,
        body: watched(request.body?.data, () => {
          // A refusal may come before the end of the file.
          if (!isAnswered) wait();
          onSending?.();
        }),
        // Another address would need another signature.
        redirect: 'manual',
        signal: limit.signal,
      });
      isAnswered = true;
      limit.end();
      return { status: answer.status, headers: answer.headers, body: answer.body, limit };
    } catch (cause) {
      limit.end();
      signal?.throwIfAborted();
      throw new MediaStoreError(`${place} cannot be reached: ${reasonOf(deepest(cause))}`, {
        isAway: true,
        cause,
      });
    }
  }

  async function text({ body, limit }: S3Answer): Promise<string> {
    limit.begin(usualPatienceMs);
    try {
      return await new Response(body).text();
    } catch (cause) {
      limit.abort();
      throw new MediaStoreError(`${place} broke off its answer: ${reasonOf(deepest(cause))}`, {
        isAway: true,
        cause,
      });
    } finally {
      limit.end();
    }
  }

  return {
    place,
    text,

    async ask(request) {
      const answer = await send(request);
      const { status } = answer;
      if (status < 500 && isPage(answer)) throw describePage(request, answer, place);
      if (status < 300 || status === 416) return answer;
      // The answer to a HEAD has nothing but the status.
      const refusal = readRefusal(await text(answer));
      if (status === 404 && request.key !== undefined && refusal.code !== 'NoSuchBucket') return null;
      const said = [refusal.code, refusal.message].filter((part) => part !== '').join(': ');
      const isAway = status >= 500 || status === 429 || refusal.code === 'RequestTimeout';
      throw new MediaStoreError(
        isAway
          ? `${place} is away: it answered ${status}${said && ` (${said})`}`
          : `${place} refuses with ${status}${said && ` (${said})`}; ${remedyFor(refusal, status)}`,
        { isAway },
      );
    },
    patiently,
  };
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      // Damage that lasts longer than a moment stays.
      const limit = error instanceof DamagedFileError ? 2 : maxTries;
      if (!(error instanceof MediaStoreError) || !error.isAway || tries >= limit) throw error;
    }
    // Requests that were refused at the same moment come back at different ones.
    await delay(firstPauseMs * 3 ** (tries - 1) * (0.5 + Math.random()));
  }
}

/** Files of ours are no pages: a proxy, a firewall or another program has answered instead. */
function isPage({ headers }: S3Answer): boolean {
  return /^text\/html\b/.test(headers.get('content-type') ?? '');
}

function describePage({ key }: S3Request, { status, limit }: S3Answer, place: string): MediaStoreError {
  limit.abort();
  const fault = `the answer is ${status} with a page (text/html), which no service that speaks S3 has sent`;
  return key === undefined
    ? new MediaStoreError(`${place} is away: ${fault}`, { isAway: true })
    : new DamagedFileError(key, place, fault);
}

/** An error of fetch says only that it failed; the reason stands in its cause. */
function deepest(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? deepest(error.cause) : error;
}
