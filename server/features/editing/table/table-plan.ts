import type { MistakeReason } from '#shared/offers/mistakes.ts';
import type { FieldChange } from '../many/change-many.ts';
import type { CellValue } from './cells.ts';
import type { TableColumn } from './columns.ts';
import type { TableHeader } from './read-header.ts';

/** Everything that a table would change. */
export interface TablePlan {
  header: TableHeader;
  rowCount: number;
  /** Rows that say what is stored. */
  unchanged: number;
  changes: PlannedChange[];
  problems: RowProblem[];
  leftOut: RowLeftOut[];
}

/** Entry that rows of a table change: its own row, and those of its variants. */
export interface PlannedChange extends FieldChange {
  title: string;
  rows: readonly ChangedRow[];
}

export interface ChangedRow {
  line: number;
  /** Id of the variant; empty: the row is the entry's own. */
  variant: string;
  /** Values that tell the variant from others. */
  variantName: string;
  cells: readonly ChangedCell[];
  /** Values of all columns of the header in their order, changed or not. */
  values: readonly CellValue[];
}

/** A row that changes, with its entry. */
export interface ChangedRowOfEntry extends ChangedRow, Pick<PlannedChange, 'id' | 'title'> {}

/** The rows that change, in the order of the file. */
export function changedRows({ changes }: Pick<TablePlan, 'changes'>): ChangedRowOfEntry[] {
  return changes
    .flatMap(({ id, title, rows }) => rows.map((row) => ({ id, title, ...row })))
    .sort((a, b) => a.line - b.line);
}

export interface ChangedCell {
  column: TableColumn;
  before: CellValue;
  after: CellValue;
}

/** Mistake in a row. */
export interface RowProblem {
  line: number;
  id: string;
  /** Id of the variant that it is about; empty: the entry itself. */
  variant: string;
  problem:
    /** `name` is the key of the front matter. */
    | { code: 'unreadable' | 'wrong' | 'not-of-variant'; name: string; typed: string }
    /** The value does not go with other ones. */
    | { code: 'mistake'; name: string; value: unknown; reason: MistakeReason }
    /** The value is that of another variant; of the entry itself where `other` is empty. */
    | { code: 'same'; name: string; other: string }
    | { code: 'unknown-category'; typed: string }
    | { code: 'repeated'; other: number }
    | { code: 'unknown-id' | 'unknown-variant' | 'no-id' | 'too-many-cells' | 'no-version' };
}

/** Row that is left out though nothing about it is wrong. */
export interface RowLeftOut {
  line: number;
  id: string;
  variant: string;
  title: string;
  /** `beside`: another row of its entry is wrong, and an entry is changed by all its rows or by none. */
  reason: 'changed' | 'draft' | 'beside';
  /** Name of the editor whose draft it is. */
  by: string;
  /** Line of that other row; 0 for the other reasons. */
  other: number;
}
