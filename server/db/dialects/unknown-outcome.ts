/** The database was lost while a transaction was being committed: it is there whole, or not at all. */
export class UnknownOutcomeError extends Error {
  override name = 'UnknownOutcomeError';
}
