import type { Kysely } from 'kysely';
import { readDocument } from '#server/content/entry-document.ts';
import type { Schema } from '#server/db/schema.ts';
import { withIndex } from '#server/search/ask/index-reader.ts';
import { skuKey } from '#server/search/sku-key.ts';

/** Drafts of what was never published, and rows that visitors do not see: more are not looked through. */
const maxDrafts = 200;
const maxRows = 5_000;

/** Greater than every time: what visitors will see is in the index, too. */
const endOfTime = '9999-12-31T00:00:00.000Z';

/** The ids of the products with this number, with or without its hyphens and blanks, whoever sees them. */
export async function findIdsByNumber(db: Kysely<Schema>, typed: string): Promise<string[]> {
  const sku = skuKey(typed);
  if (sku === null) return [];
  const asked = { kind: 'products', words: [], filters: {}, fieldCount: 0, sku, order: 'newest' } as const;
  const published = await withIndex(db, (index) => index.list({ ...asked, now: endOfTime }, maxRows));
  const hidden = await db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('status', '<>', 'published')
    .where('sku', 'is not', null)
    .limit(maxRows)
    .execute();
  const others = [...hidden, ...(await neverPublished(db).limit(maxDrafts).execute()).map(numberOfDraft)];
  const isCalledSo = (row: { sku: string | null }) => row.sku !== null && skuKey(row.sku) === sku;
  return [...published.map(({ ref }) => ref), ...others.filter(isCalledSo).map(({ id }) => id)];
}

/** The numbers of these products by id, as they are stored or, of what was never published, typed. */
export async function findNumbers(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const stored = await db.selectFrom('products').select(['id', 'sku']).where('id', 'in', ids).execute();
  const drafts = await neverPublished(db).where('entries.id', 'in', ids).execute();
  return new Map(
    [...stored, ...drafts.map(numberOfDraft)].flatMap(({ id, sku }) => (sku === null ? [] : [[id, sku]])),
  );
}

function neverPublished(db: Kysely<Schema>) {
  return db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .leftJoin('products', 'products.id', 'entries.id')
    .select(['entries.id', 'drafts.document'])
    .where('entries.kind', '=', 'products')
    .where('entries.deleted_at', 'is', null)
    .where('products.id', 'is', null)
    .where('drafts.document', 'like', '%\nsku: %')
    .orderBy('entries.changed_at', 'desc');
}

function numberOfDraft({ id, document }: { id: string; document: string }) {
  const { sku } = readDocument(document).fields;
  return { id, sku: sku === undefined ? null : String(sku) };
}
