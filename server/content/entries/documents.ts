import { sourceColumn, type Join } from '#server/db/tables/kind-columns.ts';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { readStoredSettings } from '#shared/kinds/stored/stored-settings.ts';
import type { Kysely } from 'kysely';
import { stringify } from 'yaml';
import type { Schema } from '#server/db/schema.ts';
import { anyRows, anyTable } from './any-table.ts';
import { contentKinds } from '../kinds/content-kinds.ts';
import { readStoredSite } from '../site-settings.ts';
import type { ContentKind, Row } from '../kinds/content-kind.ts';

const batchSize = 500;

/** Every entry of a kind as its file, in the order of the ids. The memory needed does not grow with the catalogue. */
export async function* documentsOf(
  db: Kysely<Schema>,
  kind: Kind,
): AsyncGenerator<{ id: string; text: string }> {
  for await (const ids of idsInOrder(db, kind)) {
    const documents = await findDocuments(db, kind, ids);
    for (const id of ids) yield { id, text: documents.get(id) ?? '' };
  }
}

/** Returns the published document of an entry or of the site's settings; null when there is none. */
export async function findLive(
  db: Kysely<Schema>,
  { kind, id }: { kind: string; id: string },
): Promise<string | null> {
  if (kind === 'site') {
    const settings = await readStoredSite(db);
    return settings === null ? null : toYaml(readStoredSettings(settings));
  }
  const kindName = kindNames.find((name) => name === kind);
  return kindName ? findDocument(db, kindName, id) : null;
}

/** Documents of some entries by their ids, with one query for each table; ids without a row are left out. */
export async function findDocuments(
  db: Kysely<Schema>,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await anyRows(db, kind).where('id', 'in', ids).execute();
  const { joins } = contentKinds[kind];
  const joined = await Promise.all(joins.map((join) => joinedIdsOf(db, join, ids)));
  return new Map(
    rows.map((row) => {
      const id = String(row['id']);
      const lists = joined.map((ofOwner) => ofOwner.get(id) ?? []);
      return [id, documentOfRow(contentKinds[kind], row, lists)];
    }),
  );
}

/** The file of one entry; null when there is no row. */
export async function findDocument(db: Kysely<Schema>, kind: Kind, id: string): Promise<string | null> {
  return (await findDocuments(db, kind, [id])).get(id) ?? null;
}

function documentOfRow(
  { name, toFields }: ContentKind,
  row: Row,
  joined: readonly (readonly string[])[],
): string {
  return toDocument(toFields(row, joined), String(row[sourceColumn(name)]));
}

/** The ids of a kind, some at a time. */
export async function* idsInOrder(db: Kysely<Schema>, kind: Kind): AsyncGenerator<string[]> {
  let last = '';
  while (true) {
    const rows = await db
      .selectFrom(kind)
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    yield ids;
    last = ids.at(-1) ?? '';
  }
}

/** The ids that each owner's list has, in their order. */
async function joinedIdsOf(
  db: Kysely<Schema>,
  { table, owner, target }: Join,
  owners: readonly string[],
): Promise<Map<string, string[]>> {
  const links = await anyTable(db)
    .selectFrom(table)
    .select([owner, target])
    .where(owner, 'in', owners)
    .orderBy('position')
    .execute();
  const lists = new Map<string, string[]>();
  for (const link of links) {
    const id = String(link[owner]);
    lists.set(id, [...(lists.get(id) ?? []), String(link[target])]);
  }
  return lists;
}

export function toDocument(fields: Readonly<Record<string, unknown>>, body: string): string {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return `---\n${toYaml(given)}---\n${body === '' ? '' : `\n${body}\n`}`;
}

export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
