import type { Role } from '../accounts.ts';

/** Filter of the list of accounts. */
export interface AccountFilter {
  /** Stands in the address or in the name; empty: anything. */
  q: string;
  role: Role | null;
  state: AccountState | null;
  /** The id of the account that the page ends before, or begins after. */
  before: string | null;
  after: string | null;
}

export const accountStates = ['enabled', 'disabled'] as const;
export type AccountState = (typeof accountStates)[number];

export interface ListedAccount {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabledAt: string | null;
  /** It has neither a password nor another service to sign in with. */
  isWaiting: boolean;
}

export interface AccountPage {
  accounts: readonly ListedAccount[];
  hasPrevious: boolean;
  hasNext: boolean;
}

/** An account as an admin sees it. */
export interface StaffAccount {
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: string;
  disabledAt: string | null;
  hasPassword: boolean;
  hasGoogle: boolean;
  /** How many are open. */
  sessions: number;
  /** Until when the link that was made last can be used; null: there is none. */
  linkEndsAt: string | null;
  /** The newest first. */
  events: readonly StaffEvent[];
}

export interface StaffEvent {
  seq: number;
  at: string;
  event: string;
  network: string | null;
  detail: string | null;
  /** Null: the operator's command, or the holder of the account. */
  by: { name: string | null } | null;
}

/** The values of `do` on the page of an account. */
export const staffForms = ['rename', 'role', 'link', 'disable', 'enable', 'sign-out'] as const;
export type StaffForm = (typeof staffForms)[number];

export function isStaffForm(text: string): text is StaffForm {
  return staffForms.some((form) => form === text);
}

export type StaffProblemCode =
  | 'wrong-email'
  | 'taken'
  | 'no-name'
  | 'long-name'
  | 'wrong-name'
  | 'wrong-role'
  | 'wrong-password'
  | 'wrong-confirmation'
  | 'limited'
  | 'busy'
  | 'last-admin'
  | 'is-disabled'
  | 'invalid';

export interface StaffProblem {
  form: StaffForm | 'create' | null;
  code: StaffProblemCode;
  /** When `limited` or `busy`: how long to wait. */
  minutes?: number;
}

/** How an admin confirms an action: with the own password, or without one with the address of the account. */
export type Confirmation = { by: 'password'; ownEmail: string } | { by: 'address' };

export const maxNameLength = 60;

/** Problems that the page of a link reports. */
export type LinkProblemCode = 'unknown' | 'used' | 'old' | 'too-short' | 'too-long' | 'too-common' | 'busy';
