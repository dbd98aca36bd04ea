import type { Transaction } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { findTreeMistake, readCategoryRows } from '#server/content/category-tree.ts';
import type { Schema } from '#server/db/schema.ts';
import { refuse } from './change-entry.ts';

/**
 * Refuses a category that has just been written below itself, or with others too far below the top. After the write:
 * on PostgreSQL whoever changes the tree at the same time has then either committed, or waits.
 */
export async function checkPlace(
  trx: Transaction<Schema>,
  { kind, id, field = 'parent' }: { kind: Kind; id: string; field?: string },
): Promise<void> {
  if (kind !== 'categories') return;
  const rows = await readCategoryRows(trx);
  const parentOf = (step: string) => rows.get(step)?.parentId;
  const isBelow = (step: string) => {
    for (let [above, levels] = [parentOf(step), 0]; above && levels < rows.size; levels += 1) {
      if (above === id) return true;
      above = parentOf(above);
    }
    return false;
  };
  const own = findTreeMistake(id, parentOf);
  const others = [...rows.keys()].filter((step) => isBelow(step) && findTreeMistake(step, parentOf) !== null);
  const code = own ?? (others.length > 0 ? 'deep' : null);
  if (code !== null) refuse([{ field, code }]);
}
