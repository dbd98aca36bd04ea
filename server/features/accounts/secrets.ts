import { createHash, randomBytes } from 'node:crypto';

/** Makes 256 random bits for a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Makes the hash that is stored in the place of a secret. A secret has 256 bits of its own, so a fast hash is enough.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
