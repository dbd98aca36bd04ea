import { normalisePassword } from './password-hash.ts';

export type PasswordProblem = 'too-short' | 'too-long' | 'too-common';

/** Length and nothing being known to everybody; what characters it is made of is the visitor's business. */
export async function findPasswordProblem(password: string): Promise<PasswordProblem | null> {
  const normalised = normalisePassword(password);
  const length = [...normalised].length;
  if (length < 8) return 'too-short';
  if (length > longestPassword) return 'too-long';
  return (await readCommonPasswords()).has(normalised.toLowerCase()) ? 'too-common' : null;
}

export const longestPassword = 256;

/** Read when a password is set, which is seldom, and not kept. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('./common-passwords.json', { with: { type: 'json' } });
  return new Set(list.words.split(' '));
}
