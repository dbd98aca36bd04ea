import { AsyncLocalStorage } from 'node:async_hooks';
import { newTrace, traceHeaders, type Trace } from './trace.ts';

/** The request for which something is done, wherever in the program that is. */
export interface RequestContext {
  requestId: string;
  /** As it was asked for; not for the log, which leaves secrets out. */
  url: string;
  trace: Trace;
  queries: QueryTimes;
}

/** What the database has taken of a request's time. */
interface QueryTimes {
  count: number;
  ms: number;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** Does what a request asks for, so that `currentRequest` knows of it, also after waiting. */
export function inRequest(request: Omit<RequestContext, 'queries'>, work: () => void): void {
  contexts.run({ ...request, queries: { count: 0, ms: 0 } }, work);
}

/** Null of what runs for no request, or for a page that was stored. */
export function currentRequest(): RequestContext | null {
  return contexts.getStore() ?? null;
}

/** Asks others so that they can go on with the trace of the request that it is for, or with one of its own. */
export function withTrace(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (address, init) => {
    const headers = new Headers(init?.headers ?? (address instanceof Request ? address.headers : undefined));
    const trace = currentRequest()?.trace ?? newTrace();
    for (const [name, value] of traceHeaders(trace)) headers.set(name, value);
    return fetch(address, { ...init, headers });
  };
}
