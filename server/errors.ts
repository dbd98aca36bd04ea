/**
 * Something that the person who runs the program can mend. Its message is all they need to read: what is wrong,
 * and what would be right. Everything else that is thrown is a defect and is shown with its stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** So much work of one kind is waiting that more would wait too long. Whoever asks again in a moment may be served. */
export class OverloadedError extends Error {
  override name = 'OverloadedError';
}

/** What was thrown, in the words of whoever threw it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
