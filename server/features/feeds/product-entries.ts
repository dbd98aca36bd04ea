import { sql } from 'kysely';
import { feedTexts } from '#shared/locale/visitors/feed-texts.ts';
import { formatPrice } from '#shared/locale/prices.ts';
import { texts } from '#shared/locale/texts.ts';
import { paths } from '#shared/address/paths.ts';
import { inOrderOf } from '#server/db/queries/in-order-of.ts';
import { visible } from '#server/db/queries/visible.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { joinedMediaColumns, joinedPicture } from '#server/media/pictures/picture-queries.ts';
import { chooseWholeTexts, datesOf, enclosuresOf, resolveTexts } from './entry-parts.ts';
import type { FeedAuthor, FeedEntry } from './feed.ts';
import { feedHtml } from './feed-html.ts';
import { findEntryKeys } from './find-entry-keys.ts';
import { absoluteUrl, tagUri, type SiteAddress } from '#server/http/request/site-address.ts';

/**
 * Entries of the products among these that a visitor may see, in this order.
 * @param author Of all: nobody signs a product.
 */
export async function listProductEntries(
  reader: Reader,
  site: SiteAddress,
  ids: readonly string[],
  author: FeedAuthor,
): Promise<FeedEntry[]> {
  if (ids.length === 0) return [];
  const rows = await readRows(reader, ids);
  const keys = await findEntryKeys(reader, 'products', ids);
  const descriptions = await readDescriptions(reader, chooseWholeTexts(rows));
  return rows.map((row) => {
    reader.dependsOn(tags.product(row.id));
    const url = absoluteUrl(site, paths.product(row.id));
    const price = row.price_twd === null ? texts.product.noPrice : formatPrice(row.price_twd);
    const offer = `<p>${price}${feedTexts.between}${texts.product.availability[row.availability]}</p>\n`;
    const description = descriptions.get(row.id);
    return {
      id: tagUri(site, keys.get(row.id) ?? row.id),
      title: row.name,
      url,
      ...datesOf(row),
      author,
      categories: [row.category],
      summary: row.summary,
      html:
        description === undefined ? null : offer + feedHtml(description, { origin: site.origin, page: url }),
      pictures: enclosuresOf(joinedPicture(reader, row.picture, row.picture_alt, row), site.origin),
    };
  });
}

async function readRows(reader: Reader, ids: readonly string[]) {
  const rows = await reader.db
    .selectFrom('products')
    .leftJoin('media', 'media.path', 'products.picture')
    .select([
      'products.id',
      'products.name',
      'products.summary',
      'products.category',
      'products.price_twd',
      'products.availability',
      'products.published_at',
      'products.updated_at',
      'products.picture',
      'products.picture_alt',
      sql<number>`octet_length(products.description_html)`.as('text_bytes'),
      ...joinedMediaColumns,
    ])
    .where('products.id', 'in', ids)
    .where(visible('products', reader.now))
    .execute();
  return inOrderOf(ids, rows);
}

async function readDescriptions(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const descriptions = reader.db
    .selectFrom('products')
    .select(['id', 'description_html as html'])
    .where('id', 'in', ids);
  return resolveTexts(reader, await descriptions.execute());
}
