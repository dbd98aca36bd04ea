import { article } from './article.ts';
import { author } from './author.ts';
import { category } from './category.ts';
import type { KindRecord } from './kind.ts';
import type { Kind } from './kind-names.ts';
import { product } from './product.ts';
import { sitePage } from './site-page.ts';

const records = {
  authors: author,
  articles: article,
  products: product,
  categories: category,
  pages: sitePage,
} as const satisfies Record<Kind, KindRecord>;

/** The type of the record of each kind. */
export type KindRecords = typeof records;

/** The record of every kind of content, in the order in which messages to operators name them. */
export const kinds: Readonly<Record<Kind, KindRecord>> = records;
