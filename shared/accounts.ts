import { paths } from './paths.ts';

/** Readers keep what they like; editors and admins are the site's staff. */
export const roles = ['reader', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Site path of the page where somebody arrives after signing in, if no other was asked for. */
export function startPageOf(role: Role): string {
  return role === 'reader' ? paths.account : paths.edit;
}

export type SignInWay = 'password' | 'google';

/** `product:ID` or `article:ID`. */
export type SavedItem = `${'product' | 'article'}:${string}`;

/** Who looks at the page. World-readable to that person's scripts: nothing secret. */
export interface Viewer {
  id: string;
  name: string;
  role: Role;
  /** The newest first. */
  saved: SavedItem[];
}

/** What is wrong about a form that was sent; the page that the form stands on says it in words. */
export interface FormProblem {
  code: ProblemCode;
  /** The one of the page's forms that was sent, when it has several. */
  form?: AccountForm;
  /** When `limited` or `busy`: how long to wait. */
  minutes?: number;
  /** What was typed, to be shown again. Never a password. */
  email?: string;
  /** Where to go after it, as the form said. */
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
  // Told by the browser itself: no answer came, or one that is no form's.
  | 'unanswered'
  | 'failed';

/** The answer to a form that a script has sent: what is wrong, or where to go on. */
export type FormAnswer =
  | { problem: FormProblem }
  /** A site path without the base path. */
  | { seeOther: string };

/** Null for what can be no item: ids hold no control characters, and PostgreSQL no NUL. */
export function parseSavedItem(text: string): SavedItem | null {
  const match = /^(product|article):[^\p{Cc}\p{Cs}]{1,200}$/u.exec(text);
  // The pattern is the type's.
  return match === null ? null : (text.normalize('NFC') as SavedItem);
}
