import { sql, type Kysely, type RawBuilder } from 'kysely';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { isDated, titleColumn } from '#server/db/tables/kind-columns.ts';
import { isShownSql } from '#server/db/queries/shown-entries.ts';
import type { Schema } from '#server/db/schema.ts';

/** Entry that may need a card; without a title it needs none. */
export interface CardOwner {
  kind: Kind;
  id: string;
  title: string | null;
}

/** Number of the newest entries of each kind that have cards. The others have that of the site. */
export const maxCards = 2000;

/** Newest first, in SQL. */
const newestOf = (kind: Kind) => (isDated(kind) ? 'published_at desc, id desc' : 'id desc');

/**
 * Whether a page of this kind lacks a picture that other sites could show. A drawn portrait is none: sites draw no SVG,
 * and no card is made of a portrait.
 */
export function lacksPicture(kind: Kind, file: string | null): boolean {
  return file === null || (kind === 'authors' && file.endsWith('.svg'));
}

/** The same in SQL. */
function lacksPictureSql(kind: Kind): RawBuilder<boolean> {
  const drawn = kind === 'authors' ? sql` or media.file like '%.svg'` : sql``;
  return sql<boolean>`(media.file is null${drawn})`;
}

/** The newest entries of each kind that need a card. */
export async function newestOwners(db: Kysely<Schema>): Promise<CardOwner[]> {
  const owners: CardOwner[] = [];
  for (const kind of kindNames) {
    const [title, picture] = [titleColumn(kind), kinds[kind].picture];
    const { rows } = await sql<{ id: string; title: string }>`
      select id, ${sql.ref(title)} as title
      from ${sql.table(kind)} left join media on media.path = ${sql.ref(picture)}
      where ${sql.raw(isShownSql(kind))} and ${lacksPictureSql(kind)}
      order by ${sql.raw(newestOf(kind))} limit ${maxCards}`.execute(db);
    owners.push(...rows.map((row) => ({ kind, ...row })));
  }
  return owners;
}

/**
 * Entries written at this time or later, with whether they need a card now; null when they are more than have cards.
 */
export async function changedOwners(db: Kysely<Schema>, since: string): Promise<CardOwner[] | null> {
  const owners: CardOwner[] = [];
  for (const kind of kindNames) {
    const [title, picture] = [titleColumn(kind), kinds[kind].picture];
    const { rows } = await sql<{ id: string; title: string | null }>`
      select changed.id,
        case when content.id is not null and ${lacksPictureSql(kind)} then content.${sql.ref(title)} end as title
      from (
        select id from entries
        where kind = ${kind} and changed_at >= ${since} order by changed_at limit ${maxCards + 1}
      ) as changed
      left join ${sql.table(kind)} as content on content.id = changed.id and ${sql.raw(isShownSql(kind))}
      left join media on media.path = content.${sql.ref(picture)}`.execute(db);
    if (rows.length > maxCards) return null;
    owners.push(...rows.map((row) => ({ kind, ...row })));
  }
  return owners;
}
