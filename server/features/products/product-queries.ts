import { sql, type Expression } from 'kysely';
import { pageSize, type ListQuery, type ProductSort } from '#shared/list-query.ts';
import type { Paged, ProductCardData, ProductPayload } from '#shared/payloads.ts';
import {
  findPictures,
  joinedMediaColumns,
  joinedPicture,
  resolveBody,
  sharingCard,
  type JoinedMedia,
} from '#server/db/media.ts';
import type { Reader } from '#server/db/reader.ts';
import type { ProductsTable } from '#server/db/schema.ts';
import { visible } from '#server/db/visible.ts';

/** Resolves to null when the page is past the end; the first page exists even when it is empty. */
export async function listProducts(reader: Reader, query: ListQuery): Promise<Paged<ProductCardData> | null> {
  reader.note('products');
  const total = await reader.remember(`products of ${query.category ?? ''}`, (facts) =>
    countProducts(facts, query.category),
  );
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  if (query.page > pageCount) return null;

  // The page's ids come from the index alone, so that a deep page does not read the rows it skips.
  const ids = reader.db
    .selectFrom('products')
    .select('products.id')
    .where(visible('products', reader.now))
    .$if(query.category !== null, (qb) => qb.where('products.category', '=', query.category ?? ''))
    .orderBy(orders[query.sort])
    .limit(pageSize)
    .offset((query.page - 1) * pageSize);
  const rows = await cardsOf(reader).where('products.id', 'in', ids).orderBy(orders[query.sort]).execute();
  return { items: rows.map((row) => toCard(reader, row)), page: query.page, pageCount, total };
}

/** Every category that has a product to show. Found by stepping through the index, one step a category. */
export function listCategories(reader: Reader): Promise<string[]> {
  return reader.remember('categories', readCategories);
}

async function readCategories(reader: Reader): Promise<string[]> {
  reader.note('products');
  const first = (after: Expression<boolean>) =>
    sql`(select products.category from products where ${visible('products', reader.now)} and ${after}
         order by products.category limit 1)`;
  const { rows } = await sql<{ category: string }>`
    with recursive step(category) as (
      select ${first(sql<boolean>`true`)}
      union all
      select ${first(sql<boolean>`products.category > step.category`)} from step where step.category is not null)
    select category from step where category is not null`.execute(reader.db);
  return rows.map((row) => row.category);
}

/** Resolves to null when the product is missing or not published; a reader must not be able to tell which. */
export async function findProduct(
  reader: Reader,
  id: string,
): Promise<Omit<ProductPayload, 'articles' | 'related' | 'asOf'> | null> {
  reader.note(`product:${id}`);
  const row = await cardsOf(reader)
    .select(['products.description_html', 'products.images', 'products.specs', 'products.purchase_url'])
    .where('products.id', '=', id)
    .where(visible('products', reader.now))
    .executeTakeFirst();
  if (!row) return null;
  const pictures = await findPictures(reader, JSON.parse(row.images));
  return {
    ...toCard(reader, row),
    picture: pictures[0] ?? null,
    pictures,
    descriptionHtml: await resolveBody(reader, row.description_html),
    sharingCard: sharingCard(reader, row),
    specs: JSON.parse(row.specs),
    purchaseUrl: row.purchase_url,
  };
}

/** The products that an article names, in its order. */
export async function listProductsOfArticle(reader: Reader, articleId: string): Promise<ProductCardData[]> {
  reader.note(`article:${articleId}`);
  const named = await reader.db
    .selectFrom('article_products')
    .select('product_id')
    .where('article_id', '=', articleId)
    .orderBy('position')
    .execute();
  return listProductsById(
    reader,
    named.map((row) => row.product_id),
  );
}

/** Those of these that a visitor may see, in this order. */
export async function listProductsById(reader: Reader, ids: readonly string[]): Promise<ProductCardData[]> {
  if (ids.length === 0) return [];
  // Hidden ones too: one that becomes visible changes this page.
  for (const id of ids) reader.note(`product:${id}`);
  const rows = await cardsOf(reader)
    .where('products.id', 'in', ids)
    .where(visible('products', reader.now))
    .execute();
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map((row) => toCard(reader, row));
}

/** The newest others of the same category. */
export async function listRelatedProducts(
  reader: Reader,
  { id, category }: { id: string; category: string },
  limit: number,
): Promise<ProductCardData[]> {
  reader.note('products');
  const rows = await cardsOf(reader)
    .where('products.category', '=', category)
    .where('products.id', '<>', id)
    .where(visible('products', reader.now))
    .orderBy(orders.newest)
    .limit(limit)
    .execute();
  return rows.map((row) => toCard(reader, row));
}

/** Each ends in the unique id and has its index; products without a price come last in both price orders. */
const orders: Record<ProductSort, Expression<unknown>> = {
  newest: sql`products.published_at desc, products.id desc`,
  'price-asc': sql`(products.price_twd is null), products.price_twd, products.id`,
  'price-desc': sql`(products.price_twd is null), products.price_twd desc, products.id desc`,
};

async function countProducts(reader: Reader, category: string | null): Promise<number> {
  reader.note('products');
  const row = await reader.db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(visible('products', reader.now))
    .$if(category !== null, (qb) => qb.where('products.category', '=', category ?? ''))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** On a card a picture says nothing that the words beside it do not: read aloud it would be in the way. */
const beside = '';

function cardsOf(reader: Reader) {
  return reader.db
    .selectFrom('products')
    .leftJoin('media', 'media.path', 'products.picture')
    .select([
      'products.id',
      'products.name',
      'products.summary',
      'products.category',
      'products.price_twd',
      'products.availability',
      'products.picture',
      ...joinedMediaColumns,
    ]);
}

type CardRow = JoinedMedia &
  Pick<ProductsTable, 'id' | 'name' | 'summary' | 'category' | 'price_twd' | 'availability' | 'picture'>;

function toCard(reader: Reader, row: CardRow): ProductCardData {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    category: row.category,
    price: row.price_twd,
    availability: row.availability,
    picture: joinedPicture(reader, row.picture, beside, row),
  };
}
