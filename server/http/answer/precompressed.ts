import { globSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import mime from 'mime-types';
import { createCodingChoice } from './content-coding.ts';

/** Coding → suffix of the file's name from the build (scripts/build/compress.ts). */
export const compressedFiles = { br: '.br', zstd: '.zst', gzip: '.gz' } as const;

const chooseCoding = createCodingChoice(['br', 'zstd', 'gzip']);

/** Lets `serve`, which answers the files of the folder, answer the smaller one beside a file, when the visitor can read it. */
export function precompressed(dir: string, serve: RequestHandler): RequestHandler {
  const names = new Set(globSync('**', { cwd: dir }).map((name) => `/${name.replaceAll(path.sep, '/')}`));
  return function serveCompressed(request, response, next) {
    const name = request.path;
    if (!names.has(name + compressedFiles.br)) return serve(request, response, next);
    response.vary('Accept-Encoding');
    // A part is one of the file itself.
    const isPart = request.headers.range !== undefined;
    const coding = isPart ? 'identity' : chooseCoding(request.headers['accept-encoding']);
    if (coding === 'identity' || !names.has(name + compressedFiles[coding]))
      return serve(request, response, next);
    const { url } = request;
    response.set('Content-Encoding', coding);
    response.set('Content-Type', mime.contentType(path.extname(name)) || 'application/octet-stream');
    request.url = name + compressedFiles[coding];
    return serve(request, response, (error) => {
      request.url = url;
      if (!response.headersSent)
        for (const field of ['Content-Encoding', 'Content-Type']) response.removeHeader(field);
      next(error);
    });
  };
}
