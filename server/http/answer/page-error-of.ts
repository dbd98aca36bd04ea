import { noRoom, unavailable, unexpectedError, type PageError } from '#shared/payload/page-error.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';

/** Returns the visitor's error for an exception. */
export function pageErrorOf(error: unknown, requestId: string): PageError {
  if (error instanceof OverloadedError) return unavailable(requestId);
  switch (findStorageTrouble(error)) {
    case null:
      return unexpectedError(requestId);
    case 'full':
      return noRoom(requestId);
    case 'lost':
    case 'busy':
    case 'read-only':
      return unavailable(requestId);
  }
}
