import type { Kysely } from 'kysely';
import type { EntryFacts } from '#shared/editing/lists/entry-facts.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import { isDated } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { findPicturesAt } from '#server/media/pictures/picture-queries.ts';
import { typedAt } from '../form/find-named.ts';
import { authorReference } from './list-filter.ts';

/** Stored values, or those of the draft of an entry that was never published. */
interface Stored {
  picture: string | null;
  authorId: string | null;
  publishedAt: string | null;
}

/** Facts of the entries of a page by their ids. */
export async function findEntryFacts(
  reader: Reader,
  kind: Kind,
  entries: readonly { key: string; id: string }[],
): Promise<ReadonlyMap<string, EntryFacts>> {
  if (entries.length === 0) return new Map();
  const stored = await readStored(reader.db, kind, entries);
  const all = [...stored.values()];
  const pictures = await findPicturesAt(
    reader,
    all.flatMap(({ picture }) => picture ?? []),
  );
  const names = await findNames(
    reader.db,
    all.flatMap(({ authorId }) => authorId ?? []),
  );
  return new Map(
    Array.from(stored, ([id, { picture, authorId, publishedAt }]) => [
      id,
      {
        picture: pictures.get(picture ?? '') ?? null,
        author: names.get(authorId ?? '') ?? authorId ?? '',
        publishedAt,
      },
    ]),
  );
}

async function readStored(
  db: Kysely<Schema>,
  kind: Kind,
  entries: readonly { key: string; id: string }[],
): Promise<ReadonlyMap<string, Stored>> {
  const author = authorReference(kind);
  const rows = await anyTable(db)
    .selectFrom(kind)
    .select([
      'id',
      `${kinds[kind].picture} as picture`,
      ...(author ? [`${author.column} as author`] : []),
      ...(isDated(kind) ? ['published_at'] : []),
    ])
    .where(
      'id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute();
  const stored = new Map(
    rows.map((row) => [
      String(row['id']),
      {
        picture: textOrNull(row['picture']),
        authorId: textOrNull(row['author']),
        publishedAt: textOrNull(row['published_at']),
      },
    ]),
  );
  const others = entries.filter(({ id }) => !stored.has(id));
  if (author === undefined || others.length === 0) return stored;
  const drafts = await db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.id', 'drafts.document'])
    .where(
      'entry_key',
      'in',
      others.map(({ key }) => key),
    )
    .execute();
  // The picture is left out: its file may not be there.
  for (const { id, document } of drafts) {
    const authorId = typedAt(readDocument(document).fields, [author.name]) || null;
    stored.set(id, { picture: null, authorId, publishedAt: null });
  }
  return stored;
}

async function findNames(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const authors = await db.selectFrom('authors').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(authors.map(({ id, name }) => [id, name]));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
