import type { IncomingMessage } from 'node:http';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { RequestCounter } from '#server/http/before-express.ts';
import { isReadMethod } from '#server/http/request/read-method.ts';
import type { AnswerKind, Counts } from './counts.ts';
import { note } from './tally.ts';

/** Counts all requests. Of a stored page that is two looks at the clock and four additions. */
export function countRequests(counts: Counts, basePath: string): RequestCounter {
  const { stored } = counts.requests;

  function countAnswered(kind: AnswerKind, statusCode: number, startedAt: number): void {
    const { statuses, took } = counts.requests[kind];
    const first = Math.trunc(statusCode / 100);
    statuses[first] = (statuses[first] ?? 0) + 1;
    note(took, performance.now() - startedAt);
  }

  return {
    countStored(statusCode, startedAt) {
      const first = Math.trunc(statusCode / 100);
      stored.statuses[first] = (stored.statuses[first] ?? 0) + 1;
      note(stored.took, performance.now() - startedAt);
    },

    countLeft() {
      counts.aborted += 1;
    },

    countBegun(request, response, startedAt) {
      counts.begun += 1;
      const kind = kindOf(request, basePath);
      response.on('close', () => {
        counts.ended += 1;
        if (response.writableFinished) countAnswered(kind, response.statusCode, startedAt);
        else counts.aborted += 1;
      });
    },
  };
}

/** Returns one of a few words for any request. */
function kindOf(request: Pick<IncomingMessage, 'method' | 'url'>, basePath: string): AnswerKind {
  const { url = '' } = request;
  if (!url.startsWith(basePath)) return 'other';
  const path = url.slice(basePath.length - 1);
  if (path.startsWith(`${editPaths.home}/`) || path === editPaths.home) return 'edit';
  if (/^\/(?:assets|media)\//.test(path)) return 'file';
  if (/^\/(?:healthz|readyz)(?:\?|$)/.test(path)) return 'health';
  return isReadMethod(request) ? 'page' : 'form';
}
