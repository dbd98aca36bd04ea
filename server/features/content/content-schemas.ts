import * as z from 'zod';
import { availabilities } from '#shared/payloads.ts';
import type { Hints } from './front-matter.ts';
import { mediaPathPattern } from './media-files.ts';
import { isSitePath } from './site-path.ts';

/** PostgreSQL stores no NUL, an address holds no half of a character, a feed no control character. */
const plain = /^(?:[^\p{Cc}\p{Cs}\uFFFE\uFFFF]|[\t\n])*$/u;
const text = (max: number) => z.string().trim().min(1).max(max).regex(plain);
/** YAML reads `2024` as a number: in a text field it is meant as text. */
const looseText = (max: number) => z.union([z.string(), z.number()]).transform(String).pipe(text(max));
const optionalText = (max: number) =>
  z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(max).regex(plain));
const mediaPath = z
  .string()
  .regex(mediaPathPattern)
  .transform((path) => path.normalize('NFC'));
/** Four digits for the year in UTC too: times are ordered as texts. */
const time = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value).toISOString())
  .pipe(z.string().regex(/^[1-9]\d{3}-/));
const id = text(100).transform((value) => value.normalize('NFC'));
const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;
const webAddress = z
  .string()
  .trim()
  .regex(oneLine)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
const siteOrWebAddress = z.union([z.string().regex(/^\S*$/).regex(oneLine).refine(isSitePath), webAddress]);
const status = z.enum(['draft', 'published', 'archived']).default('published');

/** Without a time it would never be shown, and nobody would be told. Asked even when something else is wrong. */
const needsTime = { path: ['publishedAt'], when: () => true };
const hasTime = (entry: { status: string; publishedAt?: string | undefined }) =>
  entry.status !== 'published' || entry.publishedAt !== undefined;

export const authorSchema = z.strictObject({
  name: text(100),
  avatar: mediaPath.optional(),
  links: z
    .array(z.strictObject({ label: text(100), url: webAddress }))
    .max(20)
    .default([]),
});

export const articleSchema = z
  .strictObject({
    title: looseText(200),
    author: id,
    summary: looseText(500).optional(),
    cover: mediaPath.optional(),
    coverAlt: looseText(300).optional(),
    tags: z.array(looseText(50)).max(20).default([]),
    products: z
      .array(id)
      .max(50)
      .default([])
      .refine((ids) => new Set(ids).size === ids.length),
    publishedAt: time.optional(),
    updatedAt: time.optional(),
    status,
  })
  .refine(hasTime, needsTime);

export const productSchema = z
  .strictObject({
    name: looseText(200),
    category: looseText(50).transform((value) => value.normalize('NFC')),
    price: z.int().min(0).max(100_000_000).optional(),
    summary: looseText(500).optional(),
    images: z
      .array(z.strictObject({ src: mediaPath, alt: looseText(300) }))
      .max(30)
      .default([]),
    specs: z.record(text(100), looseText(500)).default({}),
    availability: z.enum(availabilities).default('in_stock'),
    purchaseUrl: webAddress.optional(),
    publishedAt: time.optional(),
    updatedAt: time.optional(),
    status,
  })
  .refine(hasTime, needsTime);

export const siteSchema = z.strictObject({
  name: looseText(100),
  tagline: optionalText(200).default(''),
  description: optionalText(500).default(''),
  categories: z.array(looseText(50)).max(100).default([]),
  featured: z
    .array(z.union([z.strictObject({ article: id }), z.strictObject({ product: id })]))
    .max(20)
    .default([]),
  footer: z
    .strictObject({
      about: optionalText(1000).default(''),
      links: z
        .array(z.strictObject({ label: text(100), url: siteOrWebAddress }))
        .max(50)
        .default([]),
    })
    .default({ about: '', links: [] }),
});

export type AuthorFields = z.infer<typeof authorSchema>;
export type ArticleFields = z.infer<typeof articleSchema>;
export type ProductFields = z.infer<typeof productSchema>;
export type SiteFields = z.infer<typeof siteSchema>;

const timeHint = 'a time with its offset, such as 2026-11-20T08:00:00+08:00';
const statusHint = 'draft, published or archived';
const mediaHint = 'a file of the media folder, such as media/articles/spring.svg';
const webHint = 'a web address such as https://example.com/shop';

export const authorHints: Hints = {
  name: 'text of at most 100 characters, such as 林知遠',
  avatar: mediaHint,
  links: 'a list of links, each with label and url',
  'links.label': 'text, such as 個人網站',
  'links.url': webHint,
};

export const articleHints: Hints = {
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
};

export const productHints: Hints = {
  name: 'text of at most 200 characters, such as 文山包種茶',
  category: 'text of at most 50 characters, such as 茶葉',
  price: 'a whole number of New Taiwan dollars such as 680, or left out',
  summary: 'text of at most 500 characters',
  images: 'a list of pictures, each with src and alt',
  'images.src': mediaHint,
  'images.alt': 'text that says what the picture shows',
  specs: 'a map of names and values, such as { 產地: 新北坪林 }',
  availability: availabilities.join(', '),
  purchaseUrl: webHint,
  publishedAt: timeHint,
  updatedAt: timeHint,
  status: statusHint,
};

export const siteHints: Hints = {
  name: 'text, such as 青葉',
  tagline: 'text of at most 200 characters',
  description: 'text of at most 500 characters',
  categories: 'a list of category names in the order in which they are offered',
  featured: 'a list of { article: ID } or { product: ID }',
  footer: 'a map of about (text) and links (a list)',
  'footer.about': 'text of at most 1000 characters',
  'footer.links': 'a list of links, each with label and url',
  'footer.links.label': 'text, such as 商品',
  'footer.links.url': 'a path of this site such as /articles, or a web address',
};
