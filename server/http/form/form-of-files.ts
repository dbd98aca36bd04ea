import type { Readable } from 'node:stream';
import Busboy, { type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { createPatience } from '#server/base/patience.ts';
import { httpError } from '../answer/http-error.ts';

interface FilesOfForm {
  maxFiles: number;
  /** Reads a file, or leaves it: the rest is passed over. `name` is empty where the browser sends none. */
  take(name: string, content: AsyncIterable<Buffer>): Promise<void>;
}

/** Longest time in which a piece is parsed and taken, in ms: some broken forms are never at their end. */
const maxPieceMs = 60_000;

/**
 * Reads the files of a form one after the other, as they come. Its fields are passed over, and so is a file that was
 * not chosen.
 * @throws with status 415 when it is no form with files, 413 when it has too many, 400 when it cannot be parsed.
 */
export async function readFilesOfForm(
  contentType: string,
  pieces: AsyncIterable<Buffer>,
  { maxFiles, take }: FilesOfForm,
): Promise<void> {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw httpError(415, 'the body is no form with files');
  const failed = Promise.withResolvers<never>();
  // It may fail when nobody waits for it any more.
  failed.promise.catch(() => {});
  const taken: Promise<void>[] = [];
  const contents: Readable[] = [];
  const busboy = openParser(contentType, maxFiles);
  const finished = new Promise<void>((resolve) => busboy.once('finish', resolve));
  busboy.on('error', (cause) => failed.reject(httpError(400, 'the form cannot be parsed', cause)));
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    busboy.on(limit, () => failed.reject(httpError(413, 'the form has too many parts')));
  busboy.on('file', (_field, content, name: string | undefined) => {
    // After it was left, too.
    content.on('error', () => {});
    if (!name) return void content.resume();
    contents.push(content);
    // Node would destroy a file that is left, and the form would never be at its end.
    const work = take(name, content.iterator({ destroyOnReturn: false })).finally(() => content.resume());
    work.catch(failed.reject);
    taken.push(work);
  });

  const inTime = async (work: Promise<void>) => {
    const patience = createPatience(maxPieceMs);
    const ended = await Promise.race([work, failed.promise, patience.ended]).finally(patience.stop);
    if (ended === 'late') throw httpError(400, 'the form has no end');
  };
  try {
    for await (const piece of pieces)
      await inTime(new Promise((resolve) => busboy.write(piece, () => resolve())));
    busboy.end();
    await inTime(finished);
    await Promise.race([Promise.all(taken), failed.promise]);
  } finally {
    busboy.destroy();
    // The end of a file never comes in a form that has failed.
    for (const content of contents) content.destroy();
    // The code that takes a file removes it, when it has been written.
    await Promise.allSettled(taken);
  }
}

function openParser(contentType: string, maxFiles: number): BusboyInstance {
  const headers: BusboyHeaders = { 'content-type': contentType };
  const limits = { files: maxFiles, fields: 20, parts: maxFiles + 20, fieldSize: 4096, headerPairs: 20 };
  try {
    return new Busboy({ headers, limits: { ...limits, headerSize: 8192 } });
  } catch (cause) {
    throw httpError(400, 'the form cannot be parsed', cause);
  }
}
