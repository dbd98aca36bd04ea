import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { EntryCardData } from '#shared/payload/search-payload.ts';
import { anyTable } from './entries/any-table.ts';
import { inOrderOf } from '#server/db/queries/in-order-of.ts';
import { titleColumn } from '#server/db/tables/kind-columns.ts';
import { isShown } from '#server/db/queries/shown-entries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { entryTags } from '#server/freshness/tags.ts';
import {
  joinedMediaColumns,
  joinedPicture,
  type JoinedMedia,
} from '#server/media/pictures/picture-queries.ts';

interface CardRow extends JoinedMedia {
  id: string;
  title: string;
  picture: string | null;
}

/** Lists those of these entries that a visitor may see, in this order. */
export async function listEntryCards<Name extends Kind>(
  reader: Reader,
  kind: Name,
  ids: readonly string[],
): Promise<EntryCardData<Name>[]> {
  if (ids.length === 0) return [];
  for (const id of ids) reader.dependsOn(entryTags[kind](id));
  const { title, picture } = kinds[kind];
  const table: string = kind;
  const rows = await anyTable(reader.db)
    .selectFrom(table)
    .leftJoin('media', 'media.path', `${table}.${picture}`)
    .select([`${table}.id`, `${table}.${titleColumn(kind)} as title`, `${table}.${picture} as picture`])
    .select(joinedMediaColumns)
    .where(`${table}.id`, 'in', ids)
    .where(isShown(kind, reader.now))
    .$castTo<CardRow>()
    .execute();
  return inOrderOf(ids, rows).map(
    (row) =>
      // The names are those of the record.
      ({
        id: row.id,
        [title]: row.title,
        // Beside the title a picture says nothing that is not read aloud already.
        [picture]: joinedPicture(reader, row.picture, '', row),
      }) as EntryCardData<Name>,
  );
}
