import { kindNames, mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { mapDatedKinds, type DatedKind } from '../db/tables/kind-columns.ts';

declare const brand: unique symbol;

/** Name of a dependency: an answer stored with the tag is dropped when the tag is announced. */
export type Tag = string & { readonly [brand]: true };

/** The tags of one kind, a tag for each id. */
export interface TagKind {
  (id: string): Tag;
  /** The SQL of the tag over a column, such as `new.id`. */
  sql(column: string): string;
  /** SQL condition for a column that holds a tag of this kind. */
  isInSql(column: string): string;
  /** The SQL of the id in a column with a tag of this kind. */
  idSql(column: string): string;
  /** Whether a text that the database announced is a tag of this kind. */
  isTag(text: string): boolean;
}

/** The tag of each entry, by its kind. */
export const entryTags: Readonly<Record<Kind, TagKind>> = mapKinds((kind) => things(kinds[kind].word));

/** The tag of the list of all entries of a kind. */
export const listTags: Readonly<Record<DatedKind, Tag>> = mapDatedKinds(tag);

/**
 * All tags, in a single grammar: `kind:id` is a thing, `kind:id:list` a list that belongs to it, a plain word a list or
 * a thing of the whole site. The tag of a list covers its members and their order; the content of a card belongs to the
 * tag of its own thing. No other file holds a tag's text.
 */
export const tags = {
  site: tag('site'),
  author: entryTags.authors,
  article: entryTags.articles,
  product: entryTags.products,
  /** Pages and cards of a product: all of it but the price and availability of the moment, which they compute. */
  pagesOfProduct: listsOf('product', 'pages'),
  /** A page such as 關於我們, whose text is content. */
  sitePage: entryTags.pages,
  /** The id is the path that content names it by. */
  media: things('media'),
  /** Target of an address without a page. The id is its site path in normalized spelling. */
  redirect: things('redirect'),
  articles: listTags.articles,
  articlesOfAuthor: listsOf('author', 'articles'),
  articlesOfProduct: listsOf('product', 'articles'),
  /** The id is a value in the `tags` of an article. */
  articlesOfTag: listsOf('tag', 'articles'),
  /** Which of them there are, and how many articles each has. */
  articleTags: tag('article-tags'),
  category: entryTags.categories,
  /** The tree of categories: their names, places and visibility. */
  categories: tag('categories'),
  products: listTags.products,
  /** The id is that of a category, or the text of products that no category has. */
  productsOfCategory: listsOf('category', 'products'),
  /** Values by which the list of a category can be filtered, and how many products have each. */
  facetsOfCategory: listsOf('category', 'facets'),
  /** Titles, names and categories of all entries. */
  names: tag('names'),
  /** The order of every list by price. */
  productPrices: tag('product-prices'),
  /** Which file each picture is served from. */
  pictureFiles: tag('picture-files'),
  /** Files of the sitemap with the entries of a table, which is the id. */
  sitemapFiles: listsOf('sitemap', 'files'),
  /** Which files the font of titles stands in. */
  titleFont: tag('title-font'),
  /** Whether a card is there. The id is its key. */
  sharingCard: things('card'),
} as const;

/** Says that everything may have changed: a table was emptied without naming its rows. */
export const everythingTag = tag('*');

/** Accepts any text that the database announced for a tag. */
export function announcedTag(text: string): Tag {
  return tag(text);
}

/** The SQL of a tag that has no id. */
export function sqlOf(plain: Tag): string {
  return `'${plain}'`;
}

/** The entry that a tag names, a page of its own; null for every other tag. */
export function entryOfTag(named: Tag): { kind: Kind; id: string } | null {
  const [, word, id] = /^(\w+):([^:]+)$/.exec(named) ?? [];
  const kind = kindNames.find((name) => kinds[name].word === word);
  return kind === undefined || id === undefined ? null : { kind, id };
}

function things(kind: string): TagKind {
  return tagKind(`${kind}:`, '');
}

function listsOf(kind: string, list: string): TagKind {
  return tagKind(`${kind}:`, `:${list}`);
}

function tagKind(begin: string, end: string): TagKind {
  return Object.assign((id: string) => tag(begin + id + end), {
    sql: (column: string) => `'${begin}' || ${column}${end && ` || '${end}'`}`,
    isInSql: (column: string) => `substr(${column}, 1, ${begin.length}) = '${begin}'`,
    idSql: (column: string) =>
      `substr(${column}, ${begin.length + 1}, length(${column}) - ${begin.length + end.length})`,
    isTag: (text: string) => text.startsWith(begin) && text.endsWith(end),
  });
}

function tag(text: string): Tag {
  return text as Tag;
}

/**
 * Dependencies of an answer, each tag as a number, for ten thousand answers are stored and each has some twenty. Tags
 * with the same number are dropped together: rare, and harmless.
 */
export type TagNumbers = readonly number[];

export function tagNumbers(tags: Iterable<Tag>): TagNumbers {
  return Array.from(tags, tagNumber);
}

/** FNV-1a, 32 bits, over UTF-16 code units. */
export function tagNumber(tag: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < tag.length; i += 1) hash = Math.imul(hash ^ tag.charCodeAt(i), 0x01000193);
  return hash;
}
