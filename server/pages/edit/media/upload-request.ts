import type { UploadProblem } from '#shared/editing/uploads.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { UploadRefused, type ReceivedFile } from '#server/features/editing/media/receive-file.ts';
import type { UploadOutcome, Uploads } from '#server/features/editing/media/uploads.ts';
import { isClientError } from '#server/http/answer/error-handler.ts';
import { readFilesOfForm } from '#server/http/form/form-of-files.ts';
import { allowBodyTime, bodyMs } from '#server/http/request/body-time.ts';
import { LateBodyError, piecesInTime } from '#server/http/request/pieces-in-time.ts';
import { requestLogOf } from '#server/http/request/request-log.ts';
import { maxUploadMs } from '#server/http/request/timeouts.ts';
import type { EditRequest } from '../edit-request.ts';

/** Longest wait for the next piece of an upload, in ms. */
const idleMs = 60_000;

type Pieces = AsyncIterable<Buffer>;

/** Lets the body of an upload take its time while `read` takes it piece by piece, and its turn. Null: too many wait. */
export async function inUploadTurn<T>(
  uploads: Uploads,
  { request, response }: EditRequest,
  read: (pieces: Pieces) => Promise<T>,
): Promise<T | null> {
  allowBodyTime(request, response, maxUploadMs + idleMs);
  try {
    return await uploads.takeTurn(() => read(piecesInTime(request, { idleMs, totalMs: maxUploadMs })));
  } finally {
    // The rest of it is passed over.
    if (!request.complete) allowBodyTime(request, response, bodyMs);
  }
}

/** Receives one file, and keeps it by `keep`. Every failure is an outcome: the other files of a form go on. */
export async function takeUpload(
  { uploads, edit, pieces, name }: { uploads: Uploads; edit: EditRequest; pieces: Pieces; name: string },
  keep: (received: ReceivedFile) => Promise<UploadOutcome>,
): Promise<UploadOutcome> {
  try {
    return await keep(await uploads.receive(pieces, name));
  } catch (error) {
    const problem = problemOf(error);
    if (problem === 'failed')
      requestLogOf(edit.response).error({ err: error }, 'an upload could not be stored');
    return { kind: 'refused', problem };
  }
}

/** A file of a form, and what has become of it. */
export interface FileOutcome {
  name: string;
  outcome: UploadOutcome;
}

/** Receives all files of a form. `problem` is one of the form as a whole: files before it may have been kept. */
export async function takeUploadForm(
  { uploads, edit, maxFiles }: { uploads: Uploads; edit: EditRequest; maxFiles: number },
  keep: (received: ReceivedFile, name: string) => Promise<UploadOutcome>,
): Promise<{ files: FileOutcome[]; problem: UploadProblem | null }> {
  const files: FileOutcome[] = [];
  const contentType = edit.request.headers['content-type'] ?? '';
  try {
    const read = await inUploadTurn(uploads, edit, async (pieces) => {
      await readFilesOfForm(contentType, pieces, {
        maxFiles,
        async take(name, content) {
          const file: FileOutcome = { name, outcome: { kind: 'refused', problem: 'cut' } };
          files.push(file);
          file.outcome = await takeUpload({ uploads, edit, pieces: content, name }, (received) =>
            keep(received, name),
          );
        },
      });
      return true;
    });
    return { files, problem: read === null ? 'busy' : null };
  } catch (error) {
    if (error instanceof LateBodyError) return { files, problem: problemOf(error) };
    if (!isClientError(error)) throw error;
    return { files, problem: error.status === 413 ? 'too-many' : 'cut' };
  }
}

function problemOf(error: unknown): UploadProblem {
  if (error instanceof UploadRefused) return error.problem;
  if (error instanceof LateBodyError) return error.isGone ? 'cut' : 'slow';
  return error instanceof OverloadedError ? 'busy' : 'failed';
}
