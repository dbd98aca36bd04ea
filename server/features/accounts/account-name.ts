import { composed } from '#shared/composed.ts';
import { maxNameLength } from '#shared/editing/staff.ts';

export type NameResult = { name: string } | { problem: 'no-name' | 'long-name' | 'wrong-name' };

/** Reads the name of an account: composed, one line, and without signs that turn the text around it. */
export function readName(text: string): NameResult {
  const name = composed(text).trim();
  if (name === '') return { problem: 'no-name' };
  if ([...name].length > maxNameLength) return { problem: 'long-name' };
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name)
    ? { problem: 'wrong-name' }
    : { name };
}
