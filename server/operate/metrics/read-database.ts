import { sql } from 'kysely';
import { isoAt, type Clock } from '#server/base/clock.ts';
import { migrations } from '#server/db/migrations.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { isUsable, readSchemaState } from '#server/db/schema-state.ts';
import { listOperations } from '#server/db/operations.ts';
import type { DatabaseStatus, SiteStatus, WorkStatus } from '#shared/status.ts';

export interface DatabaseFacts {
  database: DatabaseStatus;
  /** The newest that the database has. */
  migration: string | null;
  work: WorkStatus | null;
  operations: SiteStatus['operations'];
}

/** Reads the state of the database, and its facts about the site. It reports an unreachable one. */
export async function readDatabase(db: Database, clock: Clock): Promise<DatabaseFacts> {
  const pool = db.engine === 'postgres' ? db.poolUse() : null;
  const startedAt = clock.elapsed();
  const state = await db.ask().catch(() => null);
  const isThere = state !== null;
  const answerMs = isThere ? Math.round((clock.elapsed() - startedAt) * 10) / 10 : null;
  const details = isThere ? await readKnown(db, clock.now()).catch(() => null) : null;
  return {
    database: {
      engine: db.engine,
      isThere,
      isReadOnly: state?.isReadOnly ?? null,
      answerMs,
      version: details?.version ?? null,
      isSchemaExpected: details && isUsable(details.schema),
      pool,
    },
    migration: details?.schema.applied.at(-1)?.name ?? null,
    work: details?.work ?? null,
    operations: details?.operations ?? null,
  };
}

async function readKnown(db: Database, nowMs: number) {
  // At once: a database that is slow takes its time once, and not four times.
  const [schema, { backup = null, import: imported = null }, version, work] = await Promise.all([
    readSchemaState(db.read, db.engine, migrations),
    listOperations(db),
    readVersion(db),
    readWork(db, nowMs),
  ]);
  return {
    schema,
    version,
    work,
    operations: { backup, import: imported },
  };
}

async function readVersion(db: Database): Promise<string | null> {
  const { rows } = await (
    db.engine === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`
  ).execute(db.read);
  return rows[0]?.version ?? null;
}

const maxCounted = 1_000;

/** Each by an index, and at most up to a thousand: it runs at every scrape of Prometheus. */
async function readWork({ read }: Database, nowMs: number): Promise<WorkStatus> {
  const now = isoAt(nowMs);
  const { rows } = await sql<WorkStatus>`select
    (select count(*) from (select 1 from media_jobs where run_at <= ${now} limit ${maxCounted}) as due)
      as "waitingPictures",
    (select count(*) from (select 1 from media_jobs where run_at > ${now} and tries > 0 limit ${maxCounted}) as retried)
      + (select count(*) from (select 1 from media where (finished_of is null or finished_of <> served)
        and not exists (select 1 from media_jobs where media_jobs.file = media.file) limit ${maxCounted}) as given_up)
      as "failedPictures",
    (select count(*) from (select 1 from search_dirty limit ${maxCounted}) as dirty) as "unindexed"`.execute(
    read,
  );
  const [work] = rows;
  if (work === undefined) throw new Error('a query for one row gave none');
  return work;
}
