import { createMarkTable, logTable, markTable, type MovingMark } from '#server/db/moving-mark.ts';
import { quoteText, type RowValues, type Side, type TableShape } from '../sides/side.ts';

/** Rows that were written, by table: the values of their keys, each once. */
export type Changes = ReadonlyMap<string, readonly RowValues[]>;

/**
 * Log of all writes to the source during a move, by any process: triggers note the key of every row. They are also the
 * door that a move closes for the moment of the switch, in every process at once. A killed move leaves no door closed:
 * its connection holds it.
 */
export interface ChangeLog {
  /** From when this has resolved, nothing is written that is not noted. */
  install(tables: readonly TableShape[], mark: MovingMark): Promise<void>;
  /** Changes noted since the last call: within a transaction, or with the door closed. */
  take(): Promise<Changes>;
  /** Resolves when all running writes have finished. From then on writing waits, or is refused. */
  closeDoor(signal: AbortSignal): Promise<void>;
  openDoor(): Promise<void>;
  /** With the door closed: marks the source as moved, and leaves the door closed for good. */
  leaveClosed(at: string): Promise<void>;
  /** Removes the mark, the triggers and their notes, and with them the door. */
  remove(): Promise<void>;
}

/** Message of the trigger that refuses a write. */
export const refusal = 'the site was moved to another database, or is at this moment';

/** The rows of the table of changes, as keys by table. */
export function toChanges(rows: readonly Record<string, unknown>[]): Changes {
  return new Map(
    Array.from(
      Map.groupBy(rows, (row) => String(row['of_table'])),
      ([table, noted]) => [table, [...new Set(noted.map((row) => String(row['key'])))].map(parseKey)],
    ),
  );
}

function parseKey(text: string): RowValues {
  return JSON.parse(text);
}

/** How much was noted since the last time. */
export async function countNoted(source: Side): Promise<number> {
  const [noted] = await source.ask(`select count(*) as notes from ${logTable}`);
  return Number(noted?.['notes']);
}

/** Statements that put a mark into a database without one. */
export function setMark({ state, place, at, token }: MovingMark): string {
  const values = [state, place, at, token].map(quoteText).join(', ');
  return `${createMarkTable}; insert into ${markTable} (id, state, place, at, token) values (1, ${values})`;
}

export function changeMark(state: MovingMark['state'], at: string): string {
  return `update ${markTable} set state = '${state}', at = ${quoteText(at)}`;
}
