import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { anyRows } from '#server/content/entries/any-table.ts';
import { isSameRow } from '#server/content/entries/write-rows.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import type { Schema } from '#server/db/schema.ts';
import type { LeftOut } from './change-many.ts';
import { readDraftedEntries } from './drafted-entries.ts';

/** Entry as it was chosen in a list. */
export interface ChosenEntry {
  id: string;
  version: number;
}

export interface PlannedMany {
  changing: (ChosenEntry & { title: string; before: unknown; after: unknown })[];
  /** Number of entries that have the value already. */
  same: number;
  leftOut: (LeftOut & { title: string })[];
}

/** A new value of one key of the front matter, made of the present one. Null empties the key. */
export interface ValueChange {
  field: string;
  toValue: (before: unknown) => unknown;
}

/** Finds what another value of one key would change about these entries. Nothing is written. */
export async function planMany(
  db: Kysely<Schema>,
  kind: Kind,
  chosen: readonly ChosenEntry[],
  { field, toValue }: ValueChange,
): Promise<PlannedMany> {
  const plan: PlannedMany = { changing: [], same: 0, leftOut: [] };
  if (chosen.length === 0) return plan;
  const ids = chosen.map(({ id }) => id);
  const entries = await readDraftedEntries(db, kind, ids);
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = await anyRows(db, kind).where('id', 'in', ids).execute();
  const rowOf = new Map(rows.map((row) => [row['id'], row]));
  for (const { id, version } of chosen) {
    const entry = entryOf.get(id);
    const row = rowOf.get(id);
    const title = entry?.title ?? id;
    const leaveOut = (reason: LeftOut['reason'], by = '', issues: LeftOut['issues'] = []) =>
      plan.leftOut.push({ id, title, reason, by, issues });
    const { rewrite, toFields } = contentKinds[kind];
    const before = row && toFields(row, [])[field];
    const after = toValue(before);
    const rewritten = row && rewrite(row, { [field]: after });
    if (entry === undefined) leaveOut('gone');
    else if (row === undefined || rewritten === undefined) leaveOut('never');
    else if ('issues' in rewritten) leaveOut('wrong', '', rewritten.issues);
    else if (isSameRow(rewritten.row, row)) plan.same += 1;
    else if (entry.by !== null) leaveOut('draft', entry.by);
    else if (entry.version !== version) leaveOut('changed');
    else plan.changing.push({ id, version, title, before, after });
  }
  return plan;
}
