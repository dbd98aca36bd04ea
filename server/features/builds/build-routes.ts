import { Router, type RequestHandler } from 'express';
import type { Database } from '#server/db/open/open-database.ts';
import { isReadMethod } from '#server/http/request/read-method.ts';
import { sendTagged } from '#server/http/answer/send-tagged.ts';
import { findArchivedAsset, findBuild, type ArchivedBuild } from './build-archive.ts';

interface BuildRoutesOptions {
  db: Database;
  current: ArchivedBuild;
}

/**
 * `builds/latest.json` tells an open page what runs now; `builds/meta/{id}.json` describes a build.
 * `prerendered` lists exported pages, for older clients (docs/contracts.md); every page of this site is rendered when it
 * is asked for.
 */
export function buildRoutes({ db, current }: BuildRoutesOptions): Router {
  const router = Router();

  router.get('/builds/latest.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('json');
    sendTagged(response, JSON.stringify(current));
  });

  router.get('/builds/meta/:file', async (request, response, next) => {
    const id = /^([\w-]{1,64})\.json$/.exec(request.params.file)?.[1];
    const build = id === undefined ? null : id === current.id ? current : await findBuild(db, id);
    // The page router says that there is nothing, as it does of every unknown address.
    if (build === null) return next();
    response.set('Cache-Control', 'public, max-age=31536000, immutable').type('json');
    sendTagged(response, JSON.stringify({ ...build, prerendered: [] }));
  });

  return router;
}

/** Serves files of earlier builds to pages that were opened before this one was deployed. */
export function archivedAssets(db: Database): RequestHandler {
  return async function serveArchivedAsset(request, response, next) {
    if (!isReadMethod(request)) return next();
    const name = request.path.slice(1);
    const content = await findArchivedAsset(db, name);
    if (content === null) return next();
    response
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .type(name.endsWith('.css') ? 'css' : 'js')
      .send(content);
  };
}
