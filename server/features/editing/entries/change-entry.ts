import { sql, type Transaction } from 'kysely';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { Clock } from '#server/base/clock.ts';
import { hashOf } from '#server/content/entries/entry-document.ts';
import { settleOffers } from '#server/content/offers/settle-offers.ts';
import { findLive } from '#server/content/entries/documents.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { mayDo, type EditAction } from '../may-do.ts';
import type { FieldProblem } from '../form/find-problems.ts';
import { addRevision, type Entry } from '#server/content/history/revisions.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';

export interface EditTools {
  db: Database;
  clock: Clock;
}

/** Change to an entry that somebody else has made since a form was opened. */
export interface Conflict {
  entry: Entry;
  /** Current text: the draft, or the one that visitors see; null when the entry has been removed. */
  theirs: string | null;
  theirName: string;
  theirAt: string;
  /** The account is the same: another tab, another device, or a form that was gone back to. */
  isOwn: boolean;
}

export type ChangeResult =
  | { kind: 'done'; entry: Entry }
  | { kind: 'conflict'; conflict: Conflict }
  /** `kept`: the entry as it is, with the text that could not be published as its draft. */
  | { kind: 'invalid'; problems: readonly FieldProblem[]; kept?: Entry }
  | { kind: 'forbidden' }
  | { kind: 'missing' };

export interface Change {
  editor: Editor;
  action: EditAction;
  key: string;
  /** The version that the form was made from. */
  version: number;
  /** Text of the form: kept when somebody else was first, and no conflict when it is there already. */
  document?: string;
  /** Whether the change has been made already: a form that is sent twice is no conflict. */
  isDone?: (entry: Entry, present: Present | null) => boolean;
  /** Whether the current text is the one that the form was sent for: its version is then as good as the form's. */
  mayGoOn?: (present: Present) => boolean;
  /** Whether the entry is in the trash, where the only changes are those that take it out. */
  isInTrash?: boolean;
}

/** Ends a transaction without a trace of it, with the result to return. */
class Refused extends Error {
  readonly result: ChangeResult;

  constructor(result: ChangeResult) {
    super(result.kind);
    this.result = result;
  }
}

/** Ends a change that changes nothing: the version stays, and nobody else meets a conflict. */
export function leaveAsItIs(entry: Entry): never {
  throw new Refused({ kind: 'done', entry: { ...entry, version: entry.version - 1 } });
}

/** Undoes everything that the change has done so far. */
export function refuse(problems: readonly FieldProblem[]): never {
  throw new Refused({ kind: 'invalid', problems });
}

/**
 * The one door to an entry. In one transaction: whether the account may still do it, whether the version is still the
 * one that the form was made from — as the condition of the write that raises it — and then `work`.
 */
export async function changeEntry(
  { db, clock }: EditTools,
  change: Change,
  work: (trx: Transaction<Schema>, entry: Entry) => Promise<void>,
): Promise<ChangeResult> {
  return orRefused({ db, clock }, async (trx) => {
    if (!(await mayStillDo(trx, db, change))) return { kind: 'forbidden' };
    const raised = (await raiseVersion(trx, change, change.version)) ?? (await raiseSameText(trx, change));
    if (!raised) return findOvertaken(trx, change, clock.nowIso());
    await work(trx, raised);
    const after = await findEntry(trx, change.key);
    // An entry removed for good is returned as it was.
    return { kind: 'done', entry: after ?? raised };
  });
}

async function raiseVersion(
  trx: Transaction<Schema>,
  { key, isInTrash }: Pick<Change, 'key' | 'isInTrash'>,
  version: number,
): Promise<Entry | undefined> {
  return trx
    .updateTable('entries')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('key', '=', key)
    .where('version', '=', version)
    .where('deleted_at', isInTrash ? 'is not' : 'is', null)
    .returning(columnsOf.entries)
    .executeTakeFirst();
}

/** Raises the version of an entry that has meanwhile become the very text of the form. */
async function raiseSameText(trx: Transaction<Schema>, change: Change): Promise<Entry | undefined> {
  if (!change.mayGoOn) return undefined;
  const entry = await findEntry(trx, change.key);
  const present = entry && (await findPresent(trx, entry));
  return present && change.mayGoOn(present) ? raiseVersion(trx, change, entry.version) : undefined;
}

