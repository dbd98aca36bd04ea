import { Router, type RequestHandler } from 'express';
import type { Database } from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';
import type { IsOperator } from './request/operators.ts';

/** Set once when the process begins to stop: readiness says no from then on. */
export interface Lifecycle {
  isStopping: boolean;
  /** Set once when another process of this machine has taken the place: the site is ready, this process leaves it. */
  isReplaced: boolean;
}

/** Whether connections should go to another process. */
export function isLeaving({ isStopping, isReplaced }: Lifecycle): boolean {
  return isStopping || isReplaced;
}

interface HealthOptions {
  db: Database;
  lifecycle: Lifecycle;
  log: Log;
  isOperator: IsOperator;
  /** Looks at each part, which takes longer than asking whether the process can work. */
  look: () => Promise<Parts>;
}

/** The state of each part, and sentences about problems. */
interface Parts {
  checks: Readonly<Record<string, boolean | null>>;
  problems: readonly string[];
}

/** While the process stops or leaves, answers ask for a new connection: it goes to another process. */
export function closeWhenStopping(lifecycle: Lifecycle): RequestHandler {
  return function closeConnection(_request, response, next) {
    if (isLeaving(lifecycle)) response.set('Connection', 'close');
    next();
  };
}

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work and is not stopping; with `?verbose` operators learn how
 * its parts are, which changes nothing about whether it is ready.
 */
export function health({ db, lifecycle, log, isOperator, look }: HealthOptions): Router {
  const router = Router();

  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  router.get('/readyz', async (request, response) => {
    const database = await db.ask().then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'readiness: the database does not answer');
        return false;
      },
    );
    const isReady = database && !lifecycle.isStopping;
    const readiness = {
      status: isReady ? 'ok' : 'unavailable',
      checks: { database, stopping: lifecycle.isStopping },
    };
    const isVerbose = /[?&]verbose(?:[=&]|$)/.test(request.originalUrl) && isOperator(request);
    const parts = isVerbose ? await look() : null;
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(
        parts
          ? { ...readiness, checks: { ...readiness.checks, ...parts.checks }, problems: parts.problems }
          : readiness,
      );
  });

  return router;
}
