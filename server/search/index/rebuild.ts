import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { renewLease, takeLease } from '#server/db/queries/lease.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { shownFrom } from '#server/db/queries/shown-entries.ts';
import { minuteMs } from '#server/base/durations.ts';
import { inOrder } from './index-marked.ts';
import { indexVersions, readIndexVersion } from './index-versions.ts';
import { shortRest, type Rest } from './rests.ts';
import { nextTablesOf, tablesOf } from '../write/index-tables.ts';
import { createNext, listSorting, swapAll } from '../write/next-tables.ts';
import { writeDocuments } from '../write/write-documents.ts';

/** Finds the reason why the index must be made anew; null: it need not. */
export async function findBuildReason(db: Database): Promise<string | null> {
  const tokeniser = await readIndexVersion(db.read);
  // 0: the first writer of the index gives it this version.
  const version = indexVersions[db.engine];
  if (tokeniser === 0 || tokeniser === version) return null;
  return `it is of version ${tokeniser}; this is ${version}`;
}

interface RebuildOptions {
  clock: Clock;
  /** How many documents are written in one transaction. */
  step: number;
  onProgress?: (done: number, total: number) => void;
  isStopped?: () => boolean;
  rest?: Rest;
}

const leaseMs = minuteMs;
/** Renews the lease; false: it is another's. */
type Hold = (trx: Transaction<Schema>) => Promise<boolean>;

/**
 * Makes the index of every kind anew beside the one that answers, and lets it take its place in one transaction. False
 * when it was stopped, or another process does it: what there is of it is removed when it is begun again.
 */
export async function rebuildIndex(
  db: Database,
  { clock, step, onProgress, isStopped = () => false, rest = shortRest }: RebuildOptions,
): Promise<boolean> {
  const lease = await writeTransaction(db, async (trx) => {
    const nowMs = clock.now();
    // Two that made it at once would remove each other's tables.
    const taken = await takeLease(trx, {
      table: 'search_state',
      key: 1,
      holder: randomUUID(),
      nowMs,
      leaseMs,
    });
    if (taken !== null) for (const kind of kindNames) await createNext(trx, db.engine, kind);
    return taken;
  });
  if (lease === null) return false;
  const hold: Hold = (trx) => renewLease(trx, lease, { nowMs: clock.now(), leaseMs });
  const refs: [Kind, readonly string[]][] = [];
  for (const kind of kindNames) refs.push([kind, await listRefs(db, kind)]);
  const total = refs.reduce((sum, [, list]) => sum + list.length, 0);
  let done = 0;
  for (const [kind, list] of refs) {
    for (const some of inBatches(list, step)) {
      const startedAt = performance.now();
      const isOurs = await writeTransaction(db, async (trx) => {
        if (isStopped() || !(await hold(trx))) return false;
        await writeDocuments(trx, nextTablesOf(kind), some);
        return true;
      });
      if (!isOurs) return false;
      onProgress?.((done += some.length), total);
      await rest(performance.now() - startedAt);
    }
  }
  if (db.engine === 'postgres' && !(await sortNext(db, hold, isStopped))) return false;
  for (;;) {
    const isSwapped = await trySwap(db, hold);
    if (isSwapped !== null) return isSwapped;
    if (isStopped()) return false;
    await delay(1_000);
  }
}

/** False when it was stopped, or is another's. Nobody else may begin meanwhile, however long a statement takes. */
async function sortNext(db: Database, hold: Hold, isStopped: () => boolean): Promise<boolean> {
  const renew = () => writeTransaction(db, hold);
  const holding = setInterval(() => void renew().catch(() => {}), leaseMs / 3);
  try {
    for (const kind of kindNames) {
      for (const statement of await writeTransaction(db, (trx) => listSorting(trx, kind))) {
        if (isStopped() || !(await renew())) return false;
        await writeTransaction(db, async (trx) => {
          await sql`set local maintenance_work_mem = '128MB'`.execute(trx);
          await sql.raw(statement).execute(trx);
        });
      }
    }
    return true;
  } finally {
    clearInterval(holding);
  }
}

/** Null: others read the index at this moment. Waiting for them would hold up everybody who searches. */
async function trySwap(db: Database, hold: Hold): Promise<boolean | null> {
  try {
    return await writeTransaction(db, async (trx) => {
      if (!(await hold(trx))) return false;
      if (db.engine === 'postgres')
        await sql`lock table ${sql.join(kindNames.map((kind) => sql.table(kind)))} in share row exclusive mode`.execute(
          trx,
        );
      for (const kind of kindNames) await writeSince(trx, kind);
      if (db.engine === 'postgres') await sql`set local lock_timeout = '500ms'`.execute(trx);
      await swapAll(trx, db.engine);
      await trx
        .updateTable('search_state')
        .set({ tokeniser: indexVersions[db.engine], builder: null, builder_until: null })
        .execute();
      return true;
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return null;
    throw error;
  }
}

/** PostgreSQL's code for a lock that was not waited for any longer. */
const lockNotAvailable = '55P03';

async function listRefs(db: Database, kind: Kind): Promise<readonly string[]> {
  const rows = await db.read.selectFrom(kind).select('id').orderBy('id').execute();
  return inOrder(
    db.read,
    kind,
    rows.map(({ id }) => id),
  );
}

/**
 * The index that answers was kept up to date meanwhile: entries that differ are read again. It may never have had those
 * that it lacks, so only those among them that visitors no longer see.
 */
async function writeSince(trx: Transaction<Schema>, kind: Kind): Promise<void> {
  const [now, next] = [tablesOf(kind), nextTablesOf(kind)];
  const { rows } = await sql<{ ref: string }>`
    select a.ref from ${sql.table(now.docs)} as a left join ${sql.table(next.docs)} as b on b.ref = a.ref
    where b.hash is null or b.hash <> a.hash
    union all
    select b.ref from ${sql.table(next.docs)} as b left join ${sql.table(now.docs)} as a on a.ref = b.ref
    left join ${sql.table(kind)} on ${sql.ref(`${kind}.id`)} = b.ref
    where a.ref is null and case when ${sql.ref(`${kind}.id`)} is not null then ${shownFrom(kind)} end
      is distinct from b.shown_from`.execute(trx);
  const refs = rows.map(({ ref }) => ref);
  for (const some of inBatches(await inOrder(trx, kind, refs), 200)) await writeDocuments(trx, next, some);
}
