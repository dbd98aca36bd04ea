import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isoAt, maxSkewMs } from '#server/base/clock.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import type { SiteSettings } from '#shared/kinds/site.ts';
import { readStoredSettings } from '#shared/kinds/stored/stored-settings.ts';
import {
  filedColumn,
  htmlColumn,
  isDated,
  storedFields,
  titleColumn,
} from '#server/db/tables/kind-columns.ts';
import { isShownSql } from '#server/db/queries/shown-entries.ts';
import { setTextOf, type TitleTexts } from './title-texts.ts';

interface Row {
  id: string | null;
  at: string;
  key: string;
  title: string;
  own: string;
  /** A text, or a list of texts as JSON. */
  filed: string;
  html: string;
}

const batchSize = 200;

/** Titles of all entries that visitors see, the newest first, in batches: a million of them do not fit into memory. */
export async function* everyTitle(db: Kysely<Schema>): AsyncGenerator<TitleTexts[]> {
  yield [await readSite(db)];
  for (const kind of kindNames) {
    const isByTime = isDated(kind);
    const order = sql.raw(isByTime ? 'published_at desc, id desc' : 'id desc');
    const below = (last: Row) =>
      isByTime ? sql`(published_at, id) < (${last.at}, ${last.key})` : sql`id < ${last.key}`;
    const batch = (last: Row | null) => sql<Row>`
      select id, ${sql.raw(isByTime ? 'published_at' : `''`)} as at, id as key, ${columnsOf(kind)}
      from ${sql.table(kind)} where ${sql.raw(isShownSql(kind))} ${last === null ? sql`` : sql`and ${below(last)}`}
      order by ${order} limit ${batchSize}`;
    let last: Row | null = null;
    do {
      const rows: Row[] = await read(db, batch(last));
      yield rows.map((row) => toTexts(kind, row));
      last = rows.at(-1) ?? null;
    } while (last !== null);
  }
}

/** Titles of the entries that were written at this time or later. */
export async function* titlesSince(db: Kysely<Schema>, since: string): AsyncGenerator<TitleTexts[]> {
  yield [await readSite(db)];
  for (const kind of kindNames) {
    const batch = (at: string, key: string) => sql<Row>`
      select content.id, entries.changed_at as at, entries.key, ${columnsOf(kind)}
      from (
        select key, id, changed_at from entries
        where kind = ${kind} and deleted_at is null and (changed_at, key) > (${at}, ${key})
        order by changed_at, key limit ${batchSize}
      ) as entries left join (select * from ${sql.table(kind)} where ${sql.raw(isShownSql(kind))}) as content
        on content.id = entries.id
      order by entries.changed_at, entries.key`;
    let last: Pick<Row, 'at' | 'key'> | undefined = { at: since, key: '' };
    while (last !== undefined) {
      const rows: Row[] = await read(db, batch(last.at, last.key));
      // Drafts, and entries in a state that no visitor sees, have no row here.
      yield rows.filter(({ id }) => id !== null).map((row) => toTexts(kind, row));
      last = rows.at(-1);
    }
  }
}

/**
 * Columns that are read of an entry. An entry in a hidden state needs no font; one that is due later is ready in time.
 */
function columnsOf(kind: Kind): RawBuilder<unknown> {
  const own = storedFields(kind).flatMap(({ field, column }) =>
    field.isInTitleFont && column !== null ? [column] : [],
  );
  const filed = filedColumn(kind)?.column ?? `''`;
  return sql.raw(
    `${titleColumn(kind)} as title, ${own.join(' || ') || `''`} as own, ${filed} as filed, ${htmlColumn(kind)} as html`,
  );
}

