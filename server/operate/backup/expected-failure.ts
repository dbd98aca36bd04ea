import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { OperatorError } from '#server/base/errors.ts';

/** Whether something failed for which the machine or the operator is the reason; everything else is a defect. */
export function isExpectedFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const isOfSystem = ['syscall', 'errcode', 'severity'].some((name) => name in error);
  return isOfSystem || error instanceof OperatorError || findStorageTrouble(error) !== null;
}
