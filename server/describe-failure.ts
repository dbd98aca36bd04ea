import { isDatabaseLost } from './db/dialects/lost-database.ts';
import { UnknownOutcomeError } from './db/dialects/postgres.ts';
import { OperatorError } from './errors.ts';

/** What a program says when it cannot go on: a line for what its operator can mend, the stack of a defect. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return error.message;
  if (error instanceof UnknownOutcomeError)
    return `${error.message}: it is done whole or not at all; look at it, or do it again`;
  if (isDatabaseLost(error))
    return `the database went away: ${error.message}; what was under way was not done, so do it again when it is back`;
  return error.stack ?? error.message;
}
