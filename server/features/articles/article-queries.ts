import { article } from '#shared/kinds/article.ts';
import { readStored } from '#shared/kinds/stored/stored-value.ts';
import { isMap, keepItems, parseStored, type OnLoss } from '#shared/stored-list.ts';
import type { ArticleCardData, ArticlePayload, NamedPage, Paged } from '#shared/payload/payloads.ts';
import {
  findPictures,
  joinedMediaColumns,
  joinedPicture,
  resolveBody,
  type JoinedMedia,
} from '#server/media/pictures/picture-queries.ts';
import { findSharingCard } from '#server/media/cards/card-queries.ts';
import { inOrderOf } from '#server/db/queries/in-order-of.ts';
import { findPageOfIds, firstIds, type PagedList } from '#server/db/queries/list-pages.ts';
import { lossesOf } from '#server/freshness/losses.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import type { ArticlesTable } from '#server/db/schema.ts';
import { visible } from '#server/db/queries/visible.ts';

/** Resolves to null when the page is past the end; the first page exists even when it is empty. */
export async function listArticles(
  reader: Reader,
  { page, authorId }: { page: number; authorId?: string },
): Promise<Paged<ArticleCardData> | null> {
  return listCards(reader, page, {
    ...allArticles,
    ...(authorId !== undefined && { filter: { column: 'author_id', value: authorId } }),
  });
}

