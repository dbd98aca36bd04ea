import type { Insertable } from 'kysely';
import * as z from 'zod';
import type { PagesTable } from '#server/db/schema.ts';
import type { RenderedBody } from '../render-markdown.ts';
import { createContentKind, type ParsedEntry } from './content-kind.ts';
import { looseText, mediaHint, mediaPath, status, statusHint, time, timeHint } from './field-schemas.ts';
import { unfiled } from './searched-entry.ts';
import { storedTime } from './stored-fields.ts';

/** A page has no date from which it is shown: it is no news, and stands in no list. */
export const sitePageSchema = z.strictObject({
  title: looseText(200),
  summary: looseText(500).optional(),
  cover: mediaPath.optional(),
  coverAlt: looseText(300).optional(),
  updatedAt: time.optional(),
  status,
});

export const sitePageKind = createContentKind({
  name: 'pages',
  needs: [],
  schema: sitePageSchema,
  hints: {
    title: 'text of at most 200 characters, such as 關於我們',
    summary: 'text of at most 500 characters',
    cover: mediaHint,
    coverAlt: 'text that says what the cover shows',
    updatedAt: timeHint,
    status: statusHint,
  },
  toRow,
  source: 'body_source',
  toMade,
  toReferences: ({ cover }) => [{ to: 'media', id: cover, at: ['cover'] }],
  toFields: (row) => ({
    title: row.title,
    summary: row.summary || null,
    cover: row.cover,
    coverAlt: row.cover_alt || null,
    updatedAt: storedTime(row.updated_at),
    status: row.status,
  }),
  toSearched: (row) => ({
    ...unfiled,
    shownFrom: row.status === 'published' ? '' : null,
    title: row.title,
    lead: row.summary,
    bodyHtml: row.body_html,
  }),
});

function toRow({
  id,
  fields,
  source,
  body,
}: ParsedEntry<z.infer<typeof sitePageSchema>>): Insertable<PagesTable> {
  return {
    id,
    title: fields.title,
    summary: fields.summary ?? '',
    cover: fields.cover ?? null,
    cover_alt: fields.coverAlt ?? '',
    body_source: source,
    ...toMade(body),
    updated_at: fields.updatedAt ?? null,
    status: fields.status,
  };
}

function toMade(body: RenderedBody) {
  return { body_html: body.html };
}
