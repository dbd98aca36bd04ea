import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { hashOf } from '../entries/entry-document.ts';
import { findDocuments, findLive } from '../entries/documents.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { EntriesTable, RevisionAction, RevisionsTable } from '#server/db/tables/editing-tables.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Writer } from './editor.ts';

export type Entry = Selectable<EntriesTable>;
export type Revision = Selectable<RevisionsTable>;

interface NewRevision {
  entry: Pick<Entry, 'key'>;
  version: number;
  action: RevisionAction;
  document: string;
  /** Null: no account of this site, such as an import. */
  by: Writer | null;
  at: string;
  restoredFrom?: number;
}

export async function addRevision(
  trx: Transaction<Schema>,
  { entry, version, action, document, by, at, restoredFrom }: NewRevision,
): Promise<number> {
  const { seq } = await trx
    .insertInto('revisions')
    .values({
      entry_key: entry.key,
      version,
      action,
      document,
      hash: hashOf(document),
      account_id: by?.accountId ?? null,
      account_name: by?.name ?? '',
      at,
      restored_from: restoredFrom ?? null,
    })
    .returning('seq')
    .executeTakeFirstOrThrow();
  return Number(seq);
}

/**
 * Keeps the published document before it is overwritten, unless the newest revision of it has the same text: it may
 * come from an import or from an operator's own SQL, which leave no revision.
 */
export async function keepLive(trx: Transaction<Schema>, entry: Entry, at: string): Promise<string | null> {
  const live = await findLive(trx, entry);
  if (live === null) return null;
  const last = await trx
    .selectFrom('revisions')
    .select('hash')
    .where('entry_key', '=', entry.key)
    .where('action', 'not in', ['save', 'conflict'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.hash !== hashOf(live))
    await addRevision(trx, { entry, version: entry.version, action: 'import', document: live, by: null, at });
  return live;
}

/** Keeps the state of these entries before an import overwrites or removes them. A few queries for all of them. */
export async function keepEntries(
  trx: Transaction<Schema>,
  kind: Kind,
  ids: readonly string[],
  at: string,
): Promise<Entry[]> {
  const entries = await trx
    .selectFrom('entries')
    .select(columnsOf.entries)
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  const documents = await findDocuments(trx, kind, ids);
  const hashes = await findLastHashes(
    trx,
    entries.map(({ key }) => key),
  );
  await addImported(
    trx,
    entries.filter(({ key, id }) => hashes.get(key) !== hashOf(documents.get(id) ?? '')),
    { kind, documents, at, action: 'import' },
  );
  return entries;
}

interface Imported {
  kind: Kind;
  /** By id; read anew when left out. */
  documents?: ReadonlyMap<string, string>;
  at: string;
  action: RevisionAction;
  /** Left out: no account of this site. */
  by?: Writer | null;
}

/** Adds revisions for entries that were written together, or for the last state of those that were removed. */
export async function addImported(
  trx: Transaction<Schema>,
  entries: readonly Entry[],
  { kind, documents, at, action, by = null }: Imported,
): Promise<void> {
  const stored =
    documents ??
    (await findDocuments(
      trx,
      kind,
      entries.map(({ id }) => id),
    ));
  const rows = entries.flatMap(({ key, id, version }) => {
    const document = stored.get(id);
    if (document === undefined) return [];
    const account = { account_id: by?.accountId ?? null, account_name: by?.name ?? '' };
    const what = { version, action, document, hash: hashOf(document), at, restored_from: null };
    return [{ entry_key: key, ...what, ...account }];
  });
  if (rows.length > 0) await trx.insertInto('revisions').values(rows).execute();
}

/** A trigger on the removal puts the entries into the trash; their last state stands in their history. */
export async function moveToTrash(
  trx: Transaction<Schema>,
  kind: Kind,
  ids: readonly string[],
  at: string,
): Promise<void> {
  await addImported(trx, await keepEntries(trx, kind, ids, at), { kind, at, action: 'delete' });
}

/** Hash of the last published document of each entry, as far as its history goes. */
async function findLastHashes(
  trx: Transaction<Schema>,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await trx
    .selectFrom('revisions')
    .select(['entry_key', 'hash'])
    .where('seq', 'in', (query) =>
      query
        .selectFrom('revisions')
        .select((eb) => eb.fn.max('seq').as('seq'))
        .where('entry_key', 'in', keys)
        .where('action', 'not in', ['save', 'conflict'])
        .groupBy('entry_key'),
    )
    .execute();
  return new Map(rows.map((row) => [row.entry_key, row.hash]));
}

/** The newest first; `before` is the number of the last one of the page before. */
export function listRevisions(
  db: Kysely<Schema>,
  entryKey: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Omit<Revision, 'document'>[]> {
  return db
    .selectFrom('revisions')
    .select([
      'seq',
      'entry_key',
      'version',
      'action',
      'hash',
      'account_id',
      'account_name',
      'at',
      'restored_from',
    ])
    .where('entry_key', '=', entryKey)
    .$if(before !== null, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** Resolves to null when the entry has no such revision. */
export async function findRevision(
  db: Kysely<Schema>,
  entryKey: string,
  seq: number,
): Promise<Revision | null> {
  const row = await db
    .selectFrom('revisions')
    .select(columnsOf.revisions)
    .where('entry_key', '=', entryKey)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row ?? null;
}

/** Newest text that was a draft; null when there was none. */
export async function findLastDraft(db: Kysely<Schema>, entryKey: string): Promise<Revision | null> {
  const row = await db
    .selectFrom('revisions')
    .select(columnsOf.revisions)
    .where('entry_key', '=', entryKey)
    .where('action', 'in', ['save', 'restore'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the revision to compare this one with: the last published one if it changed that, otherwise the last saved
 * one. Null for the first.
 */
export async function findRevisionBefore(
  db: Kysely<Schema>,
  { entry_key, seq, action }: Pick<Revision, 'entry_key' | 'seq' | 'action'>,
): Promise<Revision | null> {
  const row = await db
    .selectFrom('revisions')
    .select(columnsOf.revisions)
    .where('entry_key', '=', entry_key)
    .where('seq', '<', seq)
    .where('action', 'not in', isOfDraft(action) ? ['conflict'] : ['conflict', 'save'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

function isOfDraft(action: RevisionAction): boolean {
  return action === 'save' || action === 'conflict' || action === 'restore';
}
