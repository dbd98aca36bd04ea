import type { Generated } from 'kysely';
import type { PlannedAction, PlanProblem } from '#shared/editing/plan/plans.ts';
import type { Status } from './status.ts';
import type { JsonText } from './kind-columns.ts';
import type { UtcIso } from './utc-iso.ts';

/** Anything that editors can open: a row of content, a draft that was never published, or an entry in the trash. */
export interface EntriesTable {
  /** Random: it stays when the id changes. */
  key: string;
  /** A kind of content, or `site`. */
  kind: string;
  id: string;
  /** Grows with every write of the content or of the draft. */
  version: number;
  title: string;
  /** `draft`: no visitor has seen it. */
  state: Status;
  changed_at: UtcIso;
  /** In the trash since then. Its id may belong to another entry now. */
  deleted_at: UtcIso | null;
  /** Account whose own it is; null: an import has made it. */
  made_by: string | null;
}

export type RevisionAction =
  'save' | 'publish' | 'unpublish' | 'archive' | 'rename' | 'delete' | 'restore' | 'import' | 'conflict';

/** State of an entry at some time, as the file that an export would write. */
export interface RevisionsTable {
  seq: Generated<number>;
  entry_key: string;
  /** The version that the writing made. */
  version: number;
  action: RevisionAction;
  document: string;
  /** SHA-256 of the document in hexadecimal digits. */
  hash: string;
  /** Null: an import, or an account that is gone. */
  account_id: string | null;
  account_name: string;
  at: UtcIso;
  restored_from: number | null;
}

/** Unpublished work of an editor: it may be incomplete. */
export interface DraftsTable {
  entry_key: string;
  document: string;
  /** SHA-256 of the published document that it began from; null: there was none. */
  base_hash: string | null;
  account_id: string | null;
  account_name: string;
  saved_at: UtcIso;
}

/** A plan: what happens to a live page at a minute to come. */
export interface ScheduledChangesTable {
  entry_key: string;
  action: PlannedAction;
  /** Text of the change, complete and checked; null for an end. */
  document: string | null;
  /** SHA-256 of the published document that it changes; null for an end. */
  base_hash: string | null;
  run_at: UtcIso;
  /** Next try: `run_at`, and some time after each failure. */
  try_at: UtcIso;
  tries: Generated<number>;
  problem: PlanProblem | null;
  account_id: string;
  account_name: string;
  saved_at: UtcIso;
}

/** A draft that waits for an editor. */
export interface HandedInTable {
  entry_key: string;
  account_id: string;
  account_name: string;
  /** For the editors: visitors never see it. */
  note: string;
  at: UtcIso;
  /** Given back to its author then, with a reply; null: it waits. */
  returned_at: UtcIso | null;
  returned_by: string | null;
  reply: string | null;
}

/** A product in the trash that an article had in its list, or a product of an article in the trash. */
export interface LostMentionsTable {
  product_key: string;
  article_key: string;
  position: number;
}

/** Log of actions on content, with their editors. Kept when the content is gone. */
export interface ContentEventsTable {
  seq: Generated<number>;
  at: UtcIso;
  event: string;
  account_id: string | null;
  account_name: string;
  kind: string | null;
  id: string | null;
  detail: string | null;
}

/** Target of an address that was a page once. One of `entry_key`, `to_path` and `is_gone` is set. */
export interface RedirectsTable {
  /** Site path without the base path, in its one spelling. */
  from_path: string;
  entry_key: string | null;
  to_path: string | null;
  is_gone: Generated<0 | 1>;
  created_at: UtcIso;
  account_name: string;
}

/** Text of an open form as its browser last sent it. It is no draft, and no revision. */
export interface AutosavesTable {
  /** Key of the entry, or of the one that the form will make. */
  entry_key: string;
  account_id: string;
  /** Random: the browser's tab. */
  tab: string;
  kind: string;
  title: string;
  /** Names and values of the fields. */
  form: JsonText;
  /** Version of the entry from which the form was made; 0 for a new one. */
  base_version: number;
  /** Mark of the texts (server/pages/edit/form-mark.ts). */
  hash: string;
  saved_at: UtcIso;
}

/** A form that somebody has open. Nobody waits for it, and nothing is locked by it. */
export interface EditPresenceTable {
  entry_key: string;
  account_id: string;
  tab: string;
  /** Name of the account. */
  name: string;
  opened_at: UtcIso;
  seen_at: UtcIso;
}
