import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ProductFilter } from '#shared/editing/product-facts.ts';

/** Null when it leaves nothing out. */
export function productFilterOf(filter: ProductFilter): ProductFilter | null {
  return filter.category === null && filter.availability === null && !filter.hasNoPicture ? null : filter;
}

/**
 * 1 for entries whose product the filter lets through: asked of rows that have been found, and not to find them. What has
 * only ever been a draft is none of them.
 */
export function isMatching(filter: ProductFilter | null): RawBuilder<number> {
  if (filter === null) return sql<number>`1`;
  const { category, availability, hasNoPicture } = filter;
  const conditions = [
    sql<SqlBool>`products.id = entries.id`,
    ...(category === null ? [] : [sql<SqlBool>`products.category = ${category}`]),
    ...(availability === null ? [] : [sql<SqlBool>`products.availability = ${availability}`]),
    ...(hasNoPicture ? [sql<SqlBool>`products.picture is null`] : []),
  ];
  return sql<number>`case when exists (select 1 from products where ${sql.join(conditions, sql` and `)}) then 1 else 0 end`;
}
