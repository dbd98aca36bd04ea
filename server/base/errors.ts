/**
 * A problem that the person who runs the program can fix. Its message is all they need to read: what is wrong, and what
 * would be right. Every other error is a defect and is shown with its stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Too much work of one kind is waiting. The caller may try again in a moment. */
export class OverloadedError extends Error {
  override name = 'OverloadedError';
}

/** Returns the message of a thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
