import { sql, type RawBuilder } from 'kysely';

/**
 * Published and due: the only rows a visitor may see. The status is a literal, not a parameter, because the
 * engines use a partial index only when they can see that the query asks for no other rows.
 */
export function visible(table: 'articles' | 'products', now: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.status`)} = 'published' and ${sql.ref(`${table}.published_at`)} <= ${now}`;
}
