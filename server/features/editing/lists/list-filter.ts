import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { referencesTo, storedFields, type ReferenceColumn } from '#server/db/tables/kind-columns.ts';
import { mayDo } from '../may-do.ts';

/** Asked of rows that have been found, and not to find them. What has only ever been a draft is none of them. */
export interface ListFilter {
  /** A condition on the row of `entries`. */
  condition: RawBuilder<SqlBool>;
  /** Tag that all its entries have, by which an index finds those that are published. */
  tag?: string;
  /** Something of the product is in a sale at the moment, which is computed of the rows that are left. */
  isOnSale?: boolean;
}

/** 1 for entries that the filter lets through. */
export function isMatching(filter: ListFilter | null): RawBuilder<number> {
  return filter === null ? sql<number>`1` : sql<number>`case when ${filter.condition} then 1 else 0 end`;
}

/** Filters of a list by what its entries name. */
export interface FieldFilter {
  /** Id of an author. */
  author: string | null;
  tag: string | null;
}

/** Null when it leaves nothing out. */
export function fieldFilterOf(kind: Kind, { author, tag }: FieldFilter): ListFilter | null {
  const named = author === null ? undefined : authorReference(kind);
  const conditions = [
    ...(named === undefined
      ? []
      : [
          sql<SqlBool>`exists (select 1 from ${sql.table(kind)} as shown
            where shown.id = entries.id and ${sql.ref(`shown.${named.column}`)} = ${author})`,
        ]),
    ...(tag === null || !hasTags(kind)
      ? []
      : [sql<SqlBool>`exists (select 1 from article_tags where article_id = entries.id and tag = ${tag})`]),
  ];
  if (conditions.length === 0) return null;
  return {
    condition: sql<SqlBool>`${sql.join(conditions, sql` and `)}`,
    ...(tag !== null && hasTags(kind) && { tag }),
  };
}

/** Leaves out the entries of others where the editor may not see them. */
export function ownFilterOf({ accountId, role }: Editor): ListFilter | null {
  return mayDo(role, 'see-others') ? null : { condition: sql<SqlBool>`entries.made_by = ${accountId}` };
}

/** A filter that lets through what both do. */
export function bothFilters(one: ListFilter | null, other: ListFilter | null): ListFilter | null {
  if (one === null || other === null) return one ?? other;
  return { ...other, ...one, condition: sql<SqlBool>`${one.condition} and ${other.condition}` };
}

/** The kind of those who write. */
export const authorKind = 'authors' satisfies Kind;

/** The field with the author of an entry; undefined for a kind without authors. */
export function authorReference(kind: Kind): ReferenceColumn | undefined {
  return referencesTo(authorKind).find((reference) => reference.kind === kind);
}

/** Whether entries of the kind are filed under tags, which stand in `article_tags`. */
export function hasTags(kind: Kind): boolean {
  return storedFields(kind).some(({ field }) => field.search?.includes('tags'));
}