/**
 * An author with more articles than these is found by the new name in the last of them some moments later: a document
 * takes 2 ms, for which SQLite holds the process.
 */
const maxIndexed = 20;

/** A transaction that leaves no trace when `refuse` is called in it. */
export async function orRefused(
  { db, clock }: EditTools,
  work: (trx: Transaction<Schema>) => Promise<ChangeResult>,
): Promise<ChangeResult> {
  try {
    return await writeTransaction(db, async (trx) => {
      const result = await work(trx);
      await settleOffers(trx, { now: clock.nowIso(), limit: maxIndexed });
      await indexMarked(trx, { limit: maxIndexed });
      return result;
    });
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

/**
 * Checked in the transaction: a role that was lost since the form was opened is lost. An entry with this key must be the
 * account's own, unless it may change those of others.
 */
export async function mayStillDo(
  trx: Transaction<Schema>,
  db: Database,
  { editor, action, key }: Pick<Change, 'editor' | 'action'> & { key?: string },
): Promise<boolean> {
  const account = await trx
    .selectFrom('accounts')
    .select(['role', 'disabled_at'])
    .where('id', '=', editor.accountId)
    .$if(db.engine === 'postgres', (query) => query.modifyEnd(sql`for share`))
    .executeTakeFirst();
  if (account === undefined || account.disabled_at !== null || !mayDo(account.role, action)) return false;
  if (key === undefined || mayDo(account.role, 'save-others')) return true;
  return (await findEntry(trx, key))?.made_by === editor.accountId;
}

/** Somebody was first. The text that lost is kept, and shown beside the other. */
export async function findOvertaken(
  trx: Transaction<Schema>,
  { key, document, editor, isDone }: Pick<Change, 'key' | 'document' | 'editor' | 'isDone'>,
  at: string,
): Promise<ChangeResult> {
  const entry = await findEntry(trx, key);
  if (!entry) return { kind: 'missing' };
  const present = await findPresent(trx, entry);
  // Sent twice, or the answer to the first was lost on its way.
  if (document !== undefined && present?.document === document) return { kind: 'done', entry };
  if (isDone?.(entry, present)) return { kind: 'done', entry };
  if (document !== undefined)
    await addRevision(trx, { entry, version: entry.version, action: 'conflict', document, by: editor, at });
  return {
    kind: 'conflict',
    conflict: {
      entry,
      theirs: present?.document ?? null,
      theirName: present?.name ?? '',
      theirAt: present?.at ?? entry.changed_at,
      isOwn: present?.accountId === editor.accountId,
    },
  };
}

export interface Present {
  document: string;
  isDraft: boolean;
  /** Null: nobody of this site. */
  accountId: string | null;
  name: string;
  at: string;
}

/** Current text for an editor who opens the entry: its draft, or the one that visitors see. */
export async function findPresent(trx: Transaction<Schema>, entry: Entry): Promise<Present | null> {
  const draft = await trx
    .selectFrom('drafts')
    .select(['document', 'account_id as accountId', 'account_name as name', 'saved_at as at'])
    .where('entry_key', '=', entry.key)
    .executeTakeFirst();
  if (draft) return { ...draft, isDraft: true };
  const live = await findLive(trx, entry);
  if (live === null) return null;
  const last = await trx
    .selectFrom('revisions')
    .select(['account_id', 'account_name', 'at'])
    .where('entry_key', '=', entry.key)
    .where('hash', '=', hashOf(live))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    document: live,
    isDraft: false,
    accountId: last?.account_id ?? null,
    name: last?.account_name ?? '',
    at: last?.at ?? entry.changed_at,
  };
}

function findEntry(trx: Transaction<Schema>, key: string): Promise<Entry | undefined> {
  return trx.selectFrom('entries').select(columnsOf.entries).where('key', '=', key).executeTakeFirst();
}

export function requireEntry(trx: Transaction<Schema>, key: string): Promise<Entry> {
  return trx.selectFrom('entries').select(columnsOf.entries).where('key', '=', key).executeTakeFirstOrThrow();
}
