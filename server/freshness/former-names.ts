import { tags, type TagKind } from './tags.ts';

/**
 * Names that builds until November 2026 use for tags with another name today. While a build replaces an older one,
 * processes of both use one database with the newer one's triggers: the older ones would wait for tags that are never
 * announced, and look up lists that are never counted. So both are announced and counted under both names, which a
 * rollback to the older build needs as well. From the next release on none of them can be running: then this file and
 * its two uses go, and the triggers follow by themselves.
 */
const formerNames: readonly { kind: TagKind; tag: string; list?: string }[] = [
  { kind: tags.articlesOfAuthor, tag: 'author-articles:', list: 'articles by ' },
  { kind: tags.articlesOfProduct, tag: 'product-articles:' },
  { kind: tags.productsOfCategory, tag: 'products of ', list: 'products of ' },
];

/** The SQL of the former tag, if it had another. */
export function formerTagSql(kind: TagKind, column: string): string[] {
  return formerNames.filter((former) => former.kind === kind).map(({ tag }) => `'${tag}' || ${column}`);
}

/** The SQL of the former name in `list_counts`, if it had another. */
export function formerListSql(kind: TagKind, column: string): string[] {
  return formerNames
    .filter((former) => former.kind === kind)
    .flatMap(({ list }) => (list === undefined ? [] : `'${list}' || ${column}`));
}
