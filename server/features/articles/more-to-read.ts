import { sql, type RawBuilder } from 'kysely';
import type { ArticleCardData, ArticleLink, ArticlePayload } from '#shared/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { hasBegun, isPublished, visible } from '#server/db/visible.ts';
import { findCards } from './article-queries.ts';

/** What the article at hand is compared by. */
type Read = Pick<ArticleCardData, 'id' | 'publishedAt' | 'tags' | 'author'>;

const relatedShown = 3;
/** So many on each side in time are looked at for each tag: enough to find those that have several in common. */
const nearestOfTag = 12;

/** The articles beside this one in the list of all, and the others that are the most like it. */
export async function findMoreToRead(
  reader: Reader,
  article: Read,
): Promise<Pick<ArticlePayload, 'older' | 'newer' | 'related'>> {
  const [older, ...before] = await listNearby(reader, article, 'older');
  const [newer, ...after] = await listNearby(reader, article, 'newer');
  const near = new Set([...(await listAlike(reader, article)), ...before, ...after]);
  // As many as there are of each tag and of the author: the article itself is among them.
  near.delete(article.id);
  const relatedIds = await chooseRelated(reader, article, [...near]);

  const beside = [older, newer].filter((id) => id !== undefined);
  const cards = await findCards(reader, [...new Set([...relatedIds, ...beside])]);
  const cardOf = (id: string | undefined) => cards.find((card) => card.id === id);
  return {
    older: toLink(cardOf(older)),
    newer: toLink(cardOf(newer)),
    related: relatedIds.flatMap((id) => cardOf(id) ?? []),
  };
}

function toLink(card: ArticleCardData | undefined): ArticleLink | null {
  return card ? { id: card.id, title: card.title, cover: card.cover } : null;
}

/** The next articles of the list of all, on one side: first the neighbour, then as many as could be shown as related. */
async function listNearby(
  reader: Reader,
  { id, publishedAt }: Read,
  side: 'older' | 'newer',
): Promise<string[]> {
  reader.dependsOn(tags.articles);
  const place = sql`(articles.published_at, articles.id)`;
  const nearest = reader.db
    .selectFrom('articles')
    .select('articles.id')
    .where(isPublished('articles'))
    .limit(1 + relatedShown);
  const rows =
    side === 'older'
      ? await nearest
          .where(sql<boolean>`${place} < (${publishedAt}, ${id})`)
          .orderBy(sql`articles.published_at desc, articles.id desc`)
          .execute()
      : await nearest
          .where(sql<boolean>`${place} > (${publishedAt}, ${id})`)
          .where(hasBegun('articles', reader.now))
          .orderBy(sql`articles.published_at, articles.id`)
          .execute();
  return rows.map((row) => row.id);
}

/** The nearest in time that have a tag in common, or the author. Each part is the beginning of a range of an index. */
async function listAlike(reader: Reader, article: Read): Promise<string[]> {
  const { author, publishedAt } = article;
  reader.dependsOn(tags.articlesOfAuthor(author.id));
  for (const tag of article.tags) reader.dependsOn(tags.articlesOfTag(tag));

  const ofAuthor = (range: RawBuilder<unknown>, direction: 'asc' | 'desc') => sql`
    select * from (select id from articles
      where author_id = ${author.id} and ${range}
      order by published_at ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${1 + relatedShown}) as of_author`;
  const ofTag = (tag: string, range: RawBuilder<unknown>, direction: 'asc' | 'desc') => sql`
    select * from (select article_id as id from article_tags
      where tag = ${tag} and ${range}
      order by shown_from ${sql.raw(direction)}, article_id ${sql.raw(direction)} limit ${1 + nearestOfTag}) as of_tag`;
  const parts = [
    ofAuthor(sql`${isPublished('articles')} and articles.published_at <= ${publishedAt}`, 'desc'),
    ofAuthor(sql`${visible('articles', reader.now)} and articles.published_at >= ${publishedAt}`, 'asc'),
    ...article.tags.flatMap((tag) => [
      ofTag(tag, sql`${isPublished('article_tags')} and article_tags.shown_from <= ${publishedAt}`, 'desc'),
      ofTag(
        tag,
        sql`${visible('article_tags', reader.now)} and article_tags.shown_from >= ${publishedAt}`,
        'asc',
      ),
    ]),
  ];
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(reader.db);
  return rows.map((row) => row.id);
}

/** Those with the most tags in common, of these the author's own, of these the nearest in time. */
async function chooseRelated(reader: Reader, article: Read, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await reader.db
    .selectFrom('articles')
    .select(['id', 'author_id', 'published_at', 'tags'])
    .where('id', 'in', ids)
    .execute();
  const own = new Set(article.tags);
  const alike = rows.map((row) => {
    const theirs: string[] = JSON.parse(row.tags);
    return {
      id: row.id,
      inCommon: theirs.filter((tag) => own.has(tag)).length,
      isOfAuthor: Number(row.author_id === article.author.id),
      distance: Math.abs(Date.parse(row.published_at ?? '') - Date.parse(article.publishedAt)),
    };
  });
  return alike
    .sort(
      (a, b) =>
        b.inCommon - a.inCommon ||
        b.isOfAuthor - a.isOfAuthor ||
        a.distance - b.distance ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(0, relatedShown)
    .map(({ id }) => id);
}
