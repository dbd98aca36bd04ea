import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** Tag of published articles, those of the future too. */
export interface UsedTag {
  tag: string;
  /** Number of these articles. */
  count: number;
}

interface TagQuery {
  /** Beginning of the tags; empty: all. */
  search: string;
  /** Last tag of the page before; null: from the first. */
  after: string | null;
  limit: number;
}

/** Tags in the order of their bytes, in which an index has them. */
export async function listTags(db: Kysely<Schema>, { search, after, limit }: TagQuery): Promise<UsedTag[]> {
  const rows = await db
    .selectFrom('article_tags')
    .select(['tag', (eb) => eb.fn.countAll<number>().as('count')])
    .where('shown_from', 'is not', null)
    .$if(search !== '', (query) => query.where('tag', '>=', search).where('tag', '<', `${search}\u{10FFFF}`))
    .$if(after !== null, (query) => query.where('tag', '>', after ?? ''))
    .groupBy('tag')
    .orderBy('tag')
    .limit(limit)
    .execute();
  return rows.map(({ tag, count }) => ({ tag, count: Number(count) }));
}

/** Number of the articles with a tag, those that nobody sees too. */
export async function countTagged(db: Kysely<Schema>, tag: string): Promise<number> {
  const { count } = await db
    .selectFrom('article_tags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tag', '=', tag)
    .executeTakeFirstOrThrow();
  return Number(count);
}
