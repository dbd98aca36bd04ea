import type { Insertable } from 'kysely';
import type { ArticlesTable, AuthorsTable, MediaTable, ProductsTable } from '#server/db/schema.ts';
import type { Entry } from './content-folder.ts';
import type { ArticleFields, AuthorFields, ProductFields } from './content-schemas.ts';
import type { MediaFile } from './media-files.ts';

export function toAuthorRow({ id, fields, source, body }: Entry<AuthorFields>): AuthorsTable {
  return {
    id,
    name: fields.name,
    avatar: fields.avatar ?? null,
    links: JSON.stringify(fields.links),
    bio_source: source,
    bio_html: body.html,
    bio_text: body.text,
  };
}

export function toArticleRow({ id, fields, source, body }: Entry<ArticleFields>): ArticlesTable {
  return {
    id,
    title: fields.title,
    summary: fields.summary ?? '',
    author_id: fields.author,
    cover: fields.cover ?? null,
    cover_alt: fields.coverAlt ?? '',
    tags: JSON.stringify(fields.tags),
    body_source: source,
    body_html: body.html,
    headings: JSON.stringify(body.headings),
    reading_minutes: readingMinutes(body.text),
    published_at: fields.publishedAt ?? null,
    updated_at: fields.updatedAt ?? null,
    status: fields.status,
  };
}

export function toProductRow({ id, fields, source, body }: Entry<ProductFields>): Insertable<ProductsTable> {
  return {
    id,
    name: fields.name,
    summary: fields.summary ?? '',
    category: fields.category,
    price_twd: fields.price ?? null,
    availability: fields.availability,
    picture: fields.images[0]?.src ?? null,
    picture_alt: fields.images[0]?.alt ?? '',
    images: JSON.stringify(fields.images),
    specs: JSON.stringify(Object.entries(fields.specs)),
    purchase_url: fields.purchaseUrl ?? null,
    description_source: source,
    description_html: body.html,
    published_at: fields.publishedAt ?? null,
    updated_at: fields.updatedAt ?? null,
    status: fields.status,
  };
}

export function toMediaRow(media: MediaFile): Insertable<MediaTable> {
  const { path, file, contentType, bytes, width, height, served, blur } = media;
  return { path, file, content_type: contentType, bytes, width, height, served, blur };
}

const charactersPerMinute = 400;
const wordsPerMinute = 200;

/** Han characters are counted one by one, other scripts by words. At least one minute. */
function readingMinutes(text: string): number {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.max(1, Math.round(characters / charactersPerMinute + words / wordsPerMinute));
}
