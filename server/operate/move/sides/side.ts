import type { Engine } from '#server/db/migration.ts';

/** Value of a column. Booleans are numbers, times are texts. */
export type Value = string | number | null | Uint8Array;

/** In the order of the table's columns. */
export type RowValues = readonly Value[];

/** Shape of a table for a move: its columns without generated ones. */
export interface TableShape {
  name: string;
  columns: readonly string[];
  /** The columns of its primary key. */
  key: readonly string[];
}

/** A connection to one of the two databases of a move. The code that opens it closes it. */
export interface Side {
  engine: Engine;
  /** Runs statements without parameters. */
  run(statements: string): Promise<void>;
  ask(query: string): Promise<Record<string, unknown>[]>;
  /** Begins a transaction that sees one state of the database; `write`: and may write. */
  begin(kind: 'snapshot' | 'write'): Promise<void>;
  /** Every table that is not the engine's own. */
  listTables(): Promise<TableShape[]>;
  /** All rows in batches, within a transaction. */
  read(table: TableShape): AsyncIterable<readonly RowValues[]>;
  readKeys(table: TableShape, keys: readonly RowValues[]): Promise<RowValues[]>;
  removeKeys(table: TableShape, keys: readonly RowValues[]): Promise<void>;
  write(table: TableShape, batches: AsyncIterable<readonly RowValues[]>): Promise<void>;
  /** Fails a pending call to another machine. */
  breakOff(): void;
  close(): Promise<void>;
}

/** Does the work in a transaction; a failure rolls it back. */
export async function inTransaction<T>(
  side: Side,
  kind: 'snapshot' | 'write',
  work: () => Promise<T>,
): Promise<T> {
  await side.begin(kind);
  try {
    const result = await work();
    await side.run('commit');
    return result;
  } catch (error) {
    // A connection that is lost has rolled back.
    await side.run('rollback').catch(() => {});
    throw error;
  }
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteAll(names: readonly string[]): string {
  return names.map(quote).join(', ');
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
