import type { Insertable } from 'kysely';
import * as z from 'zod';
import type { ArticlesTable } from '#server/db/schema.ts';
import type { RenderedBody } from '../render-markdown.ts';
import { createContentKind, type ParsedEntry } from './content-kind.ts';
import {
  entryId,
  hasTime,
  listOf,
  looseText,
  mediaHint,
  mediaPath,
  needsTime,
  status,
  statusHint,
  tagText,
  time,
  timeHint,
} from './field-schemas.ts';
import { shownFrom, unfiled } from './searched-entry.ts';
import { nonEmpty, storedTime } from './stored-fields.ts';

export const articleSchema = z
  .strictObject({
    title: looseText(200),
    author: entryId,
    summary: looseText(500).optional(),
    cover: mediaPath.optional(),
    coverAlt: looseText(300).optional(),
    tags: listOf(tagText, 20)
      .default([])
      .transform((tags) => [...new Set(tags)]),
    products: listOf(entryId, 50)
      .default([])
      .refine((ids) => new Set(ids).size === ids.length),
    publishedAt: time.optional(),
    updatedAt: time.optional(),
    status,
  })
  .refine(hasTime, needsTime);

export const articleKind = createContentKind({
  name: 'articles',
  needs: ['authors', 'products'],
  schema: articleSchema,
  hints: {
    title: 'text of at most 200 characters, such as 春茶日記',
    author: 'the id of an author, such as lin-zhiyuan',
    summary: 'text of at most 500 characters',
    cover: mediaHint,
    coverAlt: 'text that says what the cover shows',
    tags: 'a list of short texts, such as [製茶, 散文]',
    products: 'a list of different product ids, such as [baozhong-75g]',
    publishedAt: timeHint,
    updatedAt: timeHint,
    status: statusHint,
  },
  toRow,
  source: 'body_source',
  toMade,
  joins: [
    {
      table: 'article_products',
      owner: 'article_id',
      target: 'product_id',
      ids: (fields) => fields.products,
    },
  ],
  toReferences: ({ author, cover, products }) => [
    { to: 'authors', id: author, at: ['author'] },
    { to: 'media', id: cover, at: ['cover'] },
    ...products.map((product, index) => ({ to: 'products', id: product, at: ['products', index] }) as const),
  ],
  toFields: (row, [products = []]) => ({
    title: row.title,
    author: row.author_id,
    summary: row.summary || null,
    cover: row.cover,
    coverAlt: row.cover_alt || null,
    tags: nonEmpty(JSON.parse(row.tags)),
    products: nonEmpty(products),
    publishedAt: storedTime(row.published_at),
    updatedAt: storedTime(row.updated_at),
    status: row.status,
  }),
  toSearched(row) {
    const tags: string[] = JSON.parse(row.tags);
    return {
      ...unfiled,
      shownFrom: shownFrom(row),
      title: row.title,
      labels: tags,
      lead: row.summary,
      bodyHtml: row.body_html,
      tags,
      authorId: row.author_id,
    };
  },
});

function toRow({
  id,
  fields,
  source,
  body,
}: ParsedEntry<z.infer<typeof articleSchema>>): Insertable<ArticlesTable> {
  return {
    id,
    title: fields.title,
    summary: fields.summary ?? '',
    author_id: fields.author,
    cover: fields.cover ?? null,
    cover_alt: fields.coverAlt ?? '',
    tags: JSON.stringify(fields.tags),
    body_source: source,
    ...toMade(body),
    published_at: fields.publishedAt ?? null,
    updated_at: fields.updatedAt ?? null,
    status: fields.status,
  };
}

function toMade(body: RenderedBody) {
  return {
    body_html: body.html,
    headings: JSON.stringify(body.headings),
    reading_minutes: readingMinutes(body.text),
  };
}

const charactersPerMinute = 400;
const wordsPerMinute = 200;

/** Han characters are counted one by one, other scripts by words. At least one minute. */
function readingMinutes(text: string): number {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.max(1, Math.round(characters / charactersPerMinute + words / wordsPerMinute));
}
