import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { inRequest } from '#server/request-context.ts';
import { answerConditionally } from './conditional-request.ts';
import { requestIdOf, traceOf, type LoggedResponse } from './request-log.ts';

interface First {
  /** Sees every request. */
  log: (request: IncomingMessage, response: ServerResponse) => LoggedResponse;
  /** What is to be awaited before anything is answered; null: nothing. It never rejects. */
  ready: (request: IncomingMessage) => Promise<void> | null;
  /** Says whether it has answered; what it has not goes on to Express. */
  answer: (request: IncomingMessage, response: LoggedResponse) => boolean;
  /** Null: nobody counts. */
  counter: RequestCounter | null;
}

/** Is told of every request; `startedAt` is in milliseconds, of `performance.now()`. */
export interface RequestCounter {
  /** Answered already. */
  countStored(statusCode: number, startedAt: number): void;
  /** Whoever asked has left before anything was done. */
  countLeft(): void;
  /** To be answered by Express. */
  countBegun(request: IncomingMessage, response: ServerResponse, startedAt: number): void;
}

/**
 * Logs and answers before Express prepares a request for all that it may be asked: that is a fifteenth of the processor
 * time of a stored page. Whoever mounts the app or listens with it sees no difference.
 */
export function answerFirst(app: Express, { log, ready, answer, counter }: First): void {
  const failures = new WeakMap<ServerResponse, unknown>();
  const express = app as Express & Handling;
  const handle = express.handle.bind(app);

  express.handle = (request, response, done) => {
    const startedAt = counter === null ? 0 : performance.now();
    const logged = log(request, response);
    answerConditionally(request);
    const answerOrPassOn = () => {
      // The visitor has left while it was awaited: nobody would be told any more that it has ended.
      if (response.destroyed) return counter?.countLeft();
      try {
        if (answer(request, logged)) {
          counter?.countStored(response.statusCode, startedAt);
          return;
        }
      } catch (error) {
        // Express has the one way in which errors are told.
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
