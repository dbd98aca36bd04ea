import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { FeaturedThing } from '#shared/kinds/setting.ts';
import { sql, type Transaction } from 'kysely';
import { joinsOf, joinsTo, kindsNaming, referencesTo } from '#server/db/tables/kind-columns.ts';
import { listWrittenColumns } from '#server/db/queries/list-columns.ts';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';
import { anyTable } from './any-table.ts';
import { findDocuments } from './documents.ts';
import { hashOf, readDocument, writeDocument } from './entry-document.ts';
import { isSame, toFeatured } from '../featured.ts';
import { renameIn } from '../kinds/references.ts';
import { readStoredSite, storedSettings, writeSite } from '../site-settings.ts';

interface Moved {
  kind: Kind;
  key: string;
  from: string;
  to: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** Gives an entry another id. Everything that names it does so by the new one; redirects are its caller's. */
export async function moveEntry(trx: Transaction<Schema>, engine: Engine, moved: Moved): Promise<void> {
  const { kind, key, from, to, at } = moved;
  const basesBefore = await findBases(trx, kind);
  // First, so that the triggers of the rows find it under its new id, and nothing of the old one to remove.
  await trx.updateTable('entries').set({ id: to, changed_at: at }).where('key', '=', key).execute();
  await moveRow(trx, engine, moved);
  await renameInDrafts(trx, moved, basesBefore);
  await renameInSite(trx, kind, from, to);
}

/** Moves a row, including columns of a later build that this one does not know. */
async function moveRow(trx: Transaction<Schema>, engine: Engine, { kind, from, to }: Moved): Promise<void> {
  const names = await listWrittenColumns(trx, engine, kind);
  const others = sql.join(names.filter((name) => name !== 'id').map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`insert into ${sql.table(kind)} (id, ${others})
    select cast(${to} as text), ${others} from ${sql.table(kind)} where id = ${from}`.execute(trx);
  if (numAffectedRows !== 1n) return;
  await nameInRows(trx, { kind, from, to });
  for (const { table, owner } of joinsOf([kind]))
    await anyTable(trx)
      .updateTable(table)
      .set({ [owner]: to })
      .where(owner, '=', from)
      .execute();
  const { isSaved, word } = kinds[kind];
  if (isSaved)
    await anyTable(trx)
      .updateTable('saved_items')
      .set({ item: `${word}:${to}` })
      .where('item', '=', `${word}:${from}`)
      .execute();
  await anyTable(trx).deleteFrom(kind).where('id', '=', from).execute();
}

type Renamed = Pick<Moved, 'kind' | 'from' | 'to'>;

/** Lets everything that names an entry, drafts too, name another one of its kind. */
export async function nameAnother(trx: Transaction<Schema>, renamed: Renamed): Promise<void> {
  const basesBefore = await findBases(trx, renamed.kind);
  await nameInRows(trx, renamed);
  await renameInDrafts(trx, renamed, basesBefore);
}

async function nameInRows(trx: Transaction<Schema>, { kind, from, to }: Renamed): Promise<void> {
  for (const { kind: naming, column } of referencesTo(kind))
    await anyTable(trx)
      .updateTable(naming)
      .set({ [column]: to })
      .where(column, '=', from)
      .execute();
  for (const { table, owner, target } of joinsTo(kind)) {
    // A list that has both keeps the other.
    const having = anyTable(trx).selectFrom(table).select(owner).where(target, '=', to);
    await anyTable(trx).deleteFrom(table).where(target, '=', from).where(owner, 'in', having).execute();
    await anyTable(trx)
      .updateTable(table)
      .set({ [target]: to })
      .where(target, '=', from)
      .execute();
  }
}

/** Hashes of the published text of each entry that has a draft and may name one of this kind, by its key. Drafts are few. */
async function findBases(trx: Transaction<Schema>, kind: Kind): Promise<ReadonlyMap<string, string>> {
  const bases = new Map<string, string>();
  for (const [naming, drafts] of Map.groupBy(await listNamingDrafts(trx, kind), (draft) => draft.kind)) {
    if (!isKind(naming)) continue;
    const ids = drafts.map(({ id }) => id);
    const documents = await findDocuments(trx, naming, ids);
    for (const { entry_key, id } of drafts) {
      const document = documents.get(id);
      if (document !== undefined) bases.set(entry_key, hashOf(document));
    }
  }
  return bases;
}

/** Drafts, and texts that are planned for a page, of kinds that may name one of this kind. */
async function listNamingDrafts(trx: Transaction<Schema>, kind: Kind) {
  const naming = kindsNaming(kind);
  if (naming.length === 0) return [];
  const drafts = await trx
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['drafts.entry_key', 'drafts.document', 'drafts.base_hash', 'entries.kind', 'entries.id'])
    .where('entries.kind', 'in', naming)
    .execute();
  const plans = await trx
    .selectFrom('scheduled_changes as plans')
    .innerJoin('entries', 'entries.key', 'plans.entry_key')
    .select(['plans.entry_key', 'plans.document', 'plans.base_hash', 'entries.kind', 'entries.id'])
    .where('entries.kind', 'in', naming)
    .where('plans.action', '=', 'publish')
    .execute();
  return [
    ...drafts.map((draft) => ({ ...draft, isPlanned: false })),
    ...plans.map((plan) => ({ ...plan, document: plan.document ?? '', isPlanned: true })),
  ];
}

/**
 * Renames the entry in each draft and planned text that refers to it, which is otherwise unchanged. One based on the
 * published document before is based on the new one now. One that is saved at this moment stays as it is: its form finds
 * the new id for the former one.
 */
async function renameInDrafts(
  trx: Transaction<Schema>,
  renamed: Renamed,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const drafts = await listNamingDrafts(trx, renamed.kind);
  const after = await findBases(trx, renamed.kind);
  for (const draft of drafts) {
    if (!isKind(draft.kind)) continue;
    const { fields, body } = readDocument(draft.document);
    const document = writeDocument({ fields: renameIn(kinds[draft.kind].fields, fields, renamed), body });
    const isOfBefore = draft.base_hash !== null && draft.base_hash === before.get(draft.entry_key);
    const base_hash = isOfBefore ? (after.get(draft.entry_key) ?? null) : draft.base_hash;
    if (document === draft.document && base_hash === draft.base_hash) continue;
    if (draft.isPlanned)
      await trx
        .updateTable('scheduled_changes')
        .set({ document, base_hash })
        .where('entry_key', '=', draft.entry_key)
        .where('action', '=', 'publish')
        .where('document', '=', draft.document)
        .execute();
    else
      await trx
        .updateTable('drafts')
        .set({ document, base_hash })
        .where('entry_key', '=', draft.entry_key)
        .where('document', '=', draft.document)
        .execute();
  }
}

async function renameInSite(trx: Transaction<Schema>, kind: Kind, from: string, to: string): Promise<void> {
  const stored = await readStoredSite(trx);
  if (stored === null || !kinds[kind].isFeatured) return;
  const settings = storedSettings(stored, '');
  const isMoved = (thing: FeaturedThing) => isSame(thing, { kind, id: from });
  if (!settings.featured.some(isMoved)) return;
  const featured = settings.featured.map((thing) => (isMoved(thing) ? toFeatured({ kind, id: to }) : thing));
  await writeSite(trx, { settings: { ...settings, featured } });
}
