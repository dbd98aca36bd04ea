import { author } from '#shared/kinds/author.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import type { AuthorPayload } from '#shared/payload/payloads.ts';
import { findSharingCard } from '#server/media/cards/card-queries.ts';
import { joinedMediaColumns, joinedPicture, resolveBody } from '#server/media/pictures/picture-queries.ts';
import { lossesOf } from '#server/freshness/losses.ts';
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
    links: readStored(author.fields.links, row.links, lossesOf(reader, author.name, id)('links')),
    sharingCard: await findSharingCard(reader, { kind: 'authors', title: row.name }, row),
  };
}