/** Ids and titles of the newest articles. */
export async function listNewestArticleNames(reader: Reader, count: number): Promise<NamedPage[]> {
  const ids = await firstIds(reader, allArticles, count);
  if (ids.length === 0) return [];
  for (const id of ids) reader.dependsOn(tags.article(id));
  const rows = await reader.db
    .selectFrom('articles')
    .select(['id', 'title as name'])
    .where('id', 'in', ids)
    .execute();
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Cards of the newest articles, the newest first. */
export async function listNewestArticles(reader: Reader, count: number): Promise<ArticleCardData[]> {
  return findCards(reader, await firstIds(reader, allArticles, count));
}

const allArticles = { table: 'articles', keys: ['published_at'], direction: 'desc' } as const;

/** The newest first. Resolves to null when no visitor can see an article with this tag, or the page is past the end. */
export async function listArticlesOfTag(
  reader: Reader,
  tag: string,
  page: number,
): Promise<Paged<ArticleCardData> | null> {
  if (!(await isTagShown(reader, tag))) return null;
  return listCards(reader, page, {
    table: 'article_tags',
    filter: { column: 'tag', value: tag },
    keys: ['shown_from'],
    direction: 'desc',
  });
}

/** Checked before anything of a tag is cached: made-up tags would push out the counts of real lists. */
export async function isTagShown(reader: Reader, tag: string): Promise<boolean> {
  reader.dependsOn(tags.articlesOfTag(tag));
  const first = await reader.db
    .selectFrom('article_tags')
    .select('article_id')
    .where('tag', '=', tag)
    .where(visible('article_tags', reader.now))
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}

async function listCards(
  reader: Reader,
  page: number,
  list: PagedList,
): Promise<Paged<ArticleCardData> | null> {
  const part = await findPageOfIds(reader, list, page);
  if (part === null) return null;
  const { ids, pageCount, total } = part;
  return { items: await findCards(reader, ids), page, pageCount, total };
}

/** An article without further reading and without the products that it names. */
type ArticleAlone = Omit<ArticlePayload, 'products' | 'older' | 'newer' | 'related' | 'asOf'>;

/** Resolves to null when the article is missing or not published; a reader must not be able to tell which. */
export async function findArticle(reader: Reader, id: string): Promise<ArticleAlone | null> {
  reader.dependsOn(tags.article(id));
  const row = await cardsOf(reader)
    .select([
      'articles.body_html',
      'articles.updated_at',
      'articles.headings',
      'articles.reading_minutes',
      'authors.avatar',
      'authors.bio_text',
      'articles.cover_alt',
      'media.blur as media_blur',
    ])
    .where('articles.id', '=', id)
    .where(visible('articles', reader.now))
    .executeTakeFirst();
  if (!row) return null;
  const avatar = row.avatar === null ? [] : await findPictures(reader, [{ src: row.avatar, alt: '' }]);
  const card = toCard(reader, row);
  return {
    ...card,
    cover: joinedPicture(reader, row.cover, row.cover_alt, row),
    bodyHtml: await resolveBody(reader, row.body_html),
    // A change that is dated before publication counts as made at publication.
    updatedAt: row.updated_at !== null && row.updated_at > card.publishedAt ? row.updated_at : null,
    headings: readHeadings(row.headings, lossesOf(reader, article.name, id)('headings')),
    readingMinutes: row.reading_minutes,
    authorAvatar: avatar[0] ?? null,
    authorBio: beginningOf(row.bio_text),
    sharingCard: await findSharingCard(reader, { kind: 'articles', title: row.title }, row),
  };
}

/** The headings that the import has found in the text. */
function readHeadings(stored: string, onLoss: OnLoss): ArticlePayload['headings'] {
  return keepItems(parseStored(stored), (item) => (isHeading(item) ? item : null), onLoss);
}

function isHeading(item: unknown): item is ArticlePayload['headings'][number] {
  if (!isMap(item)) return false;
  const { id, level, text } = item;
  return typeof id === 'string' && typeof level === 'number' && typeof text === 'string';
}

/** More than two lines of a card, and less than a whole life. */
const maxBioCharacters = 120;

function beginningOf(text: string): string {
  const characters = [...text];
  return characters.length <= maxBioCharacters ? text : `${characters.slice(0, maxBioCharacters).join('')}…`;
}

/** Lists those of these articles that a visitor may see, in this order. */
export async function listArticlesById(reader: Reader, ids: readonly string[]): Promise<ArticleCardData[]> {
  if (ids.length === 0) return [];
  for (const id of ids) reader.dependsOn(tags.article(id));
  return findCards(reader, ids);
}

/** The newest articles that name a product. */
export async function listArticlesOfProduct(
  reader: Reader,
  productId: string,
  limit: number,
): Promise<ArticleCardData[]> {
  reader.dependsOn(tags.articlesOfProduct(productId));
  // The times stand beside the mentions, so that only the shown ones are read, however many there are.
  const mentions = await reader.db
    .selectFrom('article_products')
    .select('article_id')
    .where('product_id', '=', productId)
    .where('shown_from', '<=', reader.now)
    .orderBy('shown_from', 'desc')
    .orderBy('article_id', 'desc')
    .limit(limit)
    .execute();
  return findCards(
    reader,
    mentions.map((row) => row.article_id),
  );
}

/** Finds the cards of those that a visitor may see, in the order of the ids. */
export async function findCards(reader: Reader, ids: readonly string[]): Promise<ArticleCardData[]> {
  if (ids.length === 0) return [];
  const rows = await cardsOf(reader)
    .where('articles.id', 'in', ids)
    .where(visible('articles', reader.now))
    .execute();
  return inOrderOf(ids, rows).map((row) => toCard(reader, row));
}

/** On a card a picture says nothing that the words beside it do not: read aloud it would be in the way. */
const decorativeAlt = '';

function cardsOf(reader: Reader) {
  return reader.db
    .selectFrom('articles')
    .innerJoin('authors', 'authors.id', 'articles.author_id')
    .leftJoin('media', 'media.path', 'articles.cover')
    .select([
      'articles.id',
      'articles.title',
      'articles.summary',
      'articles.published_at',
      'articles.tags',
      'articles.author_id',
      'articles.cover',
      'authors.name as author_name',
      ...joinedMediaColumns,
    ]);
}

type CardRow = JoinedMedia & { author_name: string } & Pick<
    ArticlesTable,
    'id' | 'title' | 'summary' | 'published_at' | 'tags' | 'author_id' | 'cover'
  >;

function toCard(reader: Reader, row: CardRow): ArticleCardData {
  reader.dependsOn(tags.article(row.id));
  reader.dependsOn(tags.author(row.author_id));
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    publishedAt: row.published_at ?? '',
    tags: readStored(article.fields.tags, row.tags, lossesOf(reader, article.name, row.id)('tags')),
    author: { id: row.author_id, name: row.author_name },
    cover: joinedPicture(reader, row.cover, decorativeAlt, row),
  };
}
