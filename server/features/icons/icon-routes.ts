import { Router, type Response } from 'express';
import type { Clock } from '#server/base/clock.ts';
import type { PageError } from '#shared/payload/page-error.ts';
import { secondMs } from '#server/base/durations.ts';
import { sendErrorJson } from '#server/http/answer/error-answer.ts';
import { sendTagged } from '#server/http/answer/send-tagged.ts';
import type { Log } from '#server/base/log.ts';
import { parseIconRequest, type IconRequest } from './icon-request.ts';
import { createIconService, type ServiceFailure } from './icon-service.ts';
import type { IconSet } from './icon-set.ts';
import { openInstalledCollections } from './installed-collections.ts';

interface IconOptions {
  /** Holds `{collection}/icons.json` of each installed collection. */
  collectionsDir: string;
  /** Address of a service for collections that are not installed; null: none. */
  iconApiUrl: string | null;
  fetch: typeof globalThis.fetch;
  log: Log;
  clock: Clock;
  timeoutMs?: number;
}

// Once here and once in the browser: together a new icon is seen after a minute.
const missingSeconds = 30;
const whenComplete = 'public, max-age=86400, s-maxage=604800, stale-while-revalidate=604800';
const whenMissing = `public, max-age=${missingSeconds}`;

const failures: Record<ServiceFailure, PageError> = {
  timeout: {
    statusCode: 504,
    statusMessage: 'Gateway Timeout',
    message: 'The icon service did not answer in time',
  },
  failed: { statusCode: 502, statusMessage: 'Bad Gateway', message: 'The icon service cannot be asked' },
  busy: {
    statusCode: 503,
    statusMessage: 'Service Unavailable',
    message: 'The icon service is being asked for too much at once',
  },
};

/** `GET /api/_nuxt_icon/{collection}[.json]?icons=a,b`: icons in Iconify's JSON form, for older clients (docs/contracts.md). */
export function iconRoutes({ collectionsDir, iconApiUrl, timeoutMs = 1500, ...rest }: IconOptions): Router {
  const installed = openInstalledCollections(collectionsDir);
  const service =
    iconApiUrl === null
      ? null
      : createIconService({ ...rest, iconApiUrl, timeoutMs, missingMs: missingSeconds * secondMs });

  const router = Router({ caseSensitive: true, strict: true });
  router.get('/api/_nuxt_icon/:collection', async (request, response) => {
    const iconRequest = parseIconRequest(request.params.collection, request.query['icons']);
    const answer = 'problem' in iconRequest ? badRequest(iconRequest.problem) : await answerTo(iconRequest);
    if ('prefix' in answer) return sendIcons(response, answer);
    response.set('Cache-Control', answer.statusCode === 404 ? whenMissing : 'no-store');
    if (answer.statusCode === 503) response.set('Retry-After', '1');
    sendErrorJson(answer, request, response);
  });
  return router;

  async function answerTo(iconRequest: IconRequest): Promise<IconSet | PageError> {
    const source = installed.has(iconRequest.collection) ? installed : service;
    const answer = (await source?.find(iconRequest)) ?? null;
    if (answer === null) return noSuchIcon(iconRequest);
    return typeof answer === 'string' ? failures[answer] : answer;
  }
}

function sendIcons(response: Response, icons: IconSet): void {
  response.set('Cache-Control', icons.not_found ? whenMissing : whenComplete).type('json');
  sendTagged(response, JSON.stringify(icons));
}

function badRequest(message: string): PageError {
  return { statusCode: 400, statusMessage: 'Bad Request', message };
}

function noSuchIcon({ collection, names }: IconRequest): PageError {
  const message = `No such icon in "${collection}": ${names.join(', ')}`;
  return { statusCode: 404, statusMessage: 'Not Found', message };
}
