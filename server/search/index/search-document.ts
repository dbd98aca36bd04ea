import type { Kind } from '#shared/kinds/kind-names.ts';
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { readCategoryRows } from '#server/content/category-tree.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { toSearched, type SearchedEntry } from '#server/content/kinds/searched-entry.ts';
import type { Schema } from '#server/db/schema.ts';
import { searchedColumns } from '#server/db/tables/kind-columns.ts';
import { plainBody } from './plain-body.ts';
import { skuKey } from '../text/sku-key.ts';

/** Fields of a hit, from the one that says most of it to the one that says least. */
export const fieldNames = ['title', 'labels', 'lead', 'body'] as const;
export type FieldName = (typeof fieldNames)[number];

/** Content of an entry for search: plain text, nothing folded yet. */
export interface SearchDocument extends Pick<
  SearchedEntry,
  'category' | 'authorId' | 'availability' | 'price'
> {
  ref: string;
  shownFrom: string;
  fields: Readonly<Record<FieldName, string>>;
  /** Without its separators. */
  sku: string | null;
  /** Tags of an article; the categories that list a product beside its own. Both are filters. */
  tags: readonly string[];
}

export interface HashedDocument extends SearchDocument {
  /** Hash of the whole document. */
  hash: string;
}

/** Documents of the entries that visitors see, or will. */
export async function readDocuments(
  db: Kysely<Schema>,
  kind: Kind,
  refs: readonly string[],
): Promise<Map<string, SearchDocument>> {
  const entries = await readEntries(db, kind, refs);
  const names = await readAuthorNames(db, entries);
  const filed = await readCategories(db, entries);
  return new Map(
    entries.flatMap(({ ref, entry }) => {
      const document = toDocument(ref, entry, { authors: names, categories: filed.get(ref) });
      return document === null ? [] : [[ref, document]];
    }),
  );
}

/** Same as `readDocuments`, with a hash that shows whether a document is indexed as it is. */
export async function readHashedDocuments(
  db: Kysely<Schema>,
  kind: Kind,
  refs: readonly string[],
): Promise<Map<string, HashedDocument>> {
  const documents = await readDocuments(db, kind, refs);
  return new Map(Array.from(documents, ([ref, document]) => [ref, { ...document, hash: hashOf(document) }]));
}

interface ReadEntry {
  ref: string;
  entry: SearchedEntry;
}

async function readEntries(db: Kysely<Schema>, kind: Kind, refs: readonly string[]): Promise<ReadEntry[]> {
  if (refs.length === 0) return [];
  const rows = await anyTable(db)
    .selectFrom(kind)
    .select(searchedColumns(kind))
    .where('id', 'in', refs)
    .execute();
  return rows.map((row) => ({ ref: String(row['id']), entry: toSearched(kind, row) }));
}

async function readAuthorNames(
  db: Kysely<Schema>,
  entries: readonly ReadEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.flatMap(({ entry }) => entry.authorId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('authors').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Filed {
  /** Ids of the categories that list it beside its own. */
  others: readonly string[];
  /** Names of all of them that visitors see. */
  names: readonly string[];
}

/** The categories of the products among these. */
async function readCategories(
  db: Kysely<Schema>,
  entries: readonly ReadEntry[],
): Promise<ReadonlyMap<string, Filed>> {
  const products = entries.filter(({ entry }) => entry.category !== null);
  if (products.length === 0) return new Map();
  const rows = await readCategoryRows(db);
  const refs = products.map(({ ref }) => ref);
  const listed = await db
    .selectFrom('product_categories')
    .select(['product_id', 'category_id'])
    .where('product_id', 'in', refs)
    .orderBy('category_id')
    .execute();
  const idsOf = Map.groupBy(listed, ({ product_id }) => product_id);
  return new Map(
    products.map(({ ref, entry: { category } }) => {
      const ids = (idsOf.get(ref) ?? []).map(({ category_id }) => category_id);
      const others = ids.filter((id) => id !== category);
      const names = [...(category === null ? [] : [category]), ...others].flatMap((id) => {
        const row = rows.get(id);
        return row === undefined ? [id] : row.isShown ? [row.name] : [];
      });
      return [ref, { others, names }];
    }),
  );
}

function toDocument(
  ref: string,
  entry: SearchedEntry,
  { authors, categories }: { authors: ReadonlyMap<string, string>; categories: Filed | undefined },
): SearchDocument | null {
  const { shownFrom, title, category, tags, authorId, availability, price } = entry;
  if (shownFrom === null) return null;
  const { headings, text } = plainBody(entry.bodyHtml);
  const author = authorId === null ? undefined : authors.get(authorId);
  return {
    ref,
    shownFrom,
    fields: {
      title,
      labels: [...(categories?.names ?? []), ...entry.labels, ...(author === undefined ? [] : [author])].join(
        '\n',
      ),
      lead: [entry.lead, headings].join('\n').trim(),
      body: text,
    },
    sku: entry.sku === null ? null : skuKey(entry.sku),
    category,
    tags: categories?.others ?? tags,
    authorId,
    availability,
    price,
  };
}

/** Hash that the same document has at another price. */
export function hashAtPrice(document: HashedDocument, price: number | null): string {
  const { hash: _, ...others } = document;
  return hashOf({ ...others, price });
}

/** Half of SHA-256. */
function hashOf(document: SearchDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 22);
}
