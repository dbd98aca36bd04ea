import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

export interface CategoryRow {
  id: string;
  name: string;
  parentId: string | null;
  /** Number of its place among its siblings; null: behind those that have one. */
  position: number | null;
  isShown: boolean;
}

/** All categories with a row by their ids. They are few: an editor chooses from them. */
export type CategoryRows = ReadonlyMap<string, CategoryRow>;

export const maxLevels = 5;

export interface NamedCategory {
  id: string;
  name: string;
}

/** Rows of all categories for a page, which shows names or the place of a category. */
export function findCategoryRows(reader: Reader): Promise<CategoryRows> {
  return reader.cached('rows of categories', (ownReader) => {
    ownReader.dependsOn(tags.categories);
    return readCategoryRows(ownReader.db);
  });
}

export async function readCategoryRows(db: Kysely<Schema>): Promise<CategoryRows> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'parent_id', 'position', 'status'])
    .execute();
  return new Map(
    rows.map(({ id, name, parent_id, position, status }) => [
      id,
      { id, name, position, parentId: parent_id, isShown: status === 'published' },
    ]),
  );
}

/**
 * The way from the top of the tree to a category, itself included, without those that visitors do not see. A text that
 * is no id is a category of this name, at the top.
 */
export function stepsTo(rows: CategoryRows, id: string): NamedCategory[] {
  if (!rows.has(id)) return [{ id, name: id }];
  return [id, ...idsAbove(rows, id)]
    .flatMap((step) => {
      const row = rows.get(step);
      return row?.isShown ? [{ id: step, name: row.name }] : [];
    })
    .toReversed();
}

/** Ids of the categories above another, the nearest first. Of a loop, as many as there may be levels. */
export function idsAbove(rows: CategoryRows, id: string): string[] {
  const ids: string[] = [];
  for (let above = rows.get(id)?.parentId ?? null; above !== null && ids.length < maxLevels - 1;) {
    ids.push(above);
    above = rows.get(above)?.parentId ?? null;
  }
  return ids;
}

/** Mistake in the place of a category: it is above itself, or too far below the top. */
export type TreeMistake = 'loop' | 'deep';

/** @param parentOf Null at the top. */
export function findTreeMistake(
  id: string,
  parentOf: (id: string) => string | null | undefined,
): TreeMistake | null {
  let levels = 1;
  for (let above = parentOf(id); above !== null && above !== undefined; above = parentOf(above)) {
    levels += 1;
    if (above === id) return 'loop';
    // A loop that it only leads into is that of the others.
    if (levels > maxLevels) return 'deep';
  }
  return null;
}
