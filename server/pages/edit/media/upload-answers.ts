import type { Response } from 'express';
import type { UploadAnswer, UploadProblem } from '#shared/editing/uploads.ts';
import { libraryTexts as texts } from '#shared/locale/editors/library-texts.ts';
import type { UploadOutcome } from '#server/features/editing/media/uploads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { caching } from '#server/pages/store/page-caching.ts';
import type { EditRequest } from '../edit-request.ts';
import { toLibraryMedia } from './library-media.ts';

const statuses: Readonly<Record<UploadProblem, number>> = {
  empty: 422,
  'too-large': 413,
  'too-many': 413,
  unknown: 415,
  heic: 415,
  tiff: 415,
  pixels: 422,
  damaged: 422,
  drawing: 422,
  recording: 422,
  document: 422,
  'other-format': 422,
  slow: 408,
  cut: 400,
  busy: 503,
  disk: 507,
  failed: 503,
};

/** Answers a script with what has become of its file. */
export function answerOutcome({ response }: EditRequest, outcome: UploadOutcome, reader: Reader): void {
  switch (outcome.kind) {
    case 'stored':
    case 'present': {
      const isPresent = outcome.kind === 'present';
      const media = { ...toLibraryMedia(reader, outcome.media), isPresent };
      return send(response, isPresent ? 200 : 201, { media });
    }
    case 'refused': {
      const { problem } = outcome;
      return answerProblem(response, { status: statuses[problem], problem, text: texts.problems[problem] });
    }
    case 'forbidden':
      return answerForbidden(response);
  }
}

export function answerForbidden(response: Response): void {
  answerProblem(response, { status: 403, problem: 'failed', text: texts.forbidden });
}

export function answerSignedOut(response: Response): void {
  answerProblem(response, { status: 401, problem: 'signed-out', text: texts.signedOut });
}

function answerProblem(
  response: Response,
  { status, ...answer }: { status: number; problem: UploadProblem | 'signed-out'; text: string },
): void {
  if (status === 503) response.set('Retry-After', '10');
  // The rest of it never comes, and the next request of the connection would come after it.
  if (status === 408) response.set('Connection', 'close');
  send(response, status, answer);
}

function send(response: Response, status: number, answer: UploadAnswer): void {
  response.status(status).set('Cache-Control', caching.personal).json(answer);
}
