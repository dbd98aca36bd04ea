import type { Kysely } from 'kysely';
import { readDocument } from '#server/content/entries/entry-document.ts';
import type { Schema } from '#server/db/schema.ts';
import { withIndex } from '#server/search/ask/index-reader.ts';

/** The ids of the published products with this number, as `skuKey` spells it. */
export async function findIdsByNumber(db: Kysely<Schema>, sku: string, limit: number): Promise<string[]> {
  const asked = { kind: 'products', words: [], filters: {}, fieldCount: 0, sku, order: 'newest' } as const;
  const hits = await withIndex(db, (index) => index.list({ ...asked, now: endOfTime }, limit));
  return hits.map(({ ref }) => ref);
}

/** The index has scheduled products, too. */
export const endOfTime = '9999-12-31T00:00:00.000Z';

/** Numbers of products by their id: the stored ones or, for products never published, the typed ones. */
export async function findNumbers(
  db: Kysely<Schema>,
  products: readonly { key: string; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (products.length === 0) return new Map();
  const ids = products.map(({ id }) => id);
  const stored = await db.selectFrom('products').select(['id', 'sku']).where('id', 'in', ids).execute();
  const numbers = new Map(stored.flatMap(({ id, sku }) => (sku === null ? [] : [[id, sku]])));
  const rows = new Set(stored.map(({ id }) => id));
  const unstored = new Map(products.flatMap(({ key, id }) => (rows.has(id) ? [] : [[key, id]])));
  if (unstored.size === 0) return numbers;
  const drafts = await db
    .selectFrom('drafts')
    .select(['entry_key', 'document'])
    .where('entry_key', 'in', [...unstored.keys()])
    .where('document', 'like', '%\nsku: %')
    .execute();
  for (const { entry_key: key, document } of drafts) {
    const { sku } = readDocument(document).fields;
    const id = unstored.get(key);
    if (id !== undefined && sku !== undefined) numbers.set(id, String(sku));
  }
  return numbers;
}
