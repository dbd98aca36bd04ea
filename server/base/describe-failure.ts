import { findStorageTrouble, type StorageTrouble } from '../db/dialects/storage-trouble.ts';
import { UnknownOutcomeError } from '../db/dialects/unknown-outcome.ts';
import { OperatorError } from './errors.ts';

/** Final message of a failed program: a line for problems that the operator can fix, the stack of a defect. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return error.message;
  if (error instanceof UnknownOutcomeError)
    return `${error.message}: it is done whole or not at all; look at it, or do it again`;
  const trouble = findStorageTrouble(error);
  if (trouble === null) return error.stack ?? error.message;
  const { what, when } = words[trouble];
  return `${what}: ${error.message}; what was under way was not done, so do it again when ${when}`;
}

const words: Record<StorageTrouble, { what: string; when: string }> = {
  lost: { what: 'the database went away', when: 'it is back' },
  busy: { what: 'the database is kept by others', when: 'they have finished' },
  'read-only': { what: 'what is stored can only be read', when: 'it may be written' },
  full: { what: 'there is no room', when: 'there is' },
};
