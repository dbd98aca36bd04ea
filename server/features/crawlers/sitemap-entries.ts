import type { Kind } from '#shared/kinds/kind-names.ts';
import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toZonedIso } from '#shared/locale/dates.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** A file of entries whose numbers follow each other: whatever comes or goes, no other entry moves to another file. */
export interface EntryFile {
  kind: Kind;
  /** From 1. */
  number: number;
}

export interface ListedEntry {
  id: string;
  /** With the site's offset; null when nobody has said when the page changed. */
  lastmod: string | null;
  /** The name of the file that its picture is served from. */
  picture: string | null;
}

export interface FileSummary {
  /** No visitor sees any of its entries. */
  isEmpty: boolean;
  lastmod: string | null;
}

/** Written out in the migration that names the file of each entry, too. */
export const entriesPerFile = 10_000;

export function nameOf({ kind, number }: EntryFile): string {
  return `${kind}-${number}`;
}

interface EntryRow {
  number: number;
  entry_id: string;
  shown_from: string;
  updated_at: string | null;
  served: string | null;
}

/** Those that visitors see now, in the order of their numbers. In parts, between which others get a turn: SQLite answers at once. */
export async function* readEntries(reader: Reader, file: EntryFile): AsyncGenerator<ListedEntry[]> {
  reader.dependsOn(tags.sitemapFile(nameOf(file)));
  reader.dependsOn(tags.pictureFiles);
  const last = file.number * entriesPerFile;
  for (let after = last - entriesPerFile; after < last; after += numbersAtOnce) {
    const { rows } = await sql<EntryRow>`
      select number, entry_id, shown_from, updated_at,
        (select served from media where media.path = sitemap_entries.picture) as served
      from sitemap_entries
      where kind = ${file.kind} and number > ${after} and number <= ${after + numbersAtOnce}
        and shown_from is not null`.execute(reader.db);
    for (const { shown_from: shownFrom } of rows) if (shownFrom > reader.now) reader.expiresAt(shownFrom);
    const visible = rows.filter((row) => row.shown_from <= reader.now);
    yield visible.sort((a, b) => a.number - b.number).map(toListed);
    await nextTurn();
  }
}

const numbersAtOnce = 1_000;

function toListed({ entry_id: id, shown_from, updated_at, served }: EntryRow): ListedEntry {
  // A change that is dated before publication counts as made at publication.
  const lastChange = updated_at !== null && updated_at > shown_from ? updated_at : shown_from;
  return { id, lastmod: lastmodOf(lastChange), picture: served };
}

function lastmodOf(moment: string): string | null {
  return moment === '' ? null : toZonedIso(moment);
}

/** Every file of a kind in which visitors find something, with the newest change in it as it is now. */
export async function listFiles(
  reader: Reader,
  kind: Kind,
): Promise<(EntryFile & Pick<FileSummary, 'lastmod'>)[]> {
  reader.dependsOn(tags.sitemapFiles(kind));
  const newest = await reader.db
    .selectFrom('sitemap_entries')
    .select('number')
    .where('kind', '=', kind)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const count = Math.ceil((newest?.number ?? 0) / entriesPerFile);
  const files: (EntryFile & Pick<FileSummary, 'lastmod'>)[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { isEmpty, lastmod } = await summarise(reader, { kind, number });
    if (!isEmpty) files.push({ kind, number, lastmod });
  }
  return files;
}

/** Kept until something in the file changes: of a hundred files a new article makes one be looked through again. */
function summarise(reader: Reader, file: EntryFile): Promise<FileSummary> {
  const name = nameOf(file);
  return reader.cached(`sitemap ${name}`, async (ownReader) => {
    ownReader.dependsOn(tags.sitemapFile(name));
    const { now } = ownReader;
    const last = file.number * entriesPerFile;
    const { rows } = await sql<{ newest: string | null; next: string | null }>`
      select max(case when shown_from > ${now} then null when updated_at > shown_from then updated_at else shown_from end) as newest,
        min(case when shown_from > ${now} then shown_from end) as next
      from sitemap_entries
      where kind = ${file.kind} and number > ${last - entriesPerFile} and number <= ${last}`.execute(
      ownReader.db,
    );
    await nextTurn();
    const { newest = null, next = null } = rows[0] ?? {};
    if (next !== null) ownReader.expiresAt(next);
    return { isEmpty: newest === null, lastmod: newest === null ? null : lastmodOf(newest) };
  });
}
