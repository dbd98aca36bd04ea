import { product } from '#shared/kinds/product.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import type { ListQuery, ProductSort } from '#shared/address/list-query.ts';
import type { NamedPage, Paged, ProductCardData, ProductPayload } from '#shared/payload/payloads.ts';
import {
  findPictures,
  joinedMediaColumns,
  joinedPicture,
  resolveBody,
  type JoinedMedia,
} from '#server/media/pictures/picture-queries.ts';
import { findSharingCard } from '#server/media/cards/card-queries.ts';
import { findCategoryRows, stepsTo, type CategoryRows } from '#server/content/category-tree.ts';
import { inOrderOf } from '#server/db/queries/in-order-of.ts';
import { findPageOfIds, firstIds, type PagedList } from '#server/db/queries/list-pages.ts';
import { lossesOf } from '#server/freshness/losses.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import type { ProductsTable } from '#server/db/schema.ts';
import { readOffer } from '#server/content/offers/read-offer.ts';
import { offerColumns, variantsOf, type StoredOffer } from '#server/content/offers/stored-offer.ts';
import type { Offer, ProductOffer } from '#shared/offers/offers.ts';
import { toOfferData } from './offer-data.ts';
import { chooseVariant } from './product-variants.ts';
import { visible } from '#server/db/queries/visible.ts';
import { findDownloads } from './downloads.ts';
import { newness, readNewDays } from './new-products.ts';
import { listPurchaseLinks } from './purchase-links.ts';
import { shownSpecs } from './shown-specs.ts';

/** Resolves to null when the page is past the end; the first page exists even when it is empty. */
export async function listProducts(reader: Reader, query: ListQuery): Promise<Paged<ProductCardData> | null> {
  const { page, category, sort } = query;
  const found = await findPageOfIds(reader, productList(category, sort), page);
  if (found === null) return null;
  const { ids, pageCount, total } = found;
  return { items: await findCards(reader, ids), page, pageCount, total };
}

/** Ids and names of the newest products. */
export async function listNewestProductNames(reader: Reader, count: number): Promise<NamedPage[]> {
  const ids = await firstIds(reader, productList(null, 'newest'), count);
  if (ids.length === 0) return [];
  for (const id of ids) reader.dependsOn(tags.pagesOfProduct(id));
  const rows = await reader.db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).execute();
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Resolves to null when the product is missing or not published; a reader must not be able to tell which. */
export async function findProduct(
  reader: Reader,
  id: string,
  variant: string | null = null,
): Promise<Omit<ProductPayload, 'categories' | 'articles' | 'related' | 'asOf'> | null> {
  reader.dependsOn(tags.pagesOfProduct(id));
  const row = await cardsOf(reader)
    .select([
      'products.description_html',
      'products.images',
      'products.options',
      'products.specs',
      'products.brand',
      'products.sku',
      'products.gtin',
      'products.mpn',
      'products.purchase_url',
      'products.purchase_links',
      'products.downloads',
      'products.labelling',
    ])
    .where('products.id', '=', id)
    .where(visible('products', reader.now))
    .executeTakeFirst();
  if (!row) return null;
  const losses = lossesOf(reader, product.name, id);
  const downloads = await findDownloads(reader, row.downloads, losses('downloads'));
  const images = readStored(product.fields.images, row.images, losses('images'));
  const pictures = await findPictures(reader, images);
  const offer = readOffer(reader, row);
  const chosen = chooseVariant({
    options: readStored(product.fields.options, row.options, losses('options')),
    variants: variantsOf(row, losses('variants')),
    offer,
    chosen: variant,
    pictures,
    paths: images.map(({ src }) => src),
  });
  if (chosen === null) return null;
  const { parts } = chosen;
  const links = readStored(product.fields.purchaseLinks, row.purchase_links, losses('purchase_links'));
  const shops = listPurchaseLinks(parts.purchaseUrl ?? row.purchase_url, links);
  const labelling = readStored(product.fields.labelling, row.labelling, losses('labelling'));
  return {
    ...toCard(reader, row, await findCategoryRows(reader), chosen.offer ?? offer),
    ...newness(reader, row.published_at, await readNewDays(reader)),
    picture: pictures[0] ?? null,
    pictures,
    descriptionHtml: await resolveBody(reader, row.description_html),
    sharingCard: await findSharingCard(reader, { kind: 'products', title: row.name }, row),
    ...shownSpecs(row.specs, losses('specs')),
    ...(row.brand !== '' && { brand: row.brand }),
    sku: row.sku,
    ...(row.gtin !== null && { gtin: row.gtin }),
    ...(row.mpn !== null && { mpn: row.mpn }),
    ...parts,
    purchaseUrl: shops[0]?.url ?? null,
    ...(shops.length > 1 && { purchaseLinks: shops }),
    ...(downloads.length > 0 && { downloads }),
    ...(Object.keys(labelling).length > 0 && { labelling }),
  };
}

