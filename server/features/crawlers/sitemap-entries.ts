import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toZonedIso } from '#shared/locale/dates.ts';
import { hasField, isDated } from '#server/db/tables/kind-columns.ts';
import { findNextShown, isShown } from '#server/db/queries/shown-entries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** Up to a thousand entries that visitors see now, in the order of their ids. */
export interface SitemapPart {
  /** The id after which it begins. */
  after: string;
  /** Newest change in it. */
  lastmod: string | null;
}

export interface SitemapEntry {
  id: string;
  /** With the site's offset; null when the time of the change is unknown. */
  lastmod: string | null;
  /** The name of the file that its picture is served from. */
  picture: string | null;
}

/** The protocol allows fifty times as many. Such a file is 220 kB of text, no more than a large page. */
export const entriesPerFile = 1_000;

interface EntryColumns {
  /** A change that is dated before publication counts as made at publication. */
  changedAt: string;
  picture: string;
}

const changedAt = 'case when updated_at > published_at then updated_at else published_at end';

/** `0028-sitemap-indexes` has these columns of the tables whose rows are wide. */
function columnsOf(kind: Kind): EntryColumns {
  const updatedAt = hasField(kind, 'updatedAt') ? 'updated_at' : 'cast(null as text)';
  return { changedAt: isDated(kind) ? changedAt : updatedAt, picture: kinds[kind].picture };
}

/** Looks through all entries of a kind, file by file: others get a turn between, since SQLite answers at once. */
export function listFiles(reader: Reader, kind: Kind): Promise<readonly SitemapPart[]> {
  return reader.cached(`sitemap ${kind}`, async (ownReader) => {
    ownReader.dependsOn(tags.sitemapFiles(kind));
    const next = await findNextShown(ownReader.db, kind, ownReader.now);
    if (next !== null) ownReader.expiresAt(next);
    const files: SitemapPart[] = [];
    for (let after = ''; ;) {
      const { last, changedAt } = await findEnd(ownReader, kind, after);
      if (last === null) return files;
      files.push({ after, lastmod: lastmodOf(changedAt) });
      after = last;
      await nextTurn();
    }
  });
}

interface FileEnd {
  last: string | null;
  changedAt: string | null;
}

async function findEnd({ db, now }: Reader, kind: Kind, after: string): Promise<FileEnd> {
  const { rows } = await sql<FileEnd>`
    select max(id) as last, max(changed_at) as "changedAt" from (
      select id, ${sql.raw(columnsOf(kind).changedAt)} as changed_at from ${sql.table(kind)}
      where ${isShown(kind, now)} and id > ${after} order by id limit ${entriesPerFile}) as step`.execute(db);
  return rows[0] ?? { last: null, changedAt: null };
}

interface EntryRow {
  id: string;
  changedAt: string | null;
  served: string | null;
}

/** Entries of a file, each with its picture. */
export async function listEntries(
  reader: Reader,
  kind: Kind,
  { after }: Pick<SitemapPart, 'after'>,
): Promise<SitemapEntry[]> {
  reader.dependsOn(tags.sitemapFiles(kind));
  reader.dependsOn(tags.pictureFiles);
  const { changedAt, picture } = columnsOf(kind);
  const { rows } = await sql<EntryRow>`
    select id, ${sql.raw(changedAt)} as "changedAt",
      (select served from media where media.path = ${sql.ref(`${kind}.${picture}`)}) as served
    from ${sql.table(kind)}
    where ${isShown(kind, reader.now)} and id > ${after} order by id limit ${entriesPerFile}`.execute(
    reader.db,
  );
  return rows.map(({ id, changedAt, served }) => ({ id, lastmod: lastmodOf(changedAt), picture: served }));
}

function lastmodOf(moment: string | null): string | null {
  return moment === null ? null : toZonedIso(moment);
}
