import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { EdgeAnswers } from '#server/features/edge/edge-answers.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { sendError } from '#server/http/answer/error-answer.ts';
import { requestIdOf, type LoggedResponse } from '#server/http/request/request-log.ts';
import { sendEncoded, withCoding, type EncodedResponse } from '../store/encoded-response.ts';
import type { NegativeEntry, PageCache } from '../store/page-cache.ts';
import { codingOf } from '../store/page-codings.ts';
import { sendPayloadError } from './send-payload.ts';

export interface CachedSender {
  send(
    key: string,
    entry: CacheEntry<EncodedResponse>,
    request: IncomingMessage,
    response: LoggedResponse,
  ): void;
  /** Answers that there is no such page, in the requested form. */
  sendNegative(
    key: string,
    entry: CacheEntry<NegativeEntry>,
    request: Request,
    response: Response,
  ): Promise<void>;
  /** @throws when the entry is a payload's, which has no page. */
  sendNegativePage(
    key: string,
    entry: CacheEntry<NegativeEntry>,
    request: IncomingMessage,
    response: LoggedResponse,
  ): void;
  /** Sends the last answer while the database cannot be reached: better than nothing. False when there is none. */
  sendStale(key: string, request: Request, response: Response): boolean;
}

/** Sends entries of the page cache. `answers` has the headers for caches in front; without it, these ask each time. */
export function createCachedSender(pageCache: PageCache, answers?: EdgeAnswers): CachedSender {
  const sendNegativePage: CachedSender['sendNegativePage'] = (key, entry, request, response) => {
    const { error, page } = entry.value;
    if (page === null) throw new Error('a payload that is missing has no page');
    const coding = codingOf(request);
    const value = withCoding(page, coding);
    pageCache.countHit();
    if (value !== page) pageCache.replaceNegative(key, entry, { error, page: value });
    const edge = answers?.headersOf(entry);
    sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'hit', edge });
  };

  return {
    send(key, entry, request, response) {
      const coding = codingOf(request);
      const value = withCoding(entry.value, coding);
      // An entry that was waited for may be outdated: then it is right for this visitor, and for nobody after.
      const isRight = answers !== undefined && pageCache.responses.find(key) === entry;
      const edge = isRight ? answers.headersOf(entry) : answers && null;
      sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'hit', edge });
      // Also plain, which few want: the next one who does asks for it again.
      if (value !== entry.value) pageCache.replace(key, entry, value);
      pageCache.noteUse(key, entry);
    },

    async sendNegative(key, entry, request, response) {
      const { error, page } = entry.value;
      if (page === null) {
        pageCache.countHit();
        response.set('Server-Timing', 'store;desc=hit');
        return sendPayloadError(error, request, response);
      }
      await sendError(error, request, response, async () => sendNegativePage(key, entry, request, response));
    },

    sendNegativePage,

    sendStale(key, request, response) {
      const last = pageCache.responses.findStale(key);
      if (last === null) return false;
      pageCache.countStale();
      const coding = codingOf(request);
      const value = withCoding(last.value, coding);
      sendEncoded(value, request, response, { coding, requestId: requestIdOf(response), mark: 'stale' });
      return true;
    },
  };
}
