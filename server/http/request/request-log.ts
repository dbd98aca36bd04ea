import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Log } from '#server/base/log.ts';
import { readTrace, type Trace } from '#server/base/trace.ts';

/**
 * Gives each request an id, taken from a well-formed `X-Request-Id` or made, and logs one line when it ends. The answer
 * contains the id (`requestIdHeader`, or with a stored page), so that a visitor can quote it.
 */
export function requestLog(log: Log): (request: IncomingMessage, response: ServerResponse) => LoggedResponse {
  return function logRequest(request, response) {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    // Express keeps existing `locals`.
    const logged = Object.assign(response, { locals: { log, requestId, trace: null } });
    if (log.isLevelEnabled('info')) logAtEnd(request, logged);
    return logged;
  };
}

function logAtEnd({ method, url = '' }: IncomingMessage, response: LoggedResponse): void {
  const { log, requestId } = response.locals;
  const startedAt = performance.now();
  // It comes once; `once` would wrap the listener for each request.
  response.on('close', () => {
    const { traceId, spanId } = traceOf(response);
    const line = {
      requestId,
      trace_id: traceId,
      span_id: spanId,
      method,
      url: withoutSecrets(url),
      status: response.statusCode,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      // Undefined values are not written.
      aborted: response.writableFinished ? undefined : true,
    };
    log.info(line, 'request');
  });
}

export function requestIdHeader(): RequestHandler {
  return function setRequestId(_request, response, next) {
    response.setHeader('X-Request-Id', requestIdOf(response));
    next();
  };
}

/**
 * Hides credentials and personal data in an address: in a provider's answer, a link that sets a password, a search for
 * people, or by mistake.
 */
export function withoutSecrets(url: string): string {
  if (!url.includes('=') && !url.includes('link')) return url;
  const hidden = url
    .replace(/(account(?:\/|%2f)+link(?:\/|%2f)+)[^/?&#]+/gi, '$1…')
    .replace(/([?&](?:code|state|password|email|[a-z_]*token)=)[^&]*/gi, '$1…');
  return url.includes('/edit/accounts') ? hidden.replace(/([?&]q=)[^&]*/gi, '$1…') : hidden;
}

interface RequestLocals {
  log: Log;
  requestId: string;
  /** Null until first use, see `traceOf`. */
  trace: Trace | null;
}

export type LoggedResponse = ServerResponse & { locals: RequestLocals };

declare global {
  namespace Express {
    /** Set before Express sees the request. */
    interface Locals extends RequestLocals {}
  }
}

export function requestIdOf(response: LoggedResponse): string {
  return response.locals.requestId;
}

/** Read on first use: a stored page without a line in the log needs none. */
export function traceOf(response: LoggedResponse): Trace {
  const { locals, req } = response;
  return (locals.trace ??= readTrace(req.headers));
}

export function requestLogOf(response: LoggedResponse): Log {
  const { log, requestId } = response.locals;
  const { traceId, spanId } = traceOf(response);
  return log.child({ requestId, trace_id: traceId, span_id: spanId });
}
