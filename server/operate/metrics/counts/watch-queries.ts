import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import type { QueryWatch } from '#server/db/open/query-watch.ts';
import { withoutSecrets } from '#server/http/request/request-log.ts';
import type { Log } from '#server/base/log.ts';
import { currentRequest } from '#server/base/request-context.ts';
import type { Counts } from './counts.ts';
import { note } from './tally.ts';

interface WatchOptions {
  counts: Counts;
  log: Log;
  /** 0: no query is slow. */
  slowMs: number;
}

/** Counts queries, adds their time to that of the request, and logs slow ones. */
export function watchQueries({ counts, log, slowMs }: WatchOptions): QueryWatch {
  return function watchQuery({ sql, ms, error }) {
    const hasFailed = error !== undefined;
    // Repeated every 20 ms until another process has written.
    if (hasFailed && sql === 'begin immediate') return;
    note(counts.queries, ms);
    const request = currentRequest();
    if (request !== null) {
      request.queries.count += 1;
      request.queries.ms += ms;
    }
    const trouble = hasFailed ? (findStorageTrouble(error) ?? 'other') : null;
    if (trouble !== null) counts.queryErrors[trouble] += 1;
    if (trouble === 'full') counts.fullDisk.add();
    if (slowMs === 0 || ms < slowMs) return;
    counts.slowQueries.add(ms);
    const context = request && {
      requestId: request.requestId,
      trace_id: request.trace.traceId,
      url: withoutSecrets(request.url),
    };
    const reason = trouble === null ? (isWrite(sql) ? 'writing' : 'reading') : `given up: ${trouble}`;
    // Without its values, which may be a visitor's.
    log.warn({ ...context, ms: Math.round(ms), reason, sql: sql.slice(0, 1_000) }, 'a query was slow');
  };
}

function isWrite(sql: string): boolean {
  return /^\s*(?:insert|update|delete|commit|begin|lock)\b/i.test(sql);
}
