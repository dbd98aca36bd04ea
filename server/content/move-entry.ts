import { sql, type Transaction } from 'kysely';
import type { SiteSettings } from '#shared/site-settings.ts';
import { listWrittenColumns } from '#server/db/list-columns.ts';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';
import { anyTable } from './any-table.ts';
import { findDocuments } from './documents.ts';
import { hashOf, readDocument, writeDocument } from './entry-document.ts';
import type { ContentKind } from './kinds/content-kinds.ts';
import { readStoredSite, writeSite } from './site-settings.ts';

interface Moved {
  kind: ContentKind;
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
  // First: the triggers of the rows are to find it under its new id, and nothing of the old one to remove.
  await trx.updateTable('entries').set({ id: to, changed_at: at }).where('key', '=', key).execute();
  await moveRow(trx, engine, moved);
  await renameInDrafts(trx, moved, basesBefore);
  await renameInSite(trx, kind, from, to);
}

/** With what a later build has put into columns that this one does not know. */
async function moveRow(trx: Transaction<Schema>, engine: Engine, { kind, from, to }: Moved): Promise<void> {
  const names = await listWrittenColumns(trx, engine, kind);
  const others = sql.join(names.filter((name) => name !== 'id').map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`insert into ${sql.table(kind)} (id, ${others})
    select cast(${to} as text), ${others} from ${sql.table(kind)} where id = ${from}`.execute(trx);
  if (numAffectedRows !== 1n) return;
  if (kind === 'authors')
    await trx.updateTable('articles').set({ author_id: to }).where('author_id', '=', from).execute();
  if (kind === 'articles')
    await trx
      .updateTable('article_products')
      .set({ article_id: to })
      .where('article_id', '=', from)
      .execute();
  if (kind === 'products')
    await trx
      .updateTable('article_products')
      .set({ product_id: to })
      .where('product_id', '=', from)
      .execute();
  if (kind === 'articles' || kind === 'products') {
    const what = kind === 'articles' ? 'article' : 'product';
    await trx
      .updateTable('saved_items')
      .set({ item: `${what}:${to}` })
      .where('item', '=', `${what}:${from}`)
      .execute();
  }
  await anyTable(trx).deleteFrom(kind).where('id', '=', from).execute();
}

/** Hashes of the published text of each article that has a draft, by its key. Drafts are few. */
async function findBases(trx: Transaction<Schema>, kind: ContentKind): Promise<ReadonlyMap<string, string>> {
  if (kind !== 'authors' && kind !== 'products') return new Map();
  const drafted = await draftedArticles(trx).execute();
  const documents = await findDocuments(
    trx,
    'articles',
    drafted.map(({ id }) => id),
  );
  return new Map(
    drafted.flatMap(({ entry_key, id }) => {
      const document = documents.get(id);
      return document === undefined ? [] : [[entry_key, hashOf(document)]];
    }),
  );
}

function draftedArticles(trx: Transaction<Schema>) {
  return trx
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['drafts.entry_key', 'drafts.document', 'drafts.base_hash', 'entries.id'])
    .where('entries.kind', '=', 'articles');
}

/**
 * Each draft that names the entry is written anew, as its editor left it otherwise. It began from what visitors see now,
 * if it did from what they saw before.
 */
async function renameInDrafts(
  trx: Transaction<Schema>,
  { kind, from, to }: Moved,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  if (kind !== 'authors' && kind !== 'products') return;
  const after = await findBases(trx, kind);
  for (const draft of await draftedArticles(trx).execute()) {
    const { fields, body } = readDocument(draft.document);
    const renamed =
      kind === 'authors'
        ? { ...fields, ...(fields['author'] === from && { author: to }) }
        : { ...fields, ...withProducts(fields['products'], from, to) };
    const document = writeDocument({ fields: renamed, body });
    const isOfBefore = draft.base_hash !== null && draft.base_hash === before.get(draft.entry_key);
    const base_hash = isOfBefore ? (after.get(draft.entry_key) ?? null) : draft.base_hash;
    if (document === draft.document && base_hash === draft.base_hash) continue;
    await trx
      .updateTable('drafts')
      .set({ document, base_hash })
      .where('entry_key', '=', draft.entry_key)
      .execute();
  }
}

function withProducts(products: unknown, from: string, to: string): { products?: unknown[] } {
  if (!Array.isArray(products)) return {};
  return { products: products.map((id: unknown) => (id === from ? to : id)) };
}

async function renameInSite(
  trx: Transaction<Schema>,
  kind: ContentKind,
  from: string,
  to: string,
): Promise<void> {
  const stored = await readStoredSite(trx);
  if (stored === null) return;
  const settings: SiteSettings = JSON.parse(stored);
  const featured = settings.featured.map((thing) => {
    if ('article' in thing) return kind === 'articles' && thing.article === from ? { article: to } : thing;
    return kind === 'products' && thing.product === from ? { product: to } : thing;
  });
  await writeSite(trx, { settings: { ...settings, featured } });
}
