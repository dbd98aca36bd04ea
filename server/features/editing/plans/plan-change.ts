import { sql, type Transaction } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { findPublication, isVisibleAt } from '#server/content/entries/entry-visibility.ts';
import { hashOf } from '#server/content/entries/entry-document.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { addRevision, keepLive, type Entry } from '#server/content/history/revisions.ts';
import { thinRevisions } from '#server/content/history/thin-revisions.ts';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import { hasState } from '#server/db/tables/kind-columns.ts';
import { changeAtField } from '#shared/editing/edit-forms.ts';
import { endField } from '#shared/editing/plan/end-field.ts';
import type { PlannedAction } from '#shared/editing/plan/plans.ts';
import { addEvent } from '../content-events.ts';
import {
  changeEntry,
  findPresent,
  mayStillDo,
  orRefused,
  refuse,
  type ChangeResult,
  type EditTools,
  type Present,
} from '../entries/change-entry.ts';
import { keepVersions } from '../entries/keep-versions.ts';
import {
  findReady,
  isPublishedAs,
  requireNamed,
  type NewText,
  type PublishTools,
} from '../entries/publish.ts';
import { writeDraft } from '../entries/save-draft.ts';

interface PlanChange extends NewText {
  editor: Editor;
  version: number;
  /** ISO 8601 in UTC. */
  runAt: string;
}

/**
 * Lets visitors see this text of a live page from a minute on. It is complete and checked now, and stands in the plan as
 * it is now: what is saved as a draft later is not in it.
 */
export async function planChange(tools: PublishTools, planned: PlanChange): Promise<ChangeResult> {
  const { editor, kind, key, version, document, runAt } = planned;
  const field = changeAtField;
  if (runAt <= tools.clock.nowIso()) return { kind: 'invalid', problems: [{ field, code: 'past' }] };
  const ready = await findReady(tools, planned);
  if ('problems' in ready) return { kind: 'invalid', problems: ready.problems };
  const mayGoOn = (present: Present) => present.isDraft && present.document === document;
  const change = { editor, action: 'publish', key, version, document, mayGoOn } as const;
  return changeEntry(tools, change, async (trx, entry) => {
    const at = tools.clock.nowIso();
    await requireSeen(trx, { kind, entry, runAt, field });
    await requireNamed(trx, ready.named);
    const live = await keepLive(trx, entry, at);
    const present = await findPresent(trx, entry);
    const isSame = live !== null && isPublishedAs(kind, document, { document: live, isDraft: false });
    if (live === null || present === null || isSame) refuse([{ field, code: 'unchanged' }]);
    else if (present.document === document) {
      // The text is as it was: forms that others have open go on.
      await keepVersions(trx, [{ ...entry, version: entry.version - 1 }]);
    } else {
      await writeDraft(trx, { kind, entry, document, editor, at });
      await addRevision(trx, { entry, version: entry.version, action: 'save', document, by: editor, at });
      await thinRevisions(trx, key, tools.clock.now());
    }
    const base_hash = live === null ? null : hashOf(live);
    await writePlan(trx, { kind, entry, editor, at, runAt, action: 'publish', document, base_hash });
  });
}

interface PlanEnd {
  editor: Editor;
  kind: Kind;
  key: string;
  runAt: string;
}

/** Takes a page away from visitors at a minute to come. It changes no text, so nobody's form is out of date. */
export function planEnd(tools: EditTools, { editor, kind, key, runAt }: PlanEnd): Promise<ChangeResult> {
  const field = endField;
  return changePlan(tools, { editor, key }, async (trx, entry) => {
    const at = tools.clock.nowIso();
    if (runAt <= at) refuse([{ field, code: 'past' }]);
    if (!hasState(kind)) refuse([{ field, code: 'unseen' }]);
    await requireSeen(trx, { kind, entry, runAt, field });
    const end = { action: 'archive', document: null, base_hash: null } as const;
    await writePlan(trx, { kind, entry, editor, at, runAt, ...end });
  });
}

interface CancelPlan {
  editor: Editor;
  kind: Kind;
  key: string;
  action: PlannedAction;
}

/** Removes a plan, or the note of one that was not carried out. The text stays a draft. */
export function cancelPlan(
  tools: EditTools,
  { editor, kind, key, action }: CancelPlan,
): Promise<ChangeResult> {
  return changePlan(tools, { editor, key }, async (trx, { id }) => {
    const removed = await trx
      .deleteFrom('scheduled_changes')
      .where('entry_key', '=', key)
      .where('action', '=', action)
      .returning('run_at')
      .executeTakeFirst();
    const at = tools.clock.nowIso();
    if (removed) await addEvent(trx, { event: 'cancel-plan', editor, at, kind, id, detail: removed.run_at });
  });
}

async function changePlan(
  tools: EditTools,
  { editor, key }: { editor: Editor; key: string },
  work: (trx: Transaction<Schema>, entry: Entry) => Promise<void>,
): Promise<ChangeResult> {
  return orRefused(tools, async (trx): Promise<ChangeResult> => {
    if (!(await mayStillDo(trx, tools.db, { editor, action: 'publish' }))) return { kind: 'forbidden' };
    const entry = await lockEntry(trx, tools.db.engine, key);
    if (!entry || entry.deleted_at !== null) return { kind: 'missing' };
    await work(trx, entry);
    return { kind: 'done', entry };
  });
}

/**
 * Locks an entry, before its plans as every writer does, so that no two wait for each other. Resolves to undefined where
 * there is none; with `skipsLocked` also while somebody else writes it.
 */
export function lockEntry(
  trx: Transaction<Schema>,
  engine: Engine,
  key: string,
  { skipsLocked = false } = {},
): Promise<Entry | undefined> {
  return trx
    .selectFrom('entries')
    .select(columnsOf.entries)
    .where('key', '=', key)
    .$if(engine === 'postgres', (query) =>
      query.modifyEnd(skipsLocked ? sql`for update skip locked` : sql`for update`),
    )
    .executeTakeFirst();
}

/** Refuses a plan for a page that nobody will see at that minute. */
async function requireSeen(
  trx: Transaction<Schema>,
  { kind, entry, runAt, field }: { kind: Kind; entry: Entry; runAt: string; field: string },
): Promise<void> {
  if (!isVisibleAt(await findPublication(trx, kind, entry.id), runAt)) refuse([{ field, code: 'unseen' }]);
}

interface WritePlan {
  kind: Kind;
  entry: Entry;
  editor: Editor;
  at: string;
  runAt: string;
  action: PlannedAction;
  document: string | null;
  base_hash: string | null;
}

/** Writes a plan in place of the one before. */
async function writePlan(
  trx: Transaction<Schema>,
  { kind, entry, editor, at, runAt, action, document, base_hash }: WritePlan,
): Promise<void> {
  const values = {
    ...{ document, base_hash, run_at: runAt, try_at: runAt, tries: 0, problem: null },
    ...{ account_id: editor.accountId, account_name: editor.name, saved_at: at },
  };
  await trx
    .insertInto('scheduled_changes')
    .values({ entry_key: entry.key, action, ...values })
    .onConflict((oc) => oc.columns(['entry_key', 'action']).doUpdateSet(values))
    .execute();
  const event = action === 'publish' ? 'plan-change' : 'plan-end';
  await addEvent(trx, { event, editor, at, kind, id: entry.id, detail: runAt });
}
