import type { ProductFacts } from '#shared/editing/lists/product-facts.ts';
import { availabilities } from '#shared/kinds/availabilities.ts';
import { offerColumns, toOffered } from '#server/content/offers/stored-offer.ts';
import { offerAt } from '#shared/offers/offers.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import { typedAt, valueAt } from '../form/find-named.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { joinedMediaColumns, joinedPicture } from '#server/media/pictures/picture-queries.ts';

/** Facts of the products of a page by their ids: as visitors see them or, of those never published, as typed. */
export async function findProductFacts(
  reader: Reader,
  products: readonly { key: string; id: string }[],
): Promise<ReadonlyMap<string, ProductFacts>> {
  const facts = new Map<string, ProductFacts>();
  if (products.length === 0) return facts;
  const rows = await reader.db
    .selectFrom('products')
    .leftJoin('media', 'media.path', 'products.picture')
    .select([
      'products.id',
      'products.sku',
      'products.category',
      ...offerColumns.map((column) => `products.${column}` as const),
      'products.picture',
      ...joinedMediaColumns,
    ])
    .where(
      'products.id',
      'in',
      products.map(({ id }) => id),
    )
    .execute();
  for (const { id, sku, category, ...row } of rows) {
    const { price, formerPrice, availability } = offerAt(toOffered(row), reader.now);
    const picture = joinedPicture(reader, row.picture, '', row);
    facts.set(id, { sku, category, price, formerPrice, availability, picture });
  }
  const others = products.filter(({ id }) => !facts.has(id));
  if (others.length === 0) return facts;
  const drafts = await reader.db
    .selectFrom('drafts')
    .select(['entry_key', 'document'])
    .where(
      'entry_key',
      'in',
      others.map(({ key }) => key),
    )
    .execute();
  const documents = new Map(drafts.map(({ entry_key: key, document }) => [key, document]));
  for (const { key, id } of others) facts.set(id, typedFacts(documents.get(key) ?? ''));
  return facts;
}

/** Facts of a draft, in which any value may stand. Its picture is left out: the file may not be there. */
function typedFacts(document: string): ProductFacts {
  const { fields } = readDocument(document);
  const price = valueAt(fields, ['price']);
  const sku = valueAt(fields, ['sku']);
  return {
    sku: sku === undefined || sku === null ? null : String(sku),
    category: typedAt(fields, ['category']),
    price: typeof price === 'number' ? price : null,
    formerPrice: null,
    availability:
      availabilities.find((one) => one === valueAt(fields, ['availability'])) ?? availabilities[0],
    picture: null,
  };
}
