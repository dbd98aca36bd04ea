import type { Kind } from '#shared/kinds/kind-names.ts';
import type { SharingCard } from '#shared/payload/payloads.ts';
import { cardSize } from '#shared/sharing-card.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { readFontSetting } from '../title-font/read-titles.ts';
import { mediaUrl, sharingCard, type JoinedMedia } from '../pictures/picture-queries.ts';
import { lacksPicture } from './wanted-cards.ts';
import {
  cardFile,
  cardKey,
  entryCard,
  readCardLook,
  siteCard,
  type CardLook,
  type CardText,
} from './card-look.ts';

/**
 * Finds the picture that other sites show beside a link to a page: its own, cut for them, or else a card with its
 * title. Null until that is made, and where the font lacks some of its characters.
 */
export async function findSharingCard(
  reader: Reader,
  { kind, title }: { kind: Kind; title: string },
  media: JoinedMedia,
): Promise<SharingCard | null> {
  if (!lacksPicture(kind, media.media_file)) return kind === 'authors' ? null : sharingCard(reader, media);
  const look = await lookOf(reader);
  const key = await findCard(reader, look, entryCard(look, title));
  return key === null ? null : { src: mediaUrl(reader, cardFile(key)), ...cardSize };
}

/** The key of the card with the name of the site; null until it is made. */
export function findSiteCard(reader: Reader): Promise<string | null> {
  return reader.cached('site card', async (ownReader) => {
    const look = await lookOf(ownReader);
    return findCard(ownReader, look, siteCard(look));
  });
}

async function findCard(reader: Reader, look: CardLook, text: CardText): Promise<string | null> {
  const key = cardKey(look, text);
  reader.dependsOn(tags.sharingCard(key));
  const row = await reader.db
    .selectFrom('sharing_cards')
    .select('key')
    .where('key', '=', key)
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
}

function lookOf(reader: Reader): Promise<CardLook> {
  return reader.cached('card look', async ({ db, dependsOn }) => {
    dependsOn(tags.site);
    // A font of the site's own is a file, which may be another under the same path.
    const setting = await readFontSetting(db);
    if (setting !== 'on' && setting !== 'off') dependsOn(tags.media(setting));
    return readCardLook(db);
  });
}
