import { Router, type RequestHandler } from 'express';
import type { Database } from '#server/db/open-database.ts';
import type { Log } from '#server/log.ts';

/** Set once when the process begins to stop: readiness says no from then on. */
export interface Lifecycle {
  isStopping: boolean;
  /** Set once when another process of this machine has taken the place: the site is ready, this process leaves it. */
  isReplaced: boolean;
}

/** Whether connections are to go to another process. */
export function isLeaving({ isStopping, isReplaced }: Lifecycle): boolean {
  return isStopping || isReplaced;
}

interface HealthOptions {
  db: Database;
  lifecycle: Lifecycle;
  log: Log;
}

/** While the process stops or leaves, answers ask for a new connection: it goes to another process. */
export function closeWhenStopping(lifecycle: Lifecycle): RequestHandler {
  return function closeConnection(_request, response, next) {
    if (isLeaving(lifecycle)) response.set('Connection', 'close');
    next();
  };
}

/** `/healthz`: the process answers. `/readyz`: it can do its work and is not stopping. */
export function health({ db, lifecycle, log }: HealthOptions): Router {
  const router = Router();

  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  router.get('/readyz', async (_request, response) => {
    const database = await db.ask().then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'readiness: the database does not answer');
        return false;
      },
    );
    const isReady = database && !lifecycle.isStopping;
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ok' : 'unavailable', checks: { database, stopping: lifecycle.isStopping } });
  });

  return router;
}
