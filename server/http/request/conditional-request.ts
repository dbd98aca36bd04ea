import type { IncomingMessage } from 'node:http';

/**
 * Removes `Cache-Control` from a conditional request. `fetch` adds `no-cache` by itself where a program sends
 * `If-None-Match`, and the package `fresh`, and so Express, never answers that with 304 (RFC 9110, 13.2.2 lets it). No
 * answer of ours depends on that header: validators are compared with a fresh answer.
 */
export function answerConditionally(request: IncomingMessage): void {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
}