async function read(db: Kysely<Schema>, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

function toTexts(kind: Kind, { id, title, own, filed, html }: Row): TitleTexts {
  const under = filedColumn(kind)?.namesIn(filed) ?? [filed];
  return { kind, id: id ?? '', title, own: `${own} ${setTextOf(html)}`, filed: under };
}

/** The name of the site stands on every page. */
async function readSite(db: Kysely<Schema>): Promise<TitleTexts> {
  const { name, tagline } = await readSettings(db);
  return { kind: 'site', id: 'site', title: `${name ?? ''}${tagline ?? ''}`, own: '', filed: [] };
}

export async function readSettings(db: Kysely<Schema>): Promise<Partial<SiteSettings>> {
  const row = await db.selectFrom('site').select('settings').where('id', '=', 1).executeTakeFirst();
  return readStoredSettings(row?.settings ?? null);
}

/** Setting of the font in `site.yaml`: `on`, `off`, or the path of a file. */
export async function readFontSetting(db: Kysely<Schema>): Promise<string> {
  return (await readSettings(db)).fonts?.titles ?? 'on';
}

/** Entries that stand on pages of other entries. */
export interface NamedEntries {
  /** The ids of articles and products that the front page shows first. */
  featured: readonly string[];
  /** Pairs of an article and a product. */
  mentions: readonly { article_id: string; product_id: string }[];
}

export async function readNamed(db: Kysely<Schema>, articles: readonly string[]): Promise<NamedEntries> {
  const { featured = [] } = await readSettings(db);
  const mentions =
    articles.length === 0
      ? []
      : await db
          .selectFrom('article_products')
          .select(['article_id', 'product_id'])
          .where('article_id', 'in', articles)
          .execute();
  return {
    featured: featured.flatMap((thing) => Object.values(thing)),
    mentions,
  };
}

/** Point up to which the content has been read. */
export interface ReadUpTo {
  seen_at: string;
  read_from: string;
}

/** Whether any change has not been read. A change dated in the future hides those before it. */
export async function isAnythingNew(
  db: Kysely<Schema>,
  { seen_at, read_from }: ReadUpTo,
  nowMs: number,
): Promise<boolean> {
  const newest = await newestChange(db);
  return read_from < seen_at || newest > seen_at || isAhead(newest, nowMs) || isAhead(seen_at, nowMs);
}

/** Time from which changes are to be read: from the beginning, after a clock that was ahead. */
export function readSince({ seen_at, read_from }: ReadUpTo, nowMs: number): string {
  return isAhead(seen_at, nowMs) ? '' : read_from;
}

function isAhead(time: string, nowMs: number): boolean {
  return time > isoAt(nowMs + maxSkewMs);
}

/** Time of the newest change of the content; empty without one. */
async function newestChange(db: Kysely<Schema>): Promise<string> {
  const newest = [...kindNames, 'site'].map(
    (kind) =>
      sql`select (select max(changed_at) from entries where kind = ${kind} and deleted_at is null) as at`,
  );
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from (${sql.join(newest, sql` union all `)}) as newest`.execute(db);
  return rows[0]?.at ?? '';
}

/**
 * Time before which nothing more can appear: on PostgreSQL a transaction that is still open stamps its rows now and
 * shows them later. Null without one. On SQLite, writers follow each other.
 */
async function oldestTransaction(db: Database): Promise<string | null> {
  if (db.engine === 'sqlite') return null;
  const { rows } = await sql<{ at: string | null }>`
    select to_char(min(xact_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    db.read,
  );
  return rows[0]?.at ?? null;
}

/**
 * Point up to which the content is read now. Both times are from before the reading: changes made meanwhile are read
 * the next time. Changes dated in the future, by a clock that was ahead, get the date of this moment.
 */
export async function readingPoint(db: Database, nowMs: number): Promise<ReadUpTo> {
  if (isAhead(await newestChange(db.read), nowMs))
    await writeTransaction(db, (trx) =>
      trx
        .updateTable('entries')
        .set({ changed_at: isoAt(nowMs) })
        .where('changed_at', '>', isoAt(nowMs + maxSkewMs))
        .execute(),
    );
  const open = await oldestTransaction(db);
  const seen_at = await newestChange(db.read);
  return { seen_at, read_from: open !== null && open < seen_at ? open : seen_at };
}
