import { withoutSecrets } from '#server/http/request/request-log.ts';
import type { Log } from '#server/base/log.ts';
import { currentRequest, type RequestContext } from '#server/base/request-context.ts';
import type { Counts } from './counts.ts';
import { note } from './tally.ts';

/** Records the duration of both parts of making a page, each during its request. */
export interface PageWatch {
  /** `isAll`: nothing is rendered of it, such as of a payload. */
  loaded(ms: number, isAll: boolean): void;
  /** Rendering time, without the time in which the visitor receives the page. */
  rendered(ms: number): void;
}

interface WatchOptions {
  counts: Counts;
  log: Log;
  /** 0: no page is slow. */
  slowMs: number;
}

/** Counts rendered pages, and logs slow ones with the part that was slow. */
export function watchPages({ counts, log, slowMs }: WatchOptions): PageWatch {
  const loadings = new WeakMap<RequestContext, number>();

  function tellIfSlow(request: RequestContext | null, loadMs: number, renderMs: number): void {
    const ms = loadMs + renderMs;
    if (slowMs === 0 || ms < slowMs) return;
    counts.slowPages.add(ms);
    if (request === null) return;
    const { requestId, trace, url, queries } = request;
    const line = {
      ...{ requestId, trace_id: trace.traceId, url: withoutSecrets(url), ms: Math.round(ms) },
      reason: reasonOf(loadMs, renderMs, queries.ms),
      loadMs: Math.round(loadMs),
      renderMs: Math.round(renderMs),
      queries: queries.count,
      queryMs: Math.round(queries.ms),
    };
    log.warn(line, 'a page was slow');
  }

  return {
    loaded(ms, isAll) {
      note(counts.loading, ms);
      const request = currentRequest();
      if (request !== null) loadings.set(request, ms);
      if (isAll) tellIfSlow(request, ms, 0);
    },
    rendered(ms) {
      note(counts.rendering, ms);
      const request = currentRequest();
      tellIfSlow(request, (request && loadings.get(request)) ?? 0, ms);
    },
  };
}

/** Loaders ask several things at once, so their queries may add up to more than the loading took. */
function reasonOf(loadMs: number, renderMs: number, queryMs: number): 'database' | 'loading' | 'rendering' {
  if (renderMs > loadMs) return 'rendering';
  return queryMs * 2 >= loadMs ? 'database' : 'loading';
}
