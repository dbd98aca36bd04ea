import type { Kysely } from 'kysely';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';

/**
 * Raised whenever an index that was made before would answer otherwise: by other tokens, or by another way in which the
 * engine has them. A server then makes the index anew; until it has, the one that is there answers as well as it can.
 */
export const indexVersions: Readonly<Record<Engine, number>> = { sqlite: 3, postgres: 1 };

export async function readIndexVersion(db: Kysely<Schema>): Promise<number> {
  const { tokeniser } = await db.selectFrom('search_state').select('tokeniser').executeTakeFirstOrThrow();
  return tokeniser;
}

/** SQLite: whether the newest document has the highest number, as before version 3, or the lowest. */
export function growsWithTime(version: number): boolean {
  return version === 1 || version === 2;
}
