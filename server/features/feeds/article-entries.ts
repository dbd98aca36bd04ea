import { sql } from 'kysely';
import { paths } from '#shared/address/paths.ts';
import { inOrderOf } from '#server/db/queries/in-order-of.ts';
import { visible } from '#server/db/queries/visible.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { joinedMediaColumns, joinedPicture } from '#server/media/pictures/picture-queries.ts';
import { chooseWholeTexts, datesOf, enclosuresOf, resolveTexts } from './entry-parts.ts';
import type { FeedEntry } from './feed.ts';
import { feedHtml } from './feed-html.ts';
import { findEntryKeys } from './find-entry-keys.ts';
import { absoluteUrl, tagUri, type SiteAddress } from '#server/http/request/site-address.ts';

/** Entries of the articles among these that a visitor may see, in this order. */
export async function listArticleEntries(
  reader: Reader,
  site: SiteAddress,
  ids: readonly string[],
): Promise<FeedEntry[]> {
  if (ids.length === 0) return [];
  const rows = await readRows(reader, ids);
  const keys = await findEntryKeys(reader, 'articles', ids);
  const bodies = await readBodies(reader, chooseWholeTexts(rows));
  return rows.map((row) => {
    reader.dependsOn(tags.article(row.id));
    reader.dependsOn(tags.author(row.author_id));
    const url = absoluteUrl(site, paths.article(row.id));
    const body = bodies.get(row.id);
    return {
      id: tagUri(site, keys.get(row.id) ?? row.id),
      title: row.title,
      url,
      ...datesOf(row),
      author: { name: row.author_name, url: absoluteUrl(site, paths.author(row.author_id)) },
      categories: JSON.parse(row.tags),
      summary: row.summary,
      html: body === undefined ? null : feedHtml(body, { origin: site.origin, page: url }),
      pictures: enclosuresOf(joinedPicture(reader, row.cover, row.cover_alt, row), site.origin),
    };
  });
}

async function readRows(reader: Reader, ids: readonly string[]) {
  const rows = await reader.db
    .selectFrom('articles')
    .innerJoin('authors', 'authors.id', 'articles.author_id')
    .leftJoin('media', 'media.path', 'articles.cover')
    .select([
      'articles.id',
      'articles.title',
      'articles.summary',
      'articles.published_at',
      'articles.updated_at',
      'articles.tags',
      'articles.author_id',
      'articles.cover',
      'articles.cover_alt',
      'authors.name as author_name',
      sql<number>`octet_length(articles.body_html)`.as('text_bytes'),
      ...joinedMediaColumns,
    ])
    .where('articles.id', 'in', ids)
    .where(visible('articles', reader.now))
    .execute();
  return inOrderOf(ids, rows);
}

async function readBodies(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const bodies = reader.db.selectFrom('articles').select(['id', 'body_html as html']).where('id', 'in', ids);
  return resolveTexts(reader, await bodies.execute());
}
