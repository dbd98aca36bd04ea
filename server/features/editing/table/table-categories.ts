import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { CategoryRows } from '#server/content/category-tree.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { TableColumn } from './columns.ts';

/** Names in one question. */
const batchSize = 100;

export function isOfCategories({ field }: TableColumn): boolean {
  return field.isOpen === true;
}

/** Ids of the categories that people may call by their names: each has its own, and it is no other's id. */
export function idsByName(categories: CategoryRows): ReadonlyMap<string, string> {
  const named = Map.groupBy(categories.values(), ({ name }) => name);
  return new Map(
    [...named].flatMap(([name, [first, ...others]]) =>
      first !== undefined && others.length === 0 && !categories.has(name) ? [[name, first.id]] : [],
    ),
  );
}

/** Those of these texts that are categories: with a row, or of a product. */
export async function findCategories(
  db: Kysely<Schema>,
  rowsById: CategoryRows,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set(rowsById.keys());
  for (const some of inBatches([...new Set(texts)], batchSize)) {
    const rows = await db
      .selectFrom('products')
      .select('category')
      .distinct()
      .where('category', 'in', some)
      .execute();
    for (const { category } of rows) known.add(category);
  }
  return known;
}
