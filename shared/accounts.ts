import { paths } from './address/paths.ts';
import type { Kind } from './kinds/kind-names.ts';
import type { KindRecords } from './kinds/kinds.ts';

/** Readers save items; authors, editors and admins are the site's staff. */
export const roles = ['reader', 'author', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Site path after signing in, if no other was given. */
export function startPageOf(role: Role): string {
  return role === 'reader' ? paths.account : paths.edit;
}

export type SignInWay = 'password' | 'google';

/** The words of the kinds that visitors can save. */
type SavedWord = {
  [Name in Kind]: KindRecords[Name] extends { isSaved: true; word: infer Word extends string } ? Word : never;
}[Kind];

/** `product:ID` or `article:ID`. */
export type SavedItem = `${SavedWord}:${string}`;

/** Words of which the page of saved things has a list (SavedPayload). */
const savedWords: Readonly<Record<SavedWord, true>> = { product: true, article: true };

/** Signed-in viewer of the page. World-readable to that person's scripts: nothing secret. */
export interface Viewer {
  id: string;
  name: string;
  role: Role;
  /** The newest first. */
  saved: SavedItem[];
}

/** Problem of a submitted form; the form's page has its words. */
export interface FormProblem {
  code: ProblemCode;
  /** The one of the page's forms that was sent, when it has several. */
  form?: AccountForm;
  /** When `limited` or `busy`: how long to wait. */
  minutes?: number;
  /** Typed e-mail, to fill the field again. Never a password. */
  email?: string;
  /** Target after it, from the form. */
  next?: string;
}

/** The values of `do`. */
export type AccountForm = 'sign-out' | 'sign-out-everywhere' | 'change-password' | 'delete';

export type ProblemCode =
  // Signing in; the first does not say which of the two was wrong, or that there is no such account.
  | 'wrong-sign-in'
  | 'limited'
  | 'busy'
  // A new password
  | 'wrong-password'
  | 'too-short'
  | 'too-long'
  | 'too-common'
  // Deleting an account
  | 'wrong-password-to-delete'
  | 'wrong-email'
  | 'last-admin'
  | 'too-many-saved'
  | 'invalid'
  // Set in the browser: no answer came, or one that is not a form's.
  | 'unanswered'
  | 'failed';

/** Answer to a form that a script has sent: its problem, or the next address. */
export type FormAnswer =
  | { problem: FormProblem }
  /** A site path without the base path. */
  | { seeOther: string };

/** Null for an impossible item: ids hold no control characters, and PostgreSQL no NUL. */
export function parseSavedItem(text: string): SavedItem | null {
  const [, word = ''] = /^(\w+):[^\p{Cc}\p{Cs}]{1,200}$/u.exec(text) ?? [];
  // The pattern is the type's.
  return Object.hasOwn(savedWords, word) ? (text.normalize('NFC') as SavedItem) : null;
}
