import { globSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import mime from 'mime-types';
import { createCodingChoice } from './content-coding.ts';

/** Coding → what the build adds to the name of the file (scripts/build/compress.ts). */
export const compressedFiles = { br: '.br', zstd: '.zst', gzip: '.gz' } as const;

const chooseCoding = createCodingChoice(['br', 'zstd', 'gzip']);

/** Before the files themselves: names the smaller file beside one, when the visitor can read it. */
export function precompressed(dir: string): RequestHandler {
  const names = new Set(globSync('**', { cwd: dir }).map((name) => `/${name.replaceAll(path.sep, '/')}`));
  return function chooseCompressed(request, response, next) {
    const name = request.path;
    if (!names.has(name + compressedFiles.br)) return next();
    response.vary('Accept-Encoding');
    // A part is one of the file itself.
    const isPart = request.headers.range !== undefined;
    const coding = isPart ? 'identity' : chooseCoding(request.headers['accept-encoding']);
    if (coding !== 'identity' && names.has(name + compressedFiles[coding])) {
      response.set('Content-Encoding', coding);
      response.set('Content-Type', mime.contentType(path.extname(name)) || 'application/octet-stream');
      request.url = name + compressedFiles[coding];
    }
    next();
  };
}
