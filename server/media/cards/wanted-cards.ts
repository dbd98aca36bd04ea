import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { isSeen } from '../fonts/read-titles.ts';

/** An entry of the content; null as its title: it needs no card. */
export interface CardOwner {
  kind: CardKind;
  id: string;
  title: string | null;
}

export const cardKinds = ['articles', 'products', 'pages', 'authors'] as const;
export type CardKind = (typeof cardKinds)[number];

/** Of which entries of each kind there are cards: the newest. The others have that of the site. */
export const maxCards = 2000;

const columns = {
  articles: { title: 'title', picture: 'cover', newest: 'published_at desc, id desc' },
  products: { title: 'name', picture: 'picture', newest: 'published_at desc, id desc' },
  pages: { title: 'title', picture: 'cover', newest: 'id desc' },
  authors: { title: 'name', picture: 'avatar', newest: 'id desc' },
} as const;

/**
 * Whether a page of this kind has no picture that other sites could show. A portrait that is drawn is none: sites draw
 * no SVG, and no card is made of a portrait.
 */
export function lacksPicture(kind: CardKind, file: string | null): boolean {
  return file === null || (kind === 'authors' && file.endsWith('.svg'));
}

/** The same in SQL. */
function lacksPictureSql(kind: CardKind): RawBuilder<boolean> {
  const drawn = kind === 'authors' ? sql` or media.file like '%.svg'` : sql``;
  return sql<boolean>`(media.file is null${drawn})`;
}

/** The newest entries of each kind that need a card. */
export async function newestOwners(db: Kysely<Schema>): Promise<CardOwner[]> {
  const owners: CardOwner[] = [];
  for (const kind of cardKinds) {
    const { title, picture, newest } = columns[kind];
    const { rows } = await sql<{ id: string; title: string }>`
      select id, ${sql.ref(title)} as title
      from ${sql.table(kind)} left join media on media.path = ${sql.ref(picture)}
      where ${sql.raw(isSeen[kind])} and ${lacksPictureSql(kind)}
      order by ${sql.raw(newest)} limit ${maxCards}`.execute(db);
    owners.push(...rows.map((row) => ({ kind, ...row })));
  }
  return owners;
}

/** What was written at this time or later, and whether it needs a card now; null when that is more than is kept. */
export async function changedOwners(db: Kysely<Schema>, since: string): Promise<CardOwner[] | null> {
  const owners: CardOwner[] = [];
  for (const kind of cardKinds) {
    const { title, picture } = columns[kind];
    const { rows } = await sql<{ id: string; title: string | null }>`
      select changed.id,
        case when content.id is not null and ${lacksPictureSql(kind)} then content.${sql.ref(title)} end as title
      from (
        select id from entries
        where kind = ${kind} and changed_at >= ${since} order by changed_at limit ${maxCards + 1}
      ) as changed
      left join ${sql.table(kind)} as content on content.id = changed.id and ${sql.raw(isSeen[kind])}
      left join media on media.path = content.${sql.ref(picture)}`.execute(db);
    if (rows.length > maxCards) return null;
    owners.push(...rows.map((row) => ({ kind, ...row })));
  }
  return owners;
}
