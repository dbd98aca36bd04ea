import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, for a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What of a secret is stored. It has 256 bits of its own, so a fast hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
