import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { findDocuments } from '#server/content/entries/documents.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Draft } from '../entries/drafts.ts';
import type { DraftParser } from '../entries/parse-draft.ts';
import { findForLater } from '../entries/publish.ts';
import { sortDrafts } from '../entries/ready-drafts.ts';
import { isNeeded } from '../entries/trash.ts';
import type { FieldProblem } from '../form/find-problems.ts';
import type { LeftOut } from './change-many.ts';
import type { ChosenEntry } from './plan-many.ts';

/** Effect of a step with chosen entries. Nothing is written. */
export interface PlannedSteps {
  changing: (ChosenEntry & { title: string; hasDraft: boolean })[];
  /** Number of entries that are as the step would leave them. */
  same: number;
  leftOut: (LeftOut & { title: string })[];
}

export interface PublishingQuestion {
  parse: DraftParser;
  /** Moment of the question, in ISO 8601 in UTC. */
  now: string;
}

/**
 * Finds which of the entries can be published: their drafts, or what is stored of them. A draft with a time to come is
 * left out: visitors are not to see it before.
 */
export async function planPublishing(
  db: Kysely<Schema>,
  kind: Kind,
  chosen: readonly ChosenEntry[],
  { parse, now }: PublishingQuestion,
): Promise<PlannedSteps> {
  const { plan, there } = await planPresent(db, kind, chosen);
  const isSame = ({ state, document }: Present) => state === 'published' && document === null;
  const stored = await findDocuments(
    db,
    kind,
    there.filter(({ document }) => document === null).map(({ id }) => id),
  );
  const refused = new Map<string, readonly FieldProblem[]>();
  for (const { id, document } of there) {
    const problems = findForLater(document ?? '', now);
    if (problems.length > 0) refused.set(id, problems);
  }
  const texts = there
    .filter((entry) => !isSame(entry) && !refused.has(entry.id))
    .map(({ document, ...entry }): Draft & { version: number } => ({
      ...{ ...entry, kind },
      document: document ?? stored.get(entry.id) ?? '',
    }));
  const { unready } = await sortDrafts(db, texts, parse);
  for (const { draft, problems } of unready) refused.set(draft.id, problems);
  for (const { id, version, title, document } of there.filter((entry) => !isSame(entry))) {
    const problems = refused.get(id);
    if (problems === undefined) plan.changing.push({ id, version, title, hasDraft: document !== null });
    else plan.leftOut.push({ id, title, reason: 'refused', by: '', issues: [], problems });
  }
  return { ...plan, same: there.filter(isSame).length };
}

/** Finds which of the entries can be moved to the trash: an author with articles stays. */
export async function planRemoval(
  db: Kysely<Schema>,
  kind: Kind,
  chosen: readonly ChosenEntry[],
): Promise<PlannedSteps> {
  const { plan, there } = await planPresent(db, kind, chosen);
  for (const { id, version, title, document } of there) {
    if (await isNeeded(db, kind, id)) plan.leftOut.push({ id, title, reason: 'needed', by: '', issues: [] });
    else plan.changing.push({ id, version, title, hasDraft: document !== null });
  }
  return plan;
}

type Present = Awaited<ReturnType<typeof readPresent>>[number];

/** Sorts out the entries that are gone, or not as their sender saw them. */
async function planPresent(
  db: Kysely<Schema>,
  kind: Kind,
  chosen: readonly ChosenEntry[],
): Promise<{ plan: PlannedSteps; there: Present[] }> {
  const plan: PlannedSteps = { changing: [], same: 0, leftOut: [] };
  if (chosen.length === 0) return { plan, there: [] };
  const entries = await readPresent(
    db,
    kind,
    chosen.map(({ id }) => id),
  );
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const there = chosen.flatMap(({ id, version }) => {
    const entry = entryOf.get(id);
    if (entry?.version === version) return [entry];
    const reason = entry === undefined ? 'gone' : 'changed';
    plan.leftOut.push({ id, title: entry?.title ?? id, reason, by: '', issues: [] });
    return [];
  });
  return { plan, there };
}

/** Reads entries outside the trash with the documents of their drafts. */
function readPresent(db: Kysely<Schema>, kind: Kind, ids: readonly string[]) {
  return db
    .selectFrom('entries')
    .leftJoin('drafts', 'drafts.entry_key', 'entries.key')
    .select([
      'entries.key',
      'entries.id',
      'entries.title',
      'entries.version',
      'entries.state',
      'drafts.document',
    ])
    .where('entries.kind', '=', kind)
    .where('entries.deleted_at', 'is', null)
    .where('entries.id', 'in', ids)
    .execute();
}
