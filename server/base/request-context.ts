import { AsyncLocalStorage } from 'node:async_hooks';
import { newTrace, traceHeaders, type Trace } from './trace.ts';

/** The request for which something is done, wherever in the program that is. */
export interface RequestContext {
  requestId: string;
  /** Requested address; not for the log, which leaves secrets out. */
  url: string;
  trace: Trace;
  queries: QueryTimes;
}

/** Queries of a request and their time. */
interface QueryTimes {
  count: number;
  ms: number;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** Runs the work of a request, so that `currentRequest` returns it, also after waiting. */
export function inRequest(request: Omit<RequestContext, 'queries'>, work: () => void): void {
  contexts.run({ ...request, queries: { count: 0, ms: 0 } }, work);
}

/** Null outside of a request, and for a stored page. */
export function currentRequest(): RequestContext | null {
  return contexts.getStore() ?? null;
}

/** Wraps `fetch` so that requests carry the trace of the current request, or a new one. */
export function withTrace(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (address, init) => {
    const headers = new Headers(init?.headers ?? (address instanceof Request ? address.headers : undefined));
    const trace = currentRequest()?.trace ?? newTrace();
    for (const [name, value] of traceHeaders(trace)) headers.set(name, value);
    return fetch(address, { ...init, headers });
  };
}
