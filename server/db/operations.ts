import type { Kysely } from 'kysely';
import { systemClock, type Clock } from '../base/clock.ts';
import { writeTransaction, type Database } from './open/open-database.ts';
import type { Schema } from './schema.ts';
import type { UtcIso } from './tables/utc-iso.ts';

/** Operations on the whole site whose last time operators want to know. */
export const operationKinds = ['backup', 'import'] as const;
export type OperationKind = (typeof operationKinds)[number];

export interface Operation {
  finishedAt: UtcIso;
  /** Short description. */
  detail: string;
}

/** Keeps that it was done now, in the place of when it was done before. */
export async function noteOperation(
  db: Database,
  kind: OperationKind,
  detail: string,
  clock: Clock = systemClock,
): Promise<void> {
  await writeTransaction(db, (trx) => writeOperation(trx, kind, detail, clock));
}

/** The same by another connection than the site's. */
export async function writeOperation(
  db: Kysely<Schema>,
  kind: OperationKind,
  detail: string,
  clock: Clock = systemClock,
): Promise<void> {
  const row = { finished_at: clock.nowIso(), detail };
  await db
    .insertInto('operations')
    .values({ kind, ...row })
    .onConflict((oc) => oc.column('kind').doUpdateSet(row))
    .execute();
}

export async function listOperations(
  db: Pick<Database, 'read'>,
): Promise<Partial<Record<OperationKind, Operation>>> {
  const rows = await db.read
    .selectFrom('operations')
    .select(['kind', 'finished_at', 'detail'])
    .where('kind', 'in', operationKinds)
    .execute();
  return Object.fromEntries(
    rows.map(({ kind, finished_at: finishedAt, detail }) => [kind, { finishedAt, detail }]),
  );
}
