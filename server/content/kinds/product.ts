import type { Insertable } from 'kysely';
import * as z from 'zod';
import { composed } from '#shared/composed.ts';
import { readPrice } from '#shared/locale/prices.ts';
import { availabilities } from '#shared/payloads.ts';
import type { ProductsTable } from '#server/db/schema.ts';
import type { RenderedBody } from '../render-markdown.ts';
import { createContentKind, type ParsedEntry } from './content-kind.ts';
import {
  category,
  hasTime,
  listOf,
  looseText,
  mediaHint,
  mediaPath,
  needsTime,
  oneLine,
  status,
  statusHint,
  text,
  time,
  timeHint,
  webAddress,
  webHint,
} from './field-schemas.ts';
import { shownFrom, unfiled } from './searched-entry.ts';
import { nonEmpty, storedTime } from './stored-fields.ts';

/** A text is a price too, as people write it. What is none is no number. */
const price = z
  .union([z.number(), z.string().transform((text) => readPrice(text) ?? NaN)])
  .pipe(z.int().min(0).max(100_000_000));

/** Names are compared as readers see them: without white space around them, composed. */
const specs = z
  .map(z.string(), z.unknown())
  .superRefine((values, { addIssue }) => {
    const names = new Set<string>();
    for (const name of values.keys()) {
      const seen = composed(name.trim());
      if (names.has(seen)) addIssue({ code: 'custom', path: [name], input: name });
      names.add(seen);
    }
  })
  .pipe(z.map(text(100), looseText(500)));

export const productSchema = z
  .strictObject({
    name: looseText(200),
    category,
    price: price.optional(),
    summary: looseText(500).optional(),
    images: listOf(z.strictObject({ src: mediaPath, alt: looseText(300) }), 30).default([]),
    specs: specs.default(new Map()),
    sku: looseText(50).pipe(z.string().regex(oneLine)).optional(),
    availability: z.enum(availabilities).default('in_stock'),
    purchaseUrl: webAddress.optional(),
    publishedAt: time.optional(),
    updatedAt: time.optional(),
    status,
  })
  .refine(hasTime, needsTime);

export const productKind = createContentKind({
  name: 'products',
  needs: [],
  schema: productSchema,
  hints: {
    name: 'text of at most 200 characters, such as 文山包種茶',
    category: 'text of at most 50 characters, such as 茶葉',
    price: 'a whole number of New Taiwan dollars such as 680 or 1,280, or left out',
    summary: 'text of at most 500 characters',
    images: 'a list of pictures, each with src and alt',
    'images.src': mediaHint,
    'images.alt': 'text that says what the picture shows',
    specs: 'a map of different names and their values, such as { 產地: 新北坪林 }',
    sku: 'text of at most 50 characters in one line, such as QY-120',
    availability: availabilities.join(', '),
    purchaseUrl: webHint,
    publishedAt: timeHint,
    updatedAt: timeHint,
    status: statusHint,
  },
  toRow,
  source: 'description_source',
  toMade,
  toReferences: ({ images }) =>
    images.map(({ src }, index) => ({ to: 'media', id: src, at: ['images', index, 'src'] })),
  toFields: (row) => ({
    name: row.name,
    category: row.category,
    price: row.price_twd,
    summary: row.summary || null,
    images: nonEmpty(JSON.parse(row.images)),
    specs: nonEmpty(new Map(JSON.parse(row.specs))),
    sku: row.sku,
    availability: row.availability,
    purchaseUrl: row.purchase_url,
    publishedAt: storedTime(row.published_at),
    updatedAt: storedTime(row.updated_at),
    status: row.status,
  }),
  toSearched(row) {
    const specs: [name: string, value: string][] = JSON.parse(row.specs);
    return {
      ...unfiled,
      shownFrom: shownFrom(row),
      title: row.name,
      labels: [row.category, ...specs.map(([, value]) => value)],
      lead: row.summary,
      bodyHtml: row.description_html,
      sku: row.sku,
      category: row.category,
      availability: row.availability,
      price: row.price_twd,
    };
  },
});

function toRow({
  id,
  fields,
  source,
  body,
}: ParsedEntry<z.infer<typeof productSchema>>): Insertable<ProductsTable> {
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
    specs: JSON.stringify([...fields.specs]),
    sku: fields.sku ?? null,
    purchase_url: fields.purchaseUrl ?? null,
    description_source: source,
    ...toMade(body),
    published_at: fields.publishedAt ?? null,
    updated_at: fields.updatedAt ?? null,
    status: fields.status,
  };
}

function toMade(body: RenderedBody) {
  return { description_html: body.html };
}
