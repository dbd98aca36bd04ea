import type { Kysely, Selectable } from 'kysely';
import { stringify } from 'yaml';
import type { Schema } from '#server/db/schema.ts';
import { anyTable } from './any-table.ts';
import { contentKinds, type ContentKind } from './kinds/content-kinds.ts';
import type { ContentKindRecord, JoinTable, Row } from './kinds/content-kind.ts';

const batchSize = 500;

/** Every entry of a kind as its file, in the order of the ids. The memory needed does not grow with the catalogue. */
export async function* documentsOf<Kind extends ContentKind>(
  db: Kysely<Schema>,
  kind: Kind,
): AsyncGenerator<{ id: string; text: string }> {
  const { joins, toFields, toSource }: ContentKindRecord<Kind, ContentKind> = contentKinds[kind];
  for await (const stored of rowsInOrder(db, kind)) {
    const id = String(stored['id']);
    const joined: string[][] = [];
    for (const join of joins) joined.push(await joinedIds(db, join, id));
    // `anyTable` has forgotten that the row is of this kind's table.
    const row = stored as Selectable<Schema[Kind]>;
    yield { id, text: toDocument(toFields(row, joined), toSource(row)) };
  }
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
