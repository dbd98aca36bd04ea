import { isPageError, unreachable, type PageError } from '#shared/payload/page-error.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { loadDocumentInstead } from '../navigate/document-loads.ts';
import { timeLimit } from './time-limit.ts';

/** A prefetched payload is used by the click that follows, unless it is older. */
const maxAgeMs = 30_000;
const timeoutMs = 15_000;

/** Payloads by their paths. One without a body has been used, and need not be fetched in advance again so soon. */
const payloads = new Map<string, { at: number; body: Promise<PayloadBody> | null }>();

/** `page` is the address of a page. One transfer, whether it was fetched in advance or not. */
export function consumePayload(page: URL, signal: AbortSignal): Promise<PayloadBody> {
  const path = payloadPath(page);
  const inAdvance = findFresh(path)?.body ?? Promise.reject();
  payloads.set(path, { at: Date.now(), body: null });
  const body = inAdvance.catch(() => fetchPayload(path, signal));
  return body.catch((error: unknown) => {
    if (error instanceof MissingScript) return loadDocumentInstead(page.pathname + page.search, error.cause);
    throw error;
  });
}

export async function prefetchPayload(page: URL): Promise<void> {
  const path = payloadPath(page);
  if (findFresh(path)) return;
  const body = fetchInAdvance(path);
  payloads.set(path, { at: Date.now(), body });
  try {
    await body;
  } catch {
    // The click tries again and reports a failure then.
    payloads.delete(path);
  }
}

/** Forgets all payloads after something was changed, which they do not know of. */
export function forgetPayloads(): void {
  payloads.clear();
}

function findFresh(path: string) {
  const entry = payloads.get(path);
  return entry && Date.now() - entry.at < maxAgeMs ? entry : undefined;
}

function payloadPath({ pathname, search }: URL): string {
  return `${pathname.replace(/\/$/, '')}/_payload.json${search}`;
}

/**
 * Fetches a payload once, without the client for important requests, which most visits do not need before their first
 * click.
 */
async function fetchInAdvance(path: string): Promise<PayloadBody> {
  const headers = { Accept: 'application/json' };
  const response = await fetch(path, { headers, signal: timeLimit(timeoutMs) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return followed(response, await response.json());
}

async function fetchPayload(path: string, signal: AbortSignal): Promise<PayloadBody> {
  const { createHttpClient } = await import('./http-client.ts').catch((cause: unknown) => {
    throw new MissingScript('no HTTP client', { cause });
  });
  // Addresses have the base path already.
  const http = createHttpClient({ baseURL: '/', timeoutMs });
  try {
    const { response, json } = await http.getResponse(path, { signal });
    return followed(response, json);
  } catch (error) {
    if (signal.aborted) throw error;
    throw pageErrorFrom(error);
  }
}

/** Returns the payload. After a redirect its data is kept for the page's new address, and the navigation follows. */
function followed({ redirected, url }: Response, json: unknown): PayloadBody {
  const body = json as PayloadBody;
  if (!redirected) return body;
  const { pathname, search } = new URL(url);
  payloads.set(pathname + search, { at: Date.now(), body: Promise.resolve(body) });
  return { ...body, seeOther: url.replace('/_payload.json', '') };
}

/** Thrown when the script of the HTTP client cannot be loaded; its cause is the error of the import. */
class MissingScript extends Error {}

/**
 * Turns an error of `HttpClient` into a page error, without its script. The answer may come from another program on the
 * way, such as a proxy.
 */
export function pageErrorFrom(error: unknown): PageError {
  if (!(error instanceof Error) || !('response' in error) || !(error.response instanceof Response))
    return unreachable();
  const { status, statusText, headers } = error.response;
  const pageError = 'data' in error && isPageError(error.data) ? error.data : null;
  const message = statusText || `HTTP ${status}`;
  const retryAfterSeconds = secondsUntil(headers.get('Retry-After'));
  return {
    ...(pageError ?? { statusCode: status, statusMessage: message, message }),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  };
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
function secondsUntil(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}
