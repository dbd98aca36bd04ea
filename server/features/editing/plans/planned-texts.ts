import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import type { PlannedAction } from '#shared/editing/plan/plans.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import type { Schema } from '#server/db/schema.ts';
import { hasState } from '#server/db/tables/kind-columns.ts';
import type { Draft } from '../entries/drafts.ts';
import type { DraftParser } from '../entries/parse-draft.ts';
import { sortDrafts, writeDrafts, type ReadyDraft, type UnreadyDraft } from '../entries/ready-drafts.ts';
import { isOvertaken, liveHashes, waitingPlans } from './plans.ts';
import { withPresentNames } from './present-names.ts';

/** A plan that will have been carried out. */
export interface PlannedText {
  kind: Kind;
  id: string;
  key: string;
  title: string;
  action: PlannedAction;
  /** ISO 8601 in UTC. */
  runAt: string;
  /** Text of a change; null: the page ends. */
  text: ReadyDraft | null;
}

export interface PlannedTexts {
  plans: PlannedText[];
  /** Changes that will be refused, since something that they name has gone. */
  unready: UnreadyDraft[];
  /** There are more than could be taken. */
  isCut: boolean;
}

interface PlansUntil {
  /** ISO 8601 in UTC. */
  at: string;
  /** Account whose own entries they are; null: all. */
  madeBy: string | null;
  limit: number;
  parse: DraftParser;
}

/** Plans that will have been carried out at a moment, the first one first. One that others have overtaken never will. */
export async function findPlannedUntil(
  db: Kysely<Schema>,
  { at, madeBy, limit, parse }: PlansUntil,
): Promise<PlannedTexts> {
  const stored = await waitingPlans(db)
    .innerJoin('entries', 'entries.key', 'scheduled_changes.entry_key')
    .select(['entries.key', 'entries.kind', 'entries.id', 'entries.title'])
    .select(['action', 'run_at as runAt', 'document', 'base_hash'])
    .where('run_at', '<=', at)
    .where('entries.deleted_at', 'is', null)
    .$if(madeBy !== null, (query) => query.where('entries.made_by', '=', madeBy))
    .orderBy('run_at')
    .orderBy('entry_key')
    // At one minute the change comes before the end.
    .orderBy('action', 'desc')
    .limit(limit + 1)
    .execute();
  const ended = new Set<string>();
  const rows = stored.slice(0, limit).flatMap((row) => {
    // The end of a page takes what is planned for later with it.
    if (!isKind(row.kind) || ended.has(row.key)) return [];
    if (row.action === 'archive') ended.add(row.key);
    return [{ ...row, kind: row.kind }];
  });
  const hashes = await liveHashes(db, rows);
  const plans = rows.filter((plan) => !isOvertaken(plan, hashes));
  const drafts: Draft[] = [];
  for (const { document, ...plan } of plans)
    if (document !== null)
      drafts.push({ ...plan, document: await withPresentNames(db, plan.kind, document) });
  const { ready, unready } = await sortDrafts(db, drafts, parse);
  const textOf = new Map(ready.map((text) => [text.draft.key, text]));
  return {
    plans: plans.flatMap((plan) => {
      const text = plan.document === null ? null : textOf.get(plan.key);
      return text === undefined ? [] : [{ ...plan, text }];
    }),
    unready,
    isCut: stored.length > limit,
  };
}

/** Writes the planned changes, each as at its own moment. Between two of them visitors are answered. */
export async function writePlanned(trx: Transaction<Schema>, plans: readonly PlannedText[]): Promise<void> {
  for (const { text, runAt } of plans) {
    if (text === null) continue;
    await writeDrafts(trx, [text], runAt);
    await nextTurn();
  }
}

/** Ends the pages whose end is planned, whatever they show. */
export async function writePlannedEnds(
  trx: Transaction<Schema>,
  plans: readonly PlannedText[],
): Promise<void> {
  for (const { kind, id, text } of plans) {
    if (text !== null || !hasState(kind)) continue;
    await anyTable(trx)
      .updateTable(kind)
      .set({ status: 'archived' })
      .where('id', '=', id)
      .where('status', '=', 'published')
      .execute();
  }
}
