/** An error that says with what status a request is answered. */
export function httpError(status: number, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { status });
}
