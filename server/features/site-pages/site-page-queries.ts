import type { SitePagePayload } from '#shared/payload/payloads.ts';
import { findSharingCard } from '#server/media/cards/card-queries.ts';
import { joinedMediaColumns, joinedPicture, resolveBody } from '#server/media/pictures/picture-queries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** Resolves to null when the page is missing or not published; a reader must not be able to tell which. */
export async function findSitePage(reader: Reader, id: string): Promise<SitePagePayload | null> {
  reader.dependsOn(tags.sitePage(id));
  const row = await reader.db
    .selectFrom('pages')
    .leftJoin('media', 'media.path', 'pages.cover')
    .select([
      'pages.id',
      'pages.title',
      'pages.summary',
      'pages.cover',
      'pages.cover_alt',
      'pages.body_html',
      'pages.updated_at',
    ])
    .select(joinedMediaColumns)
    .where('pages.id', '=', id)
    .where('pages.status', '=', 'published')
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    bodyHtml: await resolveBody(reader, row.body_html),
    updatedAt: row.updated_at,
    cover: joinedPicture(reader, row.cover, row.cover_alt, row),
    sharingCard: await findSharingCard(reader, { kind: 'pages', title: row.title }, row),
  };
}
