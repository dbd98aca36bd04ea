import type { Role, SignInWay } from '../accounts.ts';

export interface LoginPayload {
  /** Null: not configured. `existing`: only for accounts that are there. */
  google: 'existing' | 'anyone' | null;
  notice: LoginNotice | null;
  /** Target after signing in: a path of the site without the base path; null: the account. */
  next: string | null;
}

/** Reasons why signing in with the other service failed, as codes. */
export const loginNotices = [
  'google-cancelled',
  'google-failed',
  'google-unreachable',
  'google-unverified',
  'google-unknown',
  'google-domain',
  'google-link-first',
  'account-deleted',
  'signed-out-everywhere',
] as const;
export type LoginNotice = (typeof loginNotices)[number];

export interface AccountPayload {
  name: string;
  email: string;
  role: Role;
  hasPassword: boolean;
  hasGoogle: boolean;
  /** The other service can be linked now. */
  mayLinkGoogle: boolean;
  /** The last used first. */
  sessions: { userAgent: string; way: SignInWay; createdAt: string; seenAt: string; isThis: boolean }[];
  notice: AccountNotice | null;
}

export const accountNotices = ['password-changed', 'google-linked', 'google-other-email'] as const;
export type AccountNotice = (typeof accountNotices)[number];
