import type { Kysely, Transaction } from 'kysely';
import { contentKinds, kindsInWriteOrder } from '#server/content/kinds/content-kinds.ts';
import type { ContentEntry } from '#server/content/kinds/content-kind.ts';
import type { PlacedReference } from '#server/content/kinds/references.ts';
import type { Target } from '#server/content/kinds/references.ts';
import { storedIds } from '#server/content/entries/stored-ids.ts';
import { writeEntries } from '#server/content/entries/write-rows.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Draft } from './drafts.ts';
import { describeUnknown, type FieldProblem } from '../form/find-problems.ts';
import { findKnownSince } from '../live/publication-time.ts';
import type { DraftParser, ParsedDraft } from './parse-draft.ts';

export interface ReadyDraft {
  draft: Draft;
  parsed: ParsedDraft;
}

/** A draft that cannot be published as it is, with its problems. */
export interface UnreadyDraft {
  draft: Draft;
  problems: readonly FieldProblem[];
}

export interface SortedDrafts {
  ready: ReadyDraft[];
  unready: UnreadyDraft[];
}

/** Finds which of these drafts could be published together. */
export async function sortDrafts(
  db: Kysely<Schema>,
  drafts: readonly Draft[],
  parse: DraftParser,
): Promise<SortedDrafts> {
  const unready: UnreadyDraft[] = [];
  let ready: ReadyDraft[] = [];
  for (const draft of drafts) {
    const parsed = await parse(draft);
    if (Array.isArray(parsed)) unready.push({ draft, problems: parsed });
    else ready.push({ draft, parsed });
  }
  const stored = await findStored(db, ready);
  // A draft that is left out may be one that another draft names.
  for (let before = -1; before !== unready.length;) {
    before = unready.length;
    const written = new Set(ready.map(({ draft }) => `${draft.kind}/${draft.id}`));
    const isThere = ({ to, id, isOpen }: Named) =>
      isOpen === true || stored.has(`${to}/${id}`) || written.has(`${to}/${id}`);
    ready = ready.filter(({ draft, parsed }) => {
      const lost = parsed.entry.references.filter((reference) => !isThere(reference));
      if (lost.length > 0) unready.push({ draft, problems: lost.map(describeUnknown) });
      return lost.length === 0;
    });
  }
  return { ready, unready };
}

/** Writes the drafts as publishing at this moment would. */
export async function writeDrafts(
  trx: Transaction<Schema>,
  ready: readonly ReadyDraft[],
  at: string,
): Promise<void> {
  for (const kind of kindsInWriteOrder()) {
    const minor = new Set<string>();
    const entries: ContentEntry[] = [];
    for (const { draft, parsed } of ready.filter((one) => one.parsed.kind === kind)) {
      const { entry, isUndated, isMinor } = parsed;
      if (isMinor) minor.add(entry.id);
      const since = isUndated ? ((await findKnownSince(trx, draft, at)) ?? at) : undefined;
      entries.push(since === undefined ? entry : { ...entry, row: { ...entry.row, published_at: since } });
    }
    await writeEntries(trx, contentKinds[kind], entries, {
      step: () => {},
      times: { at, isFromForm: true, isMinor: (id) => minor.has(id) },
    });
  }
}

type Named = Pick<PlacedReference, 'to' | 'id' | 'isOpen'>;

/** Returns `kind/id` of each stored thing that the drafts name. */
async function findStored(db: Kysely<Schema>, ready: readonly ReadyDraft[]): Promise<ReadonlySet<string>> {
  const wanted = new Map<Target, Set<string>>();
  for (const { to, id } of ready.flatMap(({ parsed }) => parsed.entry.references)) {
    wanted.set(to, (wanted.get(to) ?? new Set()).add(id));
  }
  const stored = new Set<string>();
  for (const [target, ids] of wanted) {
    for (const id of await storedIds(db, target, [...ids])) stored.add(`${target}/${id}`);
  }
  return stored;
}
