import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { isoAt } from '#server/base/clock.ts';
import { dayMs, minuteMs, secondMs } from '#server/base/durations.ts';
import { isOverIn } from './is-over-in.ts';
import type { Schema } from '../schema.ts';

/** Tables each of whose rows belongs to one process at a time. */
export type LeasedTable =
  'media_jobs' | 'font_state' | 'card_state' | 'search_state' | 'edges' | 'offer_state';

interface LeasedRow {
  key: string;
  /** Column with the end of the lease, or with the moment from which the work is due. */
  until: string;
  /** Column with the name of the holder; without one, the end names the lease. */
  holder?: string;
  /** Longest lease, and longest wait in its column: a later time comes from a wrong clock. */
  longestMs: number;
}

const leasedRows: Readonly<Record<LeasedTable, LeasedRow>> = {
  // Files that no row names are kept for a day.
  media_jobs: { key: 'file', until: 'run_at', longestMs: dayMs },
  font_state: { key: 'id', until: 'run_at', longestMs: 10 * minuteMs },
  card_state: { key: 'id', until: 'run_at', longestMs: 10 * minuteMs },
  search_state: { key: 'id', until: 'builder_until', holder: 'builder', longestMs: minuteMs },
  offer_state: { key: 'id', until: 'held_until', holder: 'holder', longestMs: 5 * secondMs },
  edges: { key: 'url', until: 'held_until', holder: 'holder', longestMs: 5 * secondMs },
};

/** A row that is this process's until it says something else, or until its time is over and another takes it. */
export interface Lease {
  table: LeasedTable;
  key: string | number;
  /** Name of the holder, or end of the lease. */
  mark: string;
}

interface LeaseRequest {
  table: LeasedTable;
  key: string | number;
  nowMs: number;
  leaseMs: number;
  /** For tables with a column for it. */
  holder?: string;
  /** Further condition. */
  where?: RawBuilder<SqlBool>;
}

/** Takes the row if it is free. After the lease another process may take it, so that no work is lost with a process. */
export async function takeLease(
  db: Kysely<Schema>,
  { table, key, nowMs, leaseMs, holder, where }: LeaseRequest,
): Promise<Lease | null> {
  const row = leasedRows[table];
  const end = isoAt(nowMs + leaseMs);
  const mark = row.holder === undefined ? end : holder;
  if (mark === undefined) throw new Error(`a lease of ${table} has a holder`);
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set ${sql.ref(row.until)} = ${end}${row.holder === undefined ? sql`` : sql`, ${sql.ref(row.holder)} = ${mark}`}
    where ${sql.ref(row.key)} = ${key} and (${sql.ref(row.until)} is null or ${isFree(table, nowMs)})
      and ${where ?? sql`true`}`.execute(db);
  return numAffectedRows === 1n ? { table, key, mark } : null;
}

/** Lets a lease that names its holder end later. Resolves to false when it is another's. */
export async function renewLease(
  db: Kysely<Schema>,
  lease: Lease,
  { nowMs, leaseMs }: Pick<LeaseRequest, 'nowMs' | 'leaseMs'>,
): Promise<boolean> {
  const { until } = leasedRows[lease.table];
  const { numAffectedRows } = await sql`update ${sql.table(lease.table)}
    set ${sql.ref(until)} = ${isoAt(nowMs + leaseMs)} where ${isHeld(lease)}`.execute(db);
  return numAffectedRows === 1n;
}

/** Whether some process has the row at the moment. */
export async function isTaken(
  db: Kysely<Schema>,
  { table, key, nowMs }: Pick<LeaseRequest, 'table' | 'key' | 'nowMs'>,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${sql.ref(leasedRows[table].key)} = ${key} and not ${isFree(table, nowMs)}`.execute(db);
  return rows.length > 0;
}

/** Whether the row may be taken, in SQL. */
export function isFree(table: LeasedTable, nowMs: number): RawBuilder<SqlBool> {
  const { until, longestMs } = leasedRows[table];
  return isOverIn(until, nowMs, longestMs);
}

/** Whether it is the row of this lease and still this process's, in SQL. */
export function isHeld({ table, key, mark }: Lease): RawBuilder<SqlBool> {
  const row = leasedRows[table];
  return sql<SqlBool>`(${sql.ref(row.key)} = ${key} and ${sql.ref(row.holder ?? row.until)} = ${mark})`;
}
