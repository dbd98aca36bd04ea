import type { Transaction } from 'kysely';
import { articleSchema } from '#server/content/kinds/article.ts';
import type { Schema } from '#server/db/schema.ts';

interface Article {
  key: string;
  id: string;
}

/** Notes in which articles a product stands, and where, before its row takes these links with it. */
export async function noteMentions(
  trx: Transaction<Schema>,
  product: { key: string; id: string },
): Promise<void> {
  await trx
    .insertInto('lost_mentions')
    .columns(['product_key', 'article_key', 'position'])
    .expression((eb) =>
      eb
        .selectFrom('article_products')
        .innerJoin('entries', (join) =>
          join
            .onRef('entries.id', '=', 'article_products.article_id')
            .on('entries.kind', '=', 'articles')
            .on('entries.deleted_at', 'is', null),
        )
        .where('article_products.product_id', '=', product.id)
        .select((select) => [
          select.val(product.key).as('product_key'),
          'entries.key as article_key',
          'article_products.position',
        ]),
    )
    .onConflict((oc) => oc.columns(['product_key', 'article_key']).doNothing())
    .execute();
}

/**
 * Splits the list of an article that comes back into the products that are there and those in the trash, which it gets
 * back with them. Products that are gone for good have no place any more.
 */
export async function setLostApart(
  trx: Transaction<Schema>,
  article: Article,
  products: readonly string[],
): Promise<string[]> {
  if (products.length === 0) return [];
  const rows = await trx.selectFrom('products').select('id').where('id', 'in', products).execute();
  const present = new Set(rows.map(({ id }) => id));
  const lost = products.filter((id) => !present.has(id));
  if (lost.length === 0) return [...products];
  const removed = await trx
    .selectFrom('entries')
    .select(['key', 'id'])
    .where('kind', '=', 'products')
    .where('id', 'in', lost)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .execute();
  // The last one removed, where several had the id.
  const keys = new Map(removed.map(({ id, key }) => [id, key]));
  for (const [id, product_key] of keys)
    await trx
      .insertInto('lost_mentions')
      .values({ product_key, article_key: article.key, position: products.indexOf(id) })
      .onConflict((oc) => oc.columns(['product_key', 'article_key']).doNothing())
      .execute();
  return products.filter((id) => present.has(id));
}

/** Gives articles the products back that they had, once both are there: after either of them has left the trash. */
export async function giveMentionsBack(trx: Transaction<Schema>, restoredKey: string): Promise<void> {
  const mentions = await trx
    .selectFrom('lost_mentions')
    .innerJoin('entries as product', 'product.key', 'lost_mentions.product_key')
    .innerJoin('entries as article', 'article.key', 'lost_mentions.article_key')
    .select(['product_key', 'article_key', 'position', 'product.id as product', 'article.id as article'])
    .where((eb) => eb.or([eb('product_key', '=', restoredKey), eb('article_key', '=', restoredKey)]))
    .where('product.deleted_at', 'is', null)
    .where('article.deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  for (const { product_key, article_key, position, product, article } of mentions) {
    await insertProduct(trx, { article, product, position });
    await trx
      .deleteFrom('lost_mentions')
      .where('product_key', '=', product_key)
      .where('article_key', '=', article_key)
      .execute();
  }
}

interface Mention {
  article: string;
  product: string;
  position: number;
}

/**
 * Puts a product where it stood, unless it stands in the list again or the list has become too long. Others that were
 * removed have left their places empty, to which they come back in any order.
 */
async function insertProduct(
  trx: Transaction<Schema>,
  { article, product, position }: Mention,
): Promise<void> {
  const rows = await trx
    .selectFrom('article_products')
    .select(['product_id', 'position'])
    .where('article_id', '=', article)
    .execute();
  const ids = rows.map(({ product_id }) => product_id);
  if (!articleSchema.shape.products.safeParse([...ids, product]).success) return;
  if (rows.some((row) => row.position === position))
    await trx
      .updateTable('article_products')
      .set((eb) => ({ position: eb('position', '+', 1) }))
      .where('article_id', '=', article)
      .where('position', '>=', position)
      .execute();
  await trx
    .insertInto('article_products')
    .values({ article_id: article, product_id: product, position })
    .execute();
}
