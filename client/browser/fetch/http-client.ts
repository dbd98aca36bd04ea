import { createFetch, FetchError } from 'ofetch';
import { timeLimit } from './time-limit.ts';

export interface HttpClient {
  /**
   * The parsed JSON of an answer. `path` is without the base path.
   * @throws HttpError for 400–599 (with the body's JSON in `data`) and when there was no answer, SyntaxError for JSON that
   * cannot be read
   */
  get(path: string, options?: { signal?: AbortSignal }): Promise<unknown>;
  /** Like `get`, but with the response itself, whose URL is the address after redirects. */
  getResponse(
    path: string,
    options?: { signal?: AbortSignal },
  ): Promise<{ response: Response; json: unknown }>;
  /** Sends a form. Never a second time: it may have been done. @throws as `get` */
  post(path: string, form: URLSearchParams, options?: { signal?: AbortSignal }): Promise<unknown>;
}

interface HttpClientOptions {
  /** Starts and ends with a slash. */
  baseURL: string;
  /** For each attempt. */
  timeoutMs: number;
  fetch?: typeof globalThis.fetch;
}

/**
 * HTTP client for every call of the browser except prefetching. The rules of ofetch are those of docs/contracts.md: one
 * retry for GET, HEAD and OPTIONS, none for methods with a body, and only for 408, 409, 425, 429, 500, 502, 503, 504
 * and no answer.
 * Repaired here: a timeout is retried like any missing answer (ofetch gives the retry the signal that has already
 * fired), an error keeps its status whatever its body is, such as a proxy's page with 503, and messages do not repeat
 * the query.
 */
export function createHttpClient({
  baseURL,
  timeoutMs,
  fetch = globalThis.fetch,
}: HttpClientOptions): HttpClient {
  const request = createFetch({
    defaults: { baseURL },
    fetch: (input, init) => {
      return fetch(input, { ...init, signal: timeLimit(timeoutMs, init?.signal) });
    },
  });

  async function ask(path: string, init: { method: string; body?: URLSearchParams; signal?: AbortSignal }) {
    try {
      const response = await request.raw<string | undefined>(path, {
        headers: { Accept: 'application/json' },
        parseResponse: (body) => body,
        ...init,
      });
      const { _data: text } = response;
      return { response, json: text === undefined ? undefined : JSON.parse(text) };
    } catch (error) {
      throw error instanceof FetchError ? new HttpError(error) : error;
    }
  }

  return {
    get: async (path, options) => (await ask(path, { method: 'GET', ...options })).json,
    getResponse: (path, options) => ask(path, { method: 'GET', ...options }),
    post: async (path, body, options) => (await ask(path, { method: 'POST', body, ...options })).json,
  };
}

class HttpError extends Error {
  override name = 'HttpError';
  readonly statusCode: number | undefined;
  readonly response: Response | undefined;
  /** Undefined where the body is no JSON: that of an error may be anybody's. */
  readonly data: unknown;

  constructor(cause: FetchError<string>) {
    super(cause.message.replace(/\?[^"\s]*/, ''), { cause: cause.cause });
    this.statusCode = cause.statusCode;
    this.response = cause.response;
    this.data = parse(cause.data);
  }
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
