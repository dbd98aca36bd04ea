import type { Insertable } from 'kysely';
import * as z from 'zod';
import type { AuthorsTable } from '#server/db/schema.ts';
import type { RenderedBody } from '../render-markdown.ts';
import { createContentKind, type ParsedEntry } from './content-kind.ts';
import { listOf, mediaHint, mediaPath, text, webAddress, webHint } from './field-schemas.ts';
import { unfiled } from './searched-entry.ts';
import { nonEmpty } from './stored-fields.ts';

export const authorSchema = z.strictObject({
  name: text(100),
  avatar: mediaPath.optional(),
  links: listOf(z.strictObject({ label: text(100), url: webAddress }), 20).default([]),
});

export const authorKind = createContentKind({
  name: 'authors',
  needs: [],
  schema: authorSchema,
  hints: {
    name: 'text of at most 100 characters, such as 林知遠',
    avatar: mediaHint,
    links: 'a list of links, each with label and url',
    'links.label': 'text, such as 個人網站',
    'links.url': webHint,
  },
  toRow,
  source: 'bio_source',
  toMade,
  toReferences: ({ avatar }) => [{ to: 'media', id: avatar, at: ['avatar'] }],
  toFields: (row) => ({ name: row.name, avatar: row.avatar, links: nonEmpty(JSON.parse(row.links)) }),
  toSearched: (row) => ({ ...unfiled, shownFrom: '', title: row.name, lead: '', bodyHtml: row.bio_html }),
});

function toRow({
  id,
  fields,
  source,
  body,
}: ParsedEntry<z.infer<typeof authorSchema>>): Insertable<AuthorsTable> {
  return {
    id,
    name: fields.name,
    avatar: fields.avatar ?? null,
    links: JSON.stringify(fields.links),
    bio_source: source,
    ...toMade(body),
  };
}

function toMade(body: RenderedBody) {
  return { bio_html: body.html, bio_text: body.text };
}
