import type { Request, Response } from 'express';
import type { SignedIn } from '#server/features/accounts/sessions/viewers.ts';
import type { ReadGuard } from '#server/freshness/read-guard.ts';
import { colorModeOf } from '#server/http/request/color-mode.ts';
import { requestLogOf } from '#server/http/request/request-log.ts';
import { isPayloadAddress, type PageTarget } from './page-target.ts';

/** A request that is answered with a page or its payload, by who else may have the response. */
export type PageRequest = SharedRequest | PersonalRequest | ErrorRequest;

/** Comes without a session, for a page that is the same for everybody: its response may be kept. */
export interface SharedRequest extends Exchange {
  kind: 'shared';
  target: PageTarget;
  /** Key of the page, or of its payload, in the page cache. */
  key: string;
  /** Key for its absence in the page cache. Made of the very address: the page names it. */
  negativeKey: string;
  /** Begun before anything was read. */
  guard: ReadGuard;
}

/**
 * Comes with a session cookie, or for a page that is each visitor's own or is made anew for each request: nobody else
 * may have its response.
 */
export interface PersonalRequest extends Exchange {
  kind: 'personal';
  target: PageTarget;
  /** Null: the session is over, or there is none. */
  signedIn: SignedIn | null;
}

/** Ends in an error that belongs to no page and is shown in the site's layout: never kept. */
export interface ErrorRequest extends Exchange {
  kind: 'error';
  signedIn: SignedIn | null;
  /** Whether there is no session cookie: then the error alone decides who may keep it. */
  isAnonymous: boolean;
}

interface Exchange {
  request: Request;
  response: Response;
  /** Receives exceptions that the visitor does not see. */
  onError: (error: unknown) => void;
}

export function exchangeOf(request: Request, response: Response): Exchange {
  return { request, response, onError: logOnce(response) };
}

/** Logs the first failure alone: the same one often shows in several places, such as each loader of a page. */
function logOnce(response: Response): Exchange['onError'] {
  let isLogged = false;
  return (error) => {
    if (!isLogged) requestLogOf(response).error({ err: error }, 'a page failed');
    isLogged = true;
  };
}

/** All that a cached response depends on beside its tags: the address, and of a page the colour mode. */
export function cacheKey(address: string, request: Pick<Request, 'headers'>): string {
  return isPayloadAddress(address) ? address : `${colorModeOf(request)} ${address}`;
}

/** Key of an answer that is no page: it is the same in all colours. */
export function documentKey(address: string): string {
  return `document ${address}`;
}
