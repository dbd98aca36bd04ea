import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { setTextOf, type TitleTexts } from './title-texts.ts';

/** What is read of each kind of content, in SQL. What no visitor sees yet by its state has no need of a font. */
const kinds = {
  authors: { title: 'name', own: `''`, html: 'bio_html', isSeen: '1 = 1' },
  articles: { title: 'title', own: `summary || tags`, html: 'body_html', isSeen: `status = 'published'` },
  products: { title: 'name', own: 'category', html: 'description_html', isSeen: `status = 'published'` },
  pages: { title: 'title', own: 'summary', html: 'body_html', isSeen: `status = 'published'` },
} as const;

interface Row {
  id: string;
  at: string;
  key: string;
  title: string;
  own: string;
  html: string;
}

const batchSize = 200;

/** Every entry that visitors see, in batches: a million of them do not fit into memory. */
export async function* everyTitle(db: Kysely<Schema>): AsyncGenerator<TitleTexts[]> {
  yield [await readSite(db)];
  for (const [table, { title, own, html, isSeen }] of Object.entries(kinds)) {
    const batch = (after: string) => sql<Row>`
      select id, '' as at, '' as key, ${sql.raw(title)} as title, ${sql.raw(own)} as own, ${sql.raw(html)} as html
      from ${sql.table(table)} where id > ${after} and ${sql.raw(isSeen)} order by id limit ${batchSize}`;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: Row[] = await read(db, batch(after));
      yield rows.map(toTexts);
      after = rows.at(-1)?.id;
    }
  }
}

/** The same of what was written at this time or later. */
export async function* titlesSince(db: Kysely<Schema>, since: string): AsyncGenerator<TitleTexts[]> {
  yield [await readSite(db)];
  for (const [table, { title, own, html, isSeen }] of Object.entries(kinds)) {
    const batch = (at: string, key: string) => sql<Row>`
      select content.id, entries.changed_at as at, entries.key, ${sql.raw(title)} as title, ${sql.raw(own)} as own,
        ${sql.raw(html)} as html
      from (
        select key, id, changed_at from entries
        where kind = ${table} and deleted_at is null and (changed_at, key) > (${at}, ${key})
        order by changed_at, key limit ${batchSize}
      ) as entries left join (select * from ${sql.table(table)} where ${sql.raw(isSeen)}) as content
        on content.id = entries.id
      order by entries.changed_at, entries.key`;
    let last: Row | undefined = { id: '', at: since, key: '', title: '', own: '', html: '' };
    while (last !== undefined) {
      const rows: Row[] = await read(db, batch(last.at, last.key));
      yield rows.filter(({ id }) => id !== null).map(toTexts);
      last = rows.at(-1);
    }
  }
}

async function read(db: Kysely<Schema>, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

function toTexts({ title, own, html }: Row): TitleTexts {
  return { title, own: `${own} ${setTextOf(html)}` };
}

/** The name of the site stands on every page. */
async function readSite(db: Kysely<Schema>): Promise<TitleTexts> {
  const { name, tagline } = await readSettings(db);
  return { title: `${name ?? ''}${tagline ?? ''}`, own: '' };
}

interface StoredSettings {
  name?: string;
  tagline?: string;
  fonts?: { titles?: string };
}

async function readSettings(db: Kysely<Schema>): Promise<StoredSettings> {
  const row = await db.selectFrom('site').select('settings').where('id', '=', 1).executeTakeFirst();
  return row === undefined ? {} : JSON.parse(row.settings);
}

/** What `site.yaml` says of the font: `on`, `off`, or the path of a file. */
export async function readFontSetting(db: Kysely<Schema>): Promise<string> {
  return (await readSettings(db)).fonts?.titles ?? 'on';
}

/** When the newest change of the content was; empty where there is none. */
export async function newestChange(db: Kysely<Schema>): Promise<string> {
  const newest = [...Object.keys(kinds), 'site'].map(
    (kind) =>
      sql`select (select max(changed_at) from entries where kind = ${kind} and deleted_at is null) as at`,
  );
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from (${sql.join(newest, sql` union all `)}) as newest`.execute(db);
  return rows[0]?.at ?? '';
}

/**
 * Before this time nothing more can appear: on PostgreSQL a transaction that is still open stamps its rows now and
 * shows them later. Null where there is none. On SQLite one writes after the other.
 */
export async function oldestTransaction(db: Database): Promise<string | null> {
  if (db.engine === 'sqlite') return null;
  const { rows } = await sql<{ at: string | null }>`
    select to_char(min(xact_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    db.read,
  );
  return rows[0]?.at ?? null;
}
