import { normalisePassword } from './password-hash.ts';

export type PasswordProblem = 'too-short' | 'too-long' | 'too-common';

/** Looks at its length, and whether everybody knows it; what characters it is made of is the visitor's business. */
export async function findPasswordProblem(password: string): Promise<PasswordProblem | null> {
  const normalised = normalisePassword(password);
  const length = [...normalised].length;
  if (length < 8) return 'too-short';
  if (length > maxPasswordLength) return 'too-long';
  return (await readCommonPasswords()).has(normalised.toLowerCase()) ? 'too-common' : null;
}

export const maxPasswordLength = 256;

/** Reads the list anew each time: a password is set seldom. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('./common-passwords.json', { with: { type: 'json' } });
  return new Set(list.words.split(' '));
}
