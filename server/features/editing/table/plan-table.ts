import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { anyRows, anyTable } from '#server/content/entries/any-table.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { readCategoryRows } from '#server/content/category-tree.ts';
import type { Row } from '#server/content/kinds/content-kind.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { fromStored } from '#server/content/kinds/stored-fields.ts';
import type { Schema } from '#server/db/schema.ts';
import type { FieldChange } from '../many/change-many.ts';
import { findCategories, idsByName, isOfCategories } from './table-categories.ts';
import { readCell, showCell, type CellValue } from './cells.ts';
import { tableColumns, type TableColumn } from './columns.ts';
import { readHeader, type HeaderProblem, type TableHeader } from './read-header.ts';
import type { TableRow, TableText } from './read-table.ts';

/** Row of a table that differs from the stored entry. */
export interface PlannedChange extends FieldChange {
  line: number;
  title: string;
  cells: readonly ChangedCell[];
  /** Values of all columns of the header in their order, changed or not. */
  values: readonly CellValue[];
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
  problem:
    /** `name` is the key of the front matter. */
    | { code: 'unreadable' | 'wrong'; name: string; typed: string }
    | { code: 'unknown-category'; typed: string }
    | { code: 'repeated'; other: number }
    | { code: 'unknown-id' | 'no-id' | 'too-many-cells' | 'no-version' };
}

/** Row that is left out though nothing about it is wrong. */
export interface RowLeftOut {
  line: number;
  id: string;
  title: string;
  reason: 'changed' | 'draft';
  /** Name of the editor whose draft it is. */
  by: string;
}

export interface TablePlan {
  header: TableHeader;
  rowCount: number;
  unchanged: number;
  changes: PlannedChange[];
  problems: RowProblem[];
  leftOut: RowLeftOut[];
}

/** Names of the values of a column, as people type them. */
export type LabelsOf = (column: TableColumn) => ReadonlyMap<string, string>;

/** Finds what a table would change. Nothing is written. */
export async function planTable(
  db: Kysely<Schema>,
  kind: Kind,
  table: TableText,
  labelsOf: LabelsOf,
): Promise<{ plan: TablePlan } | { headerProblems: HeaderProblem[] }> {
  const read = readHeader(tableColumns(kind), table.header);
  if ('problems' in read) return { headerProblems: read.problems };
  const { header } = read;
  const plan: TablePlan = {
    header,
    rowCount: table.rows.length,
    unchanged: 0,
    changes: [],
    problems: [],
    leftOut: [],
  };
  const categories = await readCategoryRows(db);
  const labels: LabelsOf = (column) => (isOfCategories(column) ? idsByName(categories) : labelsOf(column));
  const planning: Planning = { db, kind, labelsOf: labels, isLossy: table.isLossy, plan };
  for (const some of inBatches(sortRows(plan, table.rows), batchSize)) {
    await planSome(planning, some);
    await nextTurn();
  }
  const known = await findCategories(db, categories, plan.changes.flatMap(categoriesOf));
  plan.changes = plan.changes.filter((change) => hasCategory(plan, change, known));
  plan.changes = await checkChanges(planning);
  plan.problems.sort((a, b) => a.line - b.line);
  return { plan };
}

/** Rows that are compared in one turn of the event loop. */
const batchSize = 100;
/** Entries whose new values are checked in one turn: 0.2 ms each. */
const checkedInTurn = 25;

interface Planning {
  db: Kysely<Schema>;
  kind: Kind;
  labelsOf: LabelsOf;
  isLossy: boolean;
  plan: TablePlan;
}

interface NamedRow extends TableRow {
  id: string;
}

/** Rows that name an entry which no other row names: of two, nobody knows which is meant. */
function sortRows({ header, problems }: TablePlan, rows: readonly TableRow[]): NamedRow[] {
  const named: NamedRow[] = [];
  for (const { line, cells } of rows) {
    const id = header.idIn(cells);
    const isLong = cells.slice(header.width).some((cell) => cell.trim() !== '');
    const code = id === '' ? 'no-id' : isLong ? 'too-many-cells' : null;
    if (code === null) named.push({ line, cells, id });
    else problems.push({ line, id, problem: { code } });
  }
  return [...Map.groupBy(named, ({ id }) => id).values()].flatMap((same) => {
    const [first, second] = same;
    if (first === undefined || second === undefined) return same;
    for (const { line, id } of same) {
      const other = line === first.line ? second.line : first.line;
      problems.push({ line, id, problem: { code: 'repeated', other } });
    }
    return [];
  });
}

