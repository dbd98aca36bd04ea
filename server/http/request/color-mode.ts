import express, { type Request, type RequestHandler, type Router } from 'express';
import { colorModeCookie, isColorMode, readColorMode, type ColorMode } from '#shared/color-mode.ts';
import { insidePath, type Site } from '#shared/address/navigation-target.ts';
import { paths } from '#shared/address/paths.ts';
import { fieldOf, formBody } from '../form/form-body.ts';
import { httpError } from '../answer/http-error.ts';

/** Returns the visitor's colour mode; the page is written for it, so that the first paint is right. */
export function colorModeOf(request: Pick<Request, 'headers'>): ColorMode {
  return readColorMode(request.headers.cookie);
}

/** The choice of a visitor without script: `mode` and, to come back to, `next`. */
export function colorModeRoute(site: Site): Router {
  const router = express.Router({ caseSensitive: true });
  router.post(paths.colorMode, formBody(), choose(site));
  return router;
}

function choose(site: Site): RequestHandler {
  return function chooseColorMode(request, response, next) {
    const mode = fieldOf(request, 'mode');
    if (!isColorMode(mode)) {
      next(httpError(400, 'no such color mode'));
      return;
    }
    response.append('Set-Cookie', colorModeCookie(mode, site.basePath));
    response.set('Cache-Control', 'no-store');
    response.redirect(303, insidePath(fieldOf(request, 'next'), site) ?? site.basePath);
  };
}
