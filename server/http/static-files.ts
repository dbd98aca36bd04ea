import { globSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler } from 'express';

/** Files whose name changes with their content: kept for ever, and a missing one is a 404, never a page. */
export function hashedFiles(dir: string): RequestHandler {
  return express.static(dir, {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '365d',
    fallthrough: true,
  });
}

/**
 * Files as they are, under names that stay: asked for again each time. Their names are known from the start, so
 * that a page's request does not wait for the disk to say that there is no such file.
 */
export function plainFiles(dir: string): RequestHandler {
  const serve = express.static(dir, { index: false, redirect: false, maxAge: 0 });
  const names = new Set(globSync('**', { cwd: dir }).map((name) => `/${name.replaceAll(path.sep, '/')}`));
  return function servePlainFile(request, response, next) {
    if (names.has(request.path)) serve(request, response, next);
    else next();
  };
}

/**
 * Media that editors brought in. A drawing opened by itself is a document of this origin: the policy lets it
 * run and load nothing.
 */
export function mediaFiles(dir: string): RequestHandler {
  const serve = hashedFiles(dir);
  return function serveMedia(request, response, next) {
    response.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    serve(request, response, next);
  };
}

/** After static files: a missing file must not reach the page router and come back as HTML. */
export function missingFile(): RequestHandler {
  return function answerMissingFile(_request, response) {
    response.status(404).set('Cache-Control', 'no-cache').type('text').send('Not Found\n');
  };
}
