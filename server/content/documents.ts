import type { Kysely, Selectable } from 'kysely';
import { stringify } from 'yaml';
import type { Schema } from '#server/db/schema.ts';
import { anyTable } from './any-table.ts';
import { contentKinds, kindNames, type ContentKind } from './kinds/content-kinds.ts';
import { readStoredSite } from './site-settings.ts';
import type { ContentKindRecord, JoinTable, Row } from './kinds/content-kind.ts';

const batchSize = 500;

/** Every entry of a kind as its file, in the order of the ids. The memory needed does not grow with the catalogue. */
export async function* documentsOf(
  db: Kysely<Schema>,
  kind: ContentKind,
): AsyncGenerator<{ id: string; text: string }> {
  for await (const stored of rowsInOrder(db, kind)) {
    yield { id: String(stored['id']), text: await documentOfRow(db, contentKinds[kind], stored) };
  }
}

/** What visitors see of an entry, the settings of the site included; null when there is nothing. */
export async function findLive(
  db: Kysely<Schema>,
  { kind, id }: { kind: string; id: string },
): Promise<string | null> {
  if (kind === 'site') {
    const settings = await readStoredSite(db);
    return settings === null ? null : toYaml(JSON.parse(settings));
  }
  const known = kindNames.find((name) => name === kind);
  return known ? findDocument(db, known, id) : null;
}

/** The file of one entry; null when there is no row. */
export async function findDocument(
  db: Kysely<Schema>,
  kind: ContentKind,
  id: string,
): Promise<string | null> {
  const row = await anyTable(db).selectFrom(kind).selectAll().where('id', '=', id).executeTakeFirst();
  return row ? documentOfRow(db, contentKinds[kind], row) : null;
}

async function documentOfRow<Kind extends ContentKind>(
  db: Kysely<Schema>,
  { joins, toFields, toSource }: ContentKindRecord<Kind, ContentKind>,
  stored: Row,
): Promise<string> {
  const joined: string[][] = [];
  for (const join of joins) joined.push(await joinedIds(db, join, String(stored['id'])));
  // `anyTable` has forgotten that the row is of this kind's table.
  const row = stored as Selectable<Schema[Kind]>;
  return toDocument(toFields(row, joined), toSource(row));
}

async function* rowsInOrder(db: Kysely<Schema>, kind: ContentKind): AsyncGenerator<Row> {
  let last = '';
  while (true) {
    const rows = await anyTable(db)
      .selectFrom(kind)
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    last = String(lastRow['id']);
  }
}

async function joinedIds(
  db: Kysely<Schema>,
  { table, owner, target }: JoinTable,
  id: string,
): Promise<string[]> {
  const links = await anyTable(db)
    .selectFrom(table)
    .select(target)
    .where(owner, '=', id)
    .orderBy('position')
    .execute();
  return links.map((link) => String(link[target]));
}

export function toDocument(fields: Readonly<Record<string, unknown>>, body: string): string {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return `---\n${toYaml(given)}---\n${body === '' ? '' : `\n${body}\n`}`;
}

export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
