import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isoAt, maxSkewMs, never } from '#server/base/clock.ts';

/** `isOver` of a column, in SQL. */
export function isOverIn(column: string, nowMs: number, longestMs: number): RawBuilder<SqlBool> {
  const time = sql.ref(column);
  return sql<SqlBool>`(${time} <= ${isoAt(nowMs)}
    or ${time} > ${isoAt(nowMs + longestMs + maxSkewMs)} and ${time} < ${never})`;
}

/** Whether something has been so for a while since the time in a column, or says that it will be. */
export function isPastIn(column: string, nowMs: number, keptMs: number): RawBuilder<SqlBool> {
  const time = sql.ref(column);
  return sql<SqlBool>`(${time} < ${isoAt(nowMs - keptMs)} or ${time} > ${isoAt(nowMs + keptMs + maxSkewMs)})`;
}
