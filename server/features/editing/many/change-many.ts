import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { anyRows } from '#server/content/entries/any-table.ts';
import { withChangeTime } from '#server/content/entries/change-times.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { settleOffers } from '#server/content/offers/settle-offers.ts';
import { isSameRow, writeRows } from '#server/content/entries/write-rows.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { addImported, keepEntries } from '#server/content/history/revisions.ts';
import type { Row } from '#server/content/kinds/content-kind.ts';
import type { FieldIssue } from '#server/content/kinds/find-issues.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { RevisionAction } from '#server/db/tables/editing-tables.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { addEvent } from '../content-events.ts';
import type { EditAction } from '../may-do.ts';
import { mayStillDo, type EditTools } from '../entries/change-entry.ts';
import type { FieldProblem } from '../form/find-problems.ts';
import { removePlans } from '../plans/plans.ts';

/** New values of some keys of the front matter of an entry. */
export interface FieldChange {
  id: string;
  /** The version that the change was made for. */
  version: number;
  /** By the names of the keys; null empties one. */
  fields: Readonly<Record<string, unknown>>;
}

/** Entry that stays as it is. */
export interface LeftOut {
  id: string;
  /**
   * It is gone, it has only ever been a draft, others have changed it, it has a draft, a value does not go with the other
   * ones, its text cannot be published as it is, or others need it.
   */
  reason: 'gone' | 'never' | 'changed' | 'draft' | 'wrong' | 'refused' | 'needed';
  /** Name of the editor whose draft it is; empty for the other reasons. */
  by: string;
  issues: readonly FieldIssue[];
  /** Why it is refused. */
  problems?: readonly FieldProblem[];
}

export type ManyResult =
  /** `at`: moment of all changes, by which they are taken back. */
  { kind: 'done'; at: string; changed: number; leftOut: LeftOut[] } | { kind: 'forbidden' };

interface ManyChanges {
  /** Null: an operator with the command. */
  editor: Editor | null;
  action: EditAction;
  kind: Kind;
  changes: readonly FieldChange[];
}

/** Entries that are compared, and then written, in a turn of the event loop each. */
export const batchSize = 25;

/** The same as for a single entry: a server indexes the others some moments later. */
export const maxIndexed = 20;

/**
 * Changes many entries in one transaction, with a revision each. An entry that is not as the sender saw it is left out:
 * its version is compared under a lock, for which other writers wait.
 */
export function changeMany(
  { db, clock }: EditTools,
  { editor, action, kind, changes }: ManyChanges,
): Promise<ManyResult> {
  return writeTransaction(db, async (trx): Promise<ManyResult> => {
    if (editor !== null && !(await mayStillDo(trx, db, { editor, action }))) return { kind: 'forbidden' };
    const at = clock.nowIso();
    const writing: Writing = { trx, kind, editor, at, isLocking: db.engine === 'postgres' };
    const leftOut: LeftOut[] = [];
    let changed = 0;
    // In the order of the ids, so that two such changes do not wait for each other.
    const inOrder = changes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const some of inBatches(inOrder, batchSize)) {
      const { rows, others } = await sortSome(writing, some);
      await nextTurn();
      changed += await writeSome(writing, rows);
      await settleOffers(trx, { now: at, limit: batchSize });
      leftOut.push(...others);
      await nextTurn();
    }
    const event = { event: 'change-many', editor, at, kind, id: '', detail: String(changed) };
    if (changed > 0) await addEvent(trx, event);
    await indexMarked(trx, editor === null ? {} : { limit: maxIndexed });
    return { kind: 'done', at, changed, leftOut };
  });
}

export interface Writing {
  trx: Transaction<Schema>;
  kind: Kind;
  editor: Editor | null;
  at: string;
  /** On SQLite the transaction itself is the lock. */
  isLocking: boolean;
}

/** Locks the entries, and makes the rows of those that are as their changes expect them. */
async function sortSome(
  writing: Writing,
  changes: readonly FieldChange[],
): Promise<{ rows: Row[]; others: LeftOut[] }> {
  const { trx, kind } = writing;
  const ids = changes.map(({ id }) => id);
  const versions = await lockVersions(writing, ids);
  const drafted = await findDrafted(writing, ids);
  const stored = await anyRows(trx, kind).where('id', 'in', ids).execute();
  const rowOf = new Map(stored.map((row) => [row['id'], row]));
  const rows: Row[] = [];
  const others: LeftOut[] = [];
  for (const { id, version, fields } of changes) {
    const row = rowOf.get(id);
    const rewritten = row && contentKinds[kind].rewrite(row, fields);
    const by = drafted.get(id);
    const leaveOut = (reason: LeftOut['reason'], issues: LeftOut['issues'] = []) =>
      others.push({ id, reason, by: reason === 'draft' ? (by ?? '') : '', issues });
    if (!versions.has(id)) leaveOut('gone');
    else if (rewritten === undefined) leaveOut('never');
    else if ('issues' in rewritten) leaveOut('wrong', rewritten.issues);
    // Sent twice, or done by others.
    else if (isSameRow(rewritten.row, row)) continue;
    else if (by !== undefined) leaveOut('draft');
    else if (versions.get(id) !== version) leaveOut('changed');
    else rows.push(rewritten.row);
  }
  return { rows, others };
}

export async function lockVersions(
  { trx, kind, isLocking }: Writing,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const entries = await trx
    .selectFrom('entries')
    .select(['id', 'version'])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isLocking, (query) => query.modifyEnd(sql`for update`))
    .execute();
  return new Map(entries.map(({ id, version }) => [id, version]));
}

/** Names of the editors with drafts, by the ids of the entries. */
async function findDrafted(
  { trx, kind }: Writing,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const drafts = await trx
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.id', 'drafts.account_name as by'])
    .where('entries.kind', '=', kind)
    .where('entries.deleted_at', 'is', null)
    .where('entries.id', 'in', ids)
    .execute();
  return new Map(drafts.map(({ id, by }) => [id, by]));
}

/** Writes the rows that differ, with the text before as a revision and the new one as another. */
export async function writeSome({ trx, kind, editor, at }: Writing, rows: readonly Row[]): Promise<number> {
  const states = new Map<unknown, unknown>();
  const written = await writeRows(trx, kind, rows, {
    step: () => {},
    toWritten(row, stored) {
      states.set(row['id'], stored?.['status']);
      return withChangeTime(kind, { row, stored }, { at, isFromForm: true });
    },
    async beforeChange(ids) {
      await keepEntries(trx, kind, ids, at);
    },
  });
  if (written.length === 0) return 0;
  // Triggers have raised the versions.
  const entries = await trx
    .selectFrom('entries')
    .select(columnsOf.entries)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .where(
      'id',
      'in',
      written.map((row) => String(row['id'])),
    )
    .orderBy('id')
    .execute();
  // The plans of a page end with it.
  for (const { key, id, state } of entries)
    if (states.get(id) === 'published' && state !== 'published') await removePlans(trx, key);
  const actions = Map.groupBy(entries, ({ id, state }) => actionOf(states.get(id), state));
  for (const [action, some] of actions) await addImported(trx, some, { kind, at, action, by: editor });
  return written.length;
}

/** Word for a change in the history of its entry. */
function actionOf(before: unknown, state: string): RevisionAction {
  if (before === 'published' && state === 'draft') return 'unpublish';
  return state === 'published' ? 'publish' : 'import';
}