async function planSome({ db, kind, plan, ...reading }: Planning, rows: readonly NamedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const entries = new Map((await readEntries(db, kind, ids)).map((entry) => [entry.id, entry]));
  const columns = ['id', ...plan.header.columns.map(({ column }) => column.stored)];
  const stored = await anyTable(db).selectFrom(kind).select(columns).where('id', 'in', ids).execute();
  const rowOf = new Map(stored.map((row) => [row['id'], row]));
  for (const { line, id, cells } of rows) {
    const [entry, row] = [entries.get(id), rowOf.get(id)];
    const version = plan.header.versionIn(cells);
    const mistake = (problem: RowProblem['problem']) => plan.problems.push({ line, id, problem });
    if (entry === undefined || row === undefined) {
      mistake({ code: 'unknown-id' });
      continue;
    }
    if (Number.isNaN(version)) {
      mistake({ code: 'no-version' });
      continue;
    }
    const { changed, values, unreadable } = compareCells({ ...reading, plan }, cells, row);
    const { title, by } = entry;
    const leaveOut = (reason: RowLeftOut['reason']) =>
      plan.leftOut.push({ line, id, title, reason, by: by ?? '' });
    if (unreadable.length > 0) unreadable.forEach(mistake);
    else if (changed.length === 0) plan.unchanged += 1;
    else if (by !== null) leaveOut('draft');
    else if (version !== null && version !== entry.version) leaveOut('changed');
    else {
      const fields = Object.fromEntries(changed.map(({ column, after }) => [column.name, after]));
      plan.changes.push({ line, id, title, version: entry.version, cells: changed, values, fields });
    }
  }
}

/** Entries outside the trash, with the name of the editor who has a draft; null: nobody has. */
function readEntries(db: Kysely<Schema>, kind: Kind, ids: readonly string[]) {
  return db
    .selectFrom('entries')
    .leftJoin('drafts', 'drafts.entry_key', 'entries.key')
    .select(['entries.id', 'entries.title', 'entries.version', 'drafts.account_name as by'])
    .where('entries.kind', '=', kind)
    .where('entries.deleted_at', 'is', null)
    .where('entries.id', 'in', ids)
    .execute();
}

/** Cells that say something else than the row. A cell that is missing at the end of a row says nothing. */
function compareCells(
  { plan, labelsOf, isLossy }: Pick<Planning, 'plan' | 'labelsOf' | 'isLossy'>,
  cells: readonly string[],
  row: Row,
): { changed: ChangedCell[]; values: CellValue[]; unreadable: RowProblem['problem'][] } {
  const changed: ChangedCell[] = [];
  const unreadable: RowProblem['problem'][] = [];
  const values = plan.header.columns.map(({ column, at }): CellValue => {
    const before = toCellValue(fromStored(column.field, row[column.stored]));
    const cell = cells[at];
    if (cell === undefined) return before;
    const read = readCell(column.field, cell, { before, labels: labelsOf(column), isLossy });
    if (read === undefined) unreadable.push({ code: 'unreadable', name: column.name, typed: cell.trim() });
    else if (read.value !== before) changed.push({ column, before, after: read.value });
    return read?.value ?? null;
  });
  return { changed, values, unreadable };
}

function toCellValue(value: unknown): CellValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function categoriesOf({ cells }: PlannedChange): string[] {
  return cells.flatMap(({ column, after }) =>
    isOfCategories(column) && typeof after === 'string' ? [after] : [],
  );
}

/** A category is made in its own place: a text that no product has is more likely a slip of the keyboard. */
function hasCategory({ problems }: TablePlan, change: PlannedChange, known: ReadonlySet<string>): boolean {
  const { line, id } = change;
  const unknown = categoriesOf(change).filter((category) => !known.has(category));
  for (const typed of unknown) problems.push({ line, id, problem: { code: 'unknown-category', typed } });
  return unknown.length === 0;
}

/** Returns the changes whose values an entry may have beside its other ones. */
async function checkChanges({ db, kind, plan }: Planning): Promise<PlannedChange[]> {
  const right: PlannedChange[] = [];
  for (const some of inBatches(plan.changes, checkedInTurn)) {
    const ids = some.map(({ id }) => id);
    const rows = await anyRows(db, kind).where('id', 'in', ids).execute();
    const rowOf = new Map(rows.map((row) => [row['id'], row]));
    for (const change of some) {
      const row = rowOf.get(change.id);
      const result = row && contentKinds[kind].rewrite(row, change.fields);
      const issues = result !== undefined && 'issues' in result ? result.issues : [];
      for (const {
        path: [key = ''],
      } of issues) {
        const name = String(key);
        const cell = change.cells.find(({ column }) => column.name === name);
        const typed = cell === undefined ? '' : showCell(cell.column.field, cell.after);
        plan.problems.push({ line: change.line, id: change.id, problem: { code: 'wrong', name, typed } });
      }
      if (issues.length === 0) right.push(change);
    }
    await nextTurn();
  }
  return right;
}
