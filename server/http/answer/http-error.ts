/** An error with the status of the answer. */
export function httpError(status: number, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { status });
}
