import type { AuthorPayload } from '#shared/payload/payloads.ts';
import { findSharingCard } from '#server/media/cards/card-queries.ts';
import { joinedMediaColumns, joinedPicture, resolveBody } from '#server/media/pictures/picture-queries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** Resolves to null when there is no such author. */
export async function findAuthor(reader: Reader, id: string): Promise<AuthorPayload['author'] | null> {
  reader.dependsOn(tags.author(id));
  const row = await reader.db
    .selectFrom('authors')
    .leftJoin('media', 'media.path', 'authors.avatar')
    .select([
      'authors.id',
      'authors.name',
      'authors.avatar',
      'authors.links',
      'authors.bio_html',
      'authors.bio_text',
    ])
    .select(joinedMediaColumns)
    .where('authors.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    bioHtml: await resolveBody(reader, row.bio_html),
    bioText: row.bio_text,
    avatar: joinedPicture(reader, row.avatar, row.name, row),
    links: JSON.parse(row.links),
    sharingCard: await findSharingCard(reader, { kind: 'authors', title: row.name }, row),
  };
}
