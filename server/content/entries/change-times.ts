import type { Kind } from '#shared/kinds/kind-names.ts';
import { sourceColumn, titleColumn } from '#server/db/tables/kind-columns.ts';
import type { Row } from '../kinds/content-kind.ts';

/** How a write dates the texts that it changes. */
export interface ChangeTimes {
  /** Moment of the write in ISO 8601 in UTC. */
  at: string;
  /** A form shows the stored time, so one that is not later was not typed. The time of a file counts as it is. */
  isFromForm?: boolean;
  /** The change of this entry is too small for a new time. */
  isMinor?(id: string): boolean;
}

/**
 * Gives a row the time of its last change: the one that it brings or, when title, summary or body differ from the stored
 * ones, the moment of the write. Otherwise the stored time stays. It goes back only when a file says so.
 */
export function withChangeTime(
  kind: Kind,
  { row, stored }: { row: Row; stored: Row | undefined },
  { at, isFromForm = false, isMinor }: ChangeTimes,
): Row {
  if (row['updated_at'] === undefined || stored === undefined) return row;
  const given = timeOf(row, 'updated_at');
  const before = timeOf(stored, 'updated_at');
  if (given !== null && !(isFromForm && before !== null && given <= before)) return row;
  const isMoved =
    isOut(stored, at) && isOut(row, at) && isReworded(kind, row, stored) && !isMinor?.(String(row['id']));
  return { ...row, updated_at: isMoved && (before === null || before < at) ? at : before };
}

/** Whether a text has come out. One that waits for its first time has no date yet, and pages have none at all. */
function isOut(row: Row, at: string): boolean {
  if (row['published_at'] === undefined) return true;
  const publishedAt = timeOf(row, 'published_at');
  return publishedAt !== null && publishedAt <= at;
}

function isReworded(kind: Kind, row: Row, stored: Row): boolean {
  const columns = [titleColumn(kind), 'summary', sourceColumn(kind)];
  return columns.some((column) => row[column] !== stored[column]);
}

function timeOf(row: Row, column: string): string | null {
  const time = row[column];
  return typeof time === 'string' ? time : null;
}
