import { createFetch, FetchError, type FetchResponse } from 'ofetch';

export interface HttpClient {
  /**
   * The parsed JSON of an answer. `path` is without the base path.
   * @throws FetchError for 400–599 (with the body in `data`), when there was no answer, and for invalid JSON
   */
  get(path: string, options?: { signal?: AbortSignal }): Promise<unknown>;
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
 * Every call that the browser makes. ofetch's own rules are the specification's: one retry for GET, HEAD and
 * OPTIONS, none for methods with a body, and only for 408, 409, 425, 429, 500, 502, 503, 504 and no answer.
 * Repaired here: a timeout is retried like any missing answer (ofetch gives the retry the signal that has
 * already fired), JSON that cannot be read is an error unless the status is one already, such as a proxy's page with
 * 503, and messages do not repeat the query.
 */
export function createHttpClient({
  baseURL,
  timeoutMs,
  fetch = globalThis.fetch,
}: HttpClientOptions): HttpClient {
  const request = createFetch({
    defaults: { baseURL },
    fetch: (input, init) => {
      return fetch(input, { ...init, signal: firstOf(AbortSignal.timeout(timeoutMs), init?.signal) });
    },
  });

  async function ask(path: string, init: { method: string; body?: URLSearchParams; signal?: AbortSignal }) {
    try {
      return await request<unknown>(path, {
        headers: { Accept: 'application/json' },
        parseResponse: (text) => text,
        onResponse: ({ response }) => {
          response._data = parse(response);
        },
        ...init,
      });
    } catch (error) {
      if (error instanceof FetchError) error.message = error.message.replace(/\?[^"\s]*/, '');
      throw error;
    }
  }

  return {
    get: (path, options) => ask(path, { method: 'GET', ...options }),
    post: (path, body, options) => ask(path, { method: 'POST', body, ...options }),
  };
}

function parse({ status, _data: text }: FetchResponse<string>): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // The body of an error may be anybody's.
    if (status >= 400) return undefined;
    throw error;
  }
}

/** Safari before 17.4 has no `any`: there a timeout counts only where nobody may give up before. */
function firstOf(timeout: AbortSignal, signal: AbortSignal | null | undefined): AbortSignal {
  if (!signal) return timeout;
  return 'any' in AbortSignal ? AbortSignal.any([timeout, signal]) : signal;
}