/** The products that an article names, in its order. */
export async function listProductsOfArticle(reader: Reader, articleId: string): Promise<ProductCardData[]> {
  reader.dependsOn(tags.article(articleId));
  const named = await reader.db
    .selectFrom('article_products')
    .select(['product_id', 'position'])
    .where('article_id', '=', articleId)
    .execute();
  return listProductsById(
    reader,
    named.toSorted((a, b) => a.position - b.position).map((row) => row.product_id),
  );
}

/** Lists those of these products that a visitor may see, in this order. */
export async function listProductsById(reader: Reader, ids: readonly string[]): Promise<ProductCardData[]> {
  if (ids.length === 0) return [];
  // Hidden ones too: one that becomes visible changes this page.
  for (const id of ids) reader.dependsOn(tags.pagesOfProduct(id));
  return findCards(reader, ids);
}

/** Lists the products that a product names, those that a visitor may see in their order. */
async function listNamedProducts(reader: Reader, id: string): Promise<ProductCardData[]> {
  reader.dependsOn(tags.pagesOfProduct(id));
  const named = await reader.db
    .selectFrom('product_related')
    .select(['related_id', 'position'])
    .where('product_id', '=', id)
    .where('related_id', '<>', id)
    .execute();
  return listProductsById(
    reader,
    named.toSorted((a, b) => a.position - b.position).map((row) => row.related_id),
  );
}

/** Lists the products that a product names, and then others of its category, in the recommended order. */
export async function listRelatedProducts(
  reader: Reader,
  { id, category }: { id: string; category: string },
  limit: number,
): Promise<ProductCardData[]> {
  const named = await listNamedProducts(reader, id);
  if (named.length >= limit) return named;
  const shown = new Set([id, ...named.map((product) => product.id)]);
  const ids = await firstIds(reader, productList(category, 'recommended'), limit + shown.size);
  const others = ids.filter((other) => !shown.has(other)).slice(0, limit - named.length);
  return [...named, ...(await findCards(reader, others))];
}

/** The branch of a category; null for all. */
function productList(category: string | null, sort: ProductSort): PagedList {
  if (category === null) return { table: 'products', ...orders[sort] };
  const filter = { column: 'category_id', value: category } as const;
  return { table: 'product_categories', filter, ...ordersOfBranch[sort] };
}

/** Products without a price come last in both orders of price. */
const orders: Orders = {
  // Products that can be had come before the rest.
  recommended: { keys: ['stock_key', 'published_at'], direction: 'desc' },
  newest: { keys: ['published_at'], direction: 'desc' },
  'price-asc': { keys: ['cheap_key'], direction: 'asc' },
  'price-desc': { keys: ['dear_key'], direction: 'desc' },
};

/** Pinned ones come first of all in the recommended order. */
const ordersOfBranch: Orders = {
  ...orders,
  recommended: { keys: ['pin', 'stock_key', 'shown_from'], direction: 'desc' },
  newest: { keys: ['shown_from'], direction: 'desc' },
};

type Orders = Record<ProductSort, Pick<PagedList, 'keys' | 'direction'>>;

/** Finds the cards of products that a visitor may see, in the order of the ids. */
async function findCards(reader: Reader, ids: readonly string[]): Promise<ProductCardData[]> {
  if (ids.length === 0) return [];
  const rows = await cardsOf(reader)
    .where('products.id', 'in', ids)
    .where(visible('products', reader.now))
    .execute();
  const categories = await findCategoryRows(reader);
  const newDays = await readNewDays(reader);
  return inOrderOf(ids, rows).map((row) => ({
    ...toCard(reader, row, categories, readOffer(reader, row)),
    ...newness(reader, row.published_at, newDays),
  }));
}

/** On a card a picture says nothing that the words beside it do not: read aloud it would be in the way. */
const decorativeAlt = '';

function cardsOf(reader: Reader) {
  return reader.db
    .selectFrom('products')
    .leftJoin('media', 'media.path', 'products.picture')
    .select([
      'products.id',
      'products.name',
      'products.summary',
      'products.category',
      'products.picture',
      'products.badges',
      'products.published_at',
      ...offerColumns.map((name) => `products.${name}` as const),
      ...joinedMediaColumns,
    ]);
}

type CardRow = JoinedMedia &
  StoredOffer &
  Pick<ProductsTable, 'id' | 'name' | 'summary' | 'category' | 'picture' | 'badges' | 'published_at'>;

function toCard(
  reader: Reader,
  row: CardRow,
  categories: CategoryRows,
  offer: Offer | ProductOffer,
): ProductCardData {
  reader.dependsOn(tags.pagesOfProduct(row.id));
  // The nearest one that visitors see.
  const category = stepsTo(categories, row.category).at(-1);
  const badges = readStored(
    product.fields.badges,
    row.badges,
    lossesOf(reader, product.name, row.id)('badges'),
  );
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    category: category?.id ?? '',
    ...(category && category.name !== category.id && { categoryName: category.name }),
    ...toOfferData(offer),
    picture: joinedPicture(reader, row.picture, decorativeAlt, row),
    ...(badges.length > 0 && { badges }),
  };
}
