import type { Kysely, Selectable, Transaction } from 'kysely';
import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { ShownPlan } from '#shared/editing/plan/plans.ts';
import { findDocuments } from '#server/content/entries/documents.ts';
import { hashOf, readDocument } from '#server/content/entries/entry-document.ts';
import { referencesIn } from '#server/content/kinds/references.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { ScheduledChangesTable } from '#server/db/tables/editing-tables.ts';
import type { Schema } from '#server/db/schema.ts';

export type Plan = Selectable<ScheduledChangesTable>;

/** A plan as pages tell of it. */
export interface ListedPlan extends ShownPlan {
  key: string;
  kind: Kind;
  id: string;
  title: string;
}

/** Plans of an entry, the next first: at most a change and an end. */
export function listPlansOf(db: Kysely<Schema>, entryKey: string): Promise<ListedPlan[]> {
  return readPlans(db, planned(db).where('entries.key', '=', entryKey));
}

/** Plans of all entries, the next first. Those that failed are the oldest. */
export function listPlans(db: Kysely<Schema>, limit: number): Promise<ListedPlan[]> {
  return readPlans(db, planned(db).limit(limit));
}

function planned(db: Kysely<Schema>) {
  return db
    .selectFrom('scheduled_changes')
    .innerJoin('entries', 'entries.key', 'scheduled_changes.entry_key')
    .select(['entries.key', 'entries.kind', 'entries.id', 'entries.title'])
    .select(['action', 'run_at', 'base_hash', 'account_name', 'saved_at', 'problem'])
    .where('entries.deleted_at', 'is', null)
    .orderBy('run_at')
    .orderBy('entry_key')
    .orderBy('action');
}

async function readPlans(db: Kysely<Schema>, query: ReturnType<typeof planned>): Promise<ListedPlan[]> {
  const rows = (await query.execute()).flatMap((row) =>
    isKind(row.kind) ? [{ ...row, kind: row.kind }] : [],
  );
  const hashes = await liveHashes(db, rows);
  return rows.map(({ run_at, base_hash, account_name, saved_at, problem, ...row }) => ({
    ...row,
    runAt: run_at,
    savedBy: account_name,
    savedAt: saved_at,
    // Told before its time comes, while somebody can still do something about it.
    problem: problem ?? (isOvertaken({ ...row, base_hash }, hashes) ? 'overtaken' : null),
  }));
}

type PlanOfPage = Pick<Plan, 'action' | 'base_hash'> & { kind: Kind; id: string };

/** Hashes of the texts that visitors see of the pages that these plans change. */
export async function liveHashes(
  db: Kysely<Schema>,
  plans: readonly PlanOfPage[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  const changes = plans.filter(({ action }) => action === 'publish');
  for (const [kind, some] of Map.groupBy(changes, (plan) => plan.kind)) {
    const ids = some.map(({ id }) => id);
    for (const [id, text] of await findDocuments(db, kind, ids)) hashes.set(`${kind}/${id}`, hashOf(text));
  }
  return hashes;
}

/** Whether the text that a change was planned for is not the one that visitors see any more. */
export function isOvertaken(
  { action, kind, id, base_hash: base }: PlanOfPage,
  hashes: ReadonlyMap<string, string>,
): boolean {
  return action === 'publish' && hashes.get(`${kind}/${id}`) !== base;
}

/** A plan that is due, with the present place of its entry. */
export interface DuePlan extends Plan {
  kind: string;
  id: string;
}

export function listDue(db: Kysely<Schema>, now: string, limit: number): Promise<DuePlan[]> {
  return waitingPlans(db)
    .innerJoin('entries', 'entries.key', 'scheduled_changes.entry_key')
    .select(columnsOf.scheduled_changes)
    .select(['entries.kind', 'entries.id'])
    .where('try_at', '<=', now)
    .orderBy('try_at')
    .limit(limit)
    .execute();
}

/** When the next plan is to be tried, in ISO 8601; null: none waits. */
export async function findNextTry(db: Kysely<Schema>): Promise<string | null> {
  const next = await waitingPlans(db).select('try_at').orderBy('try_at').limit(1).executeTakeFirst();
  return next?.try_at ?? null;
}

/** Plans that have not failed. */
export function waitingPlans(db: Kysely<Schema>) {
  return db.selectFrom('scheduled_changes').where('problem', 'is', null);
}

/** Removes the plans of an entry; with `isOver` only a change to a text of which that is true. */
export async function removePlans(
  trx: Transaction<Schema>,
  key: string,
  isOver?: (document: string) => boolean,
): Promise<void> {
  const plans = await trx
    .selectFrom('scheduled_changes')
    .select(['action', 'document'])
    .where('entry_key', '=', key)
    .execute();
  for (const { action, document } of plans) {
    if (isOver && (document === null || !isOver(document))) continue;
    await trx
      .deleteFrom('scheduled_changes')
      .where('entry_key', '=', key)
      .where('action', '=', action)
      .execute();
  }
}

/** Titles of the entries with a coming change that refers to this one, which must still be there then. */
export async function findPlansNaming(
  db: Kysely<Schema>,
  { kind: to, id }: { kind: Kind; id: string },
): Promise<string[]> {
  const plans = await waitingPlans(db)
    .innerJoin('entries', 'entries.key', 'scheduled_changes.entry_key')
    .select(['entries.kind', 'entries.id', 'entries.title', 'document'])
    .where('document', 'is not', null)
    .where('entries.deleted_at', 'is', null)
    .orderBy('run_at')
    .execute();
  return plans.flatMap(({ kind, document, ...entry }) => {
    if (!isKind(kind)) return [];
    const references = referencesIn(kinds[kind].fields, readDocument(document ?? '').fields);
    const isNamed = references.some((reference) => reference.to === to && reference.id === id);
    return isNamed ? [entry.title || entry.id] : [];
  });
}
