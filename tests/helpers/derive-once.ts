import { deriveInPool, type Derive } from '#server/features/accounts/passwords/password-hash.ts';

const derived = new Map<string, Promise<Buffer>>();

/**
 * Like the pool of Node, but derives the same password with the same salt only once: tests sign in the same people
 * again and again.
 */
export const deriveOnce: Derive = (parameters) => {
  const { message, nonce, ...cost } = parameters;
  const key = JSON.stringify([...[message, nonce].map(written), cost]);
  const known = derived.get(key) ?? deriveInPool(parameters);
  derived.set(key, known);
  return known;
};

function written(part: unknown): string {
  return Buffer.isBuffer(part) ? part.toString('hex') : String(part);
}
