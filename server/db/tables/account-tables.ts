import type { Generated } from 'kysely';
import type { Role, SavedItem, SignInWay } from '#shared/accounts.ts';
import type { UtcIso } from './utc-iso.ts';

export interface AccountsTable {
  id: string;
  /** Spelled by `normaliseEmail`. */
  email: string;
  name: string;
  role: Role;
  /** PHC string; null: no password. */
  password_hash: string | null;
  disabled_at: UtcIso | null;
  created_at: UtcIso;
}

/** How another service names the holder of an account. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  account_id: string;
  linked_at: UtcIso;
}

export interface SessionsTable {
  /** Hash of the session id: a reader of this table cannot sign in with it. */
  id_hash: string;
  account_id: string;
  way: SignInWay;
  is_remembered: 0 | 1;
  user_agent: string;
  created_at: UtcIso;
  seen_at: UtcIso;
  /** When it ends unless it is used before. */
  idle_at: UtcIso;
  /** When it ends in any case. */
  ends_at: UtcIso;
}

/** Browsers in which the account was signed in to before. */
export interface KnownDevicesTable {
  id_hash: string;
  account_id: string;
  seen_at: UtcIso;
}

/** A link whose secret sets the password of the account, once. */
export interface AccountLinksTable {
  id_hash: string;
  account_id: string;
  /** The account that made it: the link ends with its right to. */
  made_by: string;
  created_at: UtcIso;
  ends_at: UtcIso;
  used_at: UtcIso | null;
}

export interface SavedItemsTable {
  account_id: string;
  item: SavedItem;
  saved_at: UtcIso;
}

/** How often something was tried in the window that ends then. */
export interface AttemptsTable {
  key: string;
  count: number;
  ends_at: UtcIso;
}

export interface AccountEventsTable {
  seq: Generated<number>;
  at: UtcIso;
  event: string;
  account_id: string | null;
  address: string | null;
  detail: string | null;
}
