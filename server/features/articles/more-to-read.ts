import { sql, type RawBuilder } from 'kysely';
import { readTexts } from '#shared/stored-list.ts';
import type { ArticleCardData, ArticleLink, ArticlePayload } from '#shared/payload/payloads.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { hasBegun, isPublished, visible } from '#server/db/queries/visible.ts';
import { findCards } from './article-queries.ts';

/** Fields of the article that others are compared with. */
type Read = Pick<ArticleCardData, 'id' | 'publishedAt' | 'tags' | 'author'>;

const relatedShown = 3;
/** Articles on each side in time that are read for each tag: enough to find those with several tags in common. */
const nearestOfTag = 12;

/** Columns that tell how much another article has in common with this one. */
interface Other {
  id: string;
  author_id: string;
  published_at: string;
  tags: string;
}
const columnsOfOther = sql.raw('articles.id, articles.author_id, articles.published_at, articles.tags');

/** The articles beside this one in the list of all, and the others that are the most like it. */
export async function findMoreToRead(
  reader: Reader,
  article: Read,
): Promise<Pick<ArticlePayload, 'older' | 'newer' | 'related'>> {
  const [older, ...before] = await listNearby(reader, article, 'older');
  const [newer, ...after] = await listNearby(reader, article, 'newer');
  const related = chooseRelated(article, [...(await listAlike(reader, article)), ...before, ...after]);
  const beside = [older, newer].flatMap((other) => other?.id ?? []);
  const cards = await findCards(reader, [...new Set([...related, ...beside])]);
  const cardOf = (id: string | undefined) => cards.find((card) => card.id === id);
  return {
    older: toLink(cardOf(older?.id)),
    newer: toLink(cardOf(newer?.id)),
    related: related.flatMap((id) => cardOf(id) ?? []),
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
): Promise<Other[]> {
  reader.dependsOn(tags.articles);
  const place = sql`(articles.published_at, articles.id)`;
  const [range, direction] =
    side === 'older'
      ? [sql`${place} < (${publishedAt}, ${id})`, 'desc']
      : [sql`${place} > (${publishedAt}, ${id}) and ${hasBegun('articles', reader.now)}`, 'asc'];
  const { rows } = await sql<Other>`
    select ${columnsOfOther} from articles where ${isPublished('articles')} and ${range}
    order by articles.published_at ${sql.raw(direction)}, articles.id ${sql.raw(direction)}
    limit ${1 + relatedShown}`.execute(reader.db);
  return rows;
}

/**
 * The nearest in time that have a tag in common, or the author; the article itself is among them. Each part is the
 * beginning of a range of an index, however many there are of a tag.
 */
async function listAlike(reader: Reader, article: Read): Promise<Other[]> {
  const { author, publishedAt, tags: own } = article;
  reader.dependsOn(tags.articlesOfAuthor(author.id));
  for (const tag of own) reader.dependsOn(tags.articlesOfTag(tag));

  const ofAuthor = (range: RawBuilder<unknown>, direction: 'asc' | 'desc') => sql`
    select * from (select ${columnsOfOther} from articles
      where articles.author_id = ${author.id} and ${range}
      order by articles.published_at ${sql.raw(direction)}, articles.id ${sql.raw(direction)}
      limit ${1 + relatedShown}) as of_author`;
  const ofTag = (tag: string, range: RawBuilder<unknown>, direction: 'asc' | 'desc') => sql`
    select ${columnsOfOther} from (select article_id from article_tags where tag = ${tag} and ${range}
      order by shown_from ${sql.raw(direction)}, article_id ${sql.raw(direction)}
      limit ${1 + nearestOfTag}) as of_tag join articles on articles.id = of_tag.article_id`;
  const parts = [
    ofAuthor(sql`${isPublished('articles')} and articles.published_at <= ${publishedAt}`, 'desc'),
    ofAuthor(sql`${visible('articles', reader.now)} and articles.published_at >= ${publishedAt}`, 'asc'),
    ...own.flatMap((tag) => [
      ofTag(tag, sql`${isPublished('article_tags')} and article_tags.shown_from <= ${publishedAt}`, 'desc'),
      ofTag(
        tag,
        sql`${visible('article_tags', reader.now)} and article_tags.shown_from >= ${publishedAt}`,
        'asc',
      ),
    ]),
  ];
  const { rows } = await sql<Other>`${sql.join(parts, sql` union all `)}`.execute(reader.db);
  return rows;
}

/** The ids of those with the most tags in common, of these the author's own first, of these the nearest in time. */
function chooseRelated(article: Read, others: readonly Other[]): string[] {
  const own = new Set(article.tags);
  const byId = new Map(others.map((other) => [other.id, other]));
  byId.delete(article.id);
  const alike = [...byId.values()].map((other) => {
    const theirs = readTexts(other.tags);
    return {
      id: other.id,
      inCommon: theirs.filter((tag) => own.has(tag)).length,
      isOfAuthor: Number(other.author_id === article.author.id),
      distance: Math.abs(Date.parse(other.published_at) - Date.parse(article.publishedAt)),
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
