import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely';
import { kinds } from '#shared/kinds/kinds.ts';
import { entryPath } from '#shared/address/paths.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { inOrderOf } from '#server/db/queries/in-order-of.ts';
import {
  columnsSearchedAs,
  hasField,
  htmlColumn,
  titleColumn,
  type DatedKind,
} from '#server/db/tables/kind-columns.ts';
import { visible } from '#server/db/queries/visible.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { entryTags } from '#server/freshness/tags.ts';
import { absoluteUrl, tagUri, type SiteAddress } from '#server/http/request/site-address.ts';
import {
  joinedMediaColumns,
  joinedPicture,
  type JoinedMedia,
} from '#server/media/pictures/picture-queries.ts';
import { chooseWholeTexts, datesOf, enclosuresOf, resolveTexts } from './entry-parts.ts';
import type { FeedEntry } from './feed.ts';
import { feedHtml } from './feed-html.ts';
import { findEntryKeys } from './find-entry-keys.ts';

interface EntryRow extends JoinedMedia {
  id: string;
  title: string;
  summary: string;
  published_at: string | null;
  updated_at: string | null;
  picture: string | null;
  text_bytes: number;
}

interface EntriesOfKind<Own, More extends keyof Own = never> {
  site: SiteAddress;
  kind: DatedKind;
  /** Columns of the kind that `describe` needs. */
  columns: readonly (Exclude<keyof Own, More> & string)[];
  /** Values of other tables that it needs. */
  more?: readonly AliasedRawBuilder<unknown, More & string>[];
  /** Properties beside title, summary, picture and text. `before` is HTML in front of the text. */
  describe(row: Own): Pick<FeedEntry, 'author' | 'categories'> & { before?: string };
}

/** Those of these entries that a visitor may see, in this order. */
export async function listKindEntries<Own, More extends keyof Own = never>(
  reader: Reader,
  entries: EntriesOfKind<Own, More>,
  ids: readonly string[],
): Promise<FeedEntry[]> {
  if (ids.length === 0) return [];
  const { site, kind, describe } = entries;
  const rows = await readRows(reader, entries, ids);
  const keys = await findEntryKeys(reader, kind, ids);
  const texts = await readTexts(reader, kind, chooseWholeTexts(rows));
  return rows.map((row) => {
    reader.dependsOn(entryTags[kind](row.id));
    const url = absoluteUrl(site, entryPath(kind, row.id));
    const { author, categories, before = '' } = describe(row);
    const text = texts.get(row.id);
    return {
      id: tagUri(site, keys.get(row.id) ?? row.id),
      title: row.title,
      url,
      ...datesOf(row),
      author,
      categories,
      summary: row.summary,
      html: text === undefined ? null : before + feedHtml(text, { origin: site.origin, page: url }),
      // Feeds have no alternative text for an enclosure.
      pictures: enclosuresOf(joinedPicture(reader, row.picture, '', row), site.origin),
    };
  });
}

async function readRows<Own, More extends keyof Own>(
  reader: Reader,
  { kind, columns, more = [] }: EntriesOfKind<Own, More>,
  ids: readonly string[],
): Promise<(EntryRow & Own)[]> {
  const table: string = kind;
  const [summary] = columnsSearchedAs(kind, 'lead');
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`);
  const { picture } = kinds[kind];
  const rows = await anyTable(reader.db)
    .selectFrom(table)
    .leftJoin('media', 'media.path', `${table}.${picture}`)
    .select([
      `${table}.id`,
      `${table}.published_at`,
      `${table}.${titleColumn(kind)} as title`,
      `${table}.${picture} as picture`,
      (summary === undefined ? sql`''` : column(summary)).as('summary'),
      (hasField(kind, 'updatedAt') ? column('updated_at') : sql`null`).as('updated_at'),
      sql`octet_length(${column(htmlColumn(kind))})`.as('text_bytes'),
    ])
    .select(columns.map((name) => `${table}.${name}`))
    .select([...more, ...joinedMediaColumns])
    .where(`${table}.id`, 'in', ids)
    .where(visible(kind, reader.now))
    .$castTo<EntryRow & Own>()
    .execute();
  return inOrderOf(ids, rows);
}

async function readTexts(
  reader: Reader,
  kind: DatedKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const table: string = kind;
  const texts = anyTable(reader.db)
    .selectFrom(table)
    .select(['id', `${htmlColumn(kind)} as html`])
    .where('id', 'in', ids)
    .$castTo<{ id: string; html: string }>();
  return resolveTexts(reader, await texts.execute());
}
