import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { inBatches } from './in-batches.ts';
import type { Target } from '../kinds/references.ts';

/** Finds which of these ids are stored. */
export async function storedIds(
  db: Kysely<Schema> | null,
  target: Target,
  wanted: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  if (db === null) return ids;
  for (const some of inBatches(wanted, 500)) {
    if (target === 'media') {
      const rows = await db.selectFrom('media').select('path').where('path', 'in', some).execute();
      for (const row of rows) ids.add(row.path);
    } else {
      const rows = await db.selectFrom(target).select('id').where('id', 'in', some).execute();
      for (const row of rows) ids.add(row.id);
    }
  }
  return ids;
}
