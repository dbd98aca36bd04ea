import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { inRequest } from '#server/base/request-context.ts';
import { limitBodyTime } from './request/body-time.ts';
import { answerConditionally } from './request/conditional-request.ts';
import { requestIdOf, traceOf, type LoggedResponse } from './request/request-log.ts';

interface First {
  /** Sees every request. */
  log: (request: IncomingMessage, response: ServerResponse) => LoggedResponse;
  /** Promise to await before any answer; null: none. It never rejects. */
  ready: (request: IncomingMessage) => Promise<void> | null;
  /** Returns whether it has answered; other requests go on to Express. */
  answer: (request: IncomingMessage, response: LoggedResponse) => boolean;
  /** Null: requests are not counted. */
  counter: RequestCounter | null;
}

/** Called for every request; `startedAt` is in milliseconds, of `performance.now()`. */
export interface RequestCounter {
  /** Answered already. */
  countStored(statusCode: number, startedAt: number): void;
  /** The client left before any work was done. */
  countLeft(): void;
  /** To be answered by Express. */
  countBegun(request: IncomingMessage, response: ServerResponse, startedAt: number): void;
}

/**
 * Logs and answers before Express sets up its request, which takes a fifteenth of the processor time of a stored page.
 * Code that mounts the app or listens with it sees no difference.
 */
export function answerFirst(app: Express, { log, ready, answer, counter }: First): void {
  const failures = new WeakMap<ServerResponse, unknown>();
  const express = app as Express & Handling;
  const handle = express.handle.bind(app);

  express.handle = (request, response, done) => {
    const startedAt = counter === null ? 0 : performance.now();
    limitBodyTime(request, response);
    const logged = log(request, response);
    answerConditionally(request);
    const answerOrPassOn = () => {
      // The visitor has left during the wait: the end of the response would not be reported any more.
      if (response.destroyed) return counter?.countLeft();
      try {
        if (answer(request, logged)) {
          counter?.countStored(response.statusCode, startedAt);
          return;
        }
      } catch (error) {
        // Express has the single way in which errors are handled.
        failures.set(response, error);
      }
      counter?.countBegun(request, response, startedAt);
      const { url = '' } = request;
      inRequest({ requestId: requestIdOf(logged), url, trace: traceOf(logged) }, () =>
        handle(request, response, done),
      );
    };
    const coming = ready(request);
    if (coming === null) answerOrPassOn();
    else void coming.then(answerOrPassOn);
  };
  app.use((_request, response, next) => next(failures.get(response)));
}

/** Express calls it for each request, whether it listens or is mounted; its types leave it out. */
interface Handling {
  handle(request: IncomingMessage, response: ServerResponse, done?: (error?: unknown) => void): void;
}
