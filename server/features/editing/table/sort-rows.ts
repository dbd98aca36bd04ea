import type { TableRow } from './read-table.ts';
import type { TablePlan } from './table-plan.ts';

/** Row that names an entry, or a variant of it, which no other row names. */
export interface NamedRow extends TableRow {
  /** Empty: the row is the entry's own. */
  variant: string;
}

/** The rows of an entry. */
export interface RowGroup {
  id: string;
  rows: NamedRow[];
  /** Line of a row of the same entry that is wrong already; 0: there is none. */
  wrongLine: number;
}

/** Sorts rows by their entries. Of two rows of the same name nobody knows which is meant. */
export function sortRows({ header, problems }: TablePlan, rows: readonly TableRow[]): RowGroup[] {
  const groups = new Map<string, RowGroup>();
  for (const { line, cells } of rows) {
    const id = header.idIn(cells);
    const variant = header.variantIn(cells);
    if (id === '') {
      problems.push({ line, id, variant, problem: { code: 'no-id' } });
      continue;
    }
    const group = groups.get(id) ?? { id, rows: [], wrongLine: 0 };
    groups.set(id, group);
    if (cells.slice(header.width).some((cell) => cell.trim() !== '')) {
      problems.push({ line, id, variant, problem: { code: 'too-many-cells' } });
      group.wrongLine ||= line;
    } else group.rows.push({ line, cells, variant });
  }
  return [...groups.values()].map((group) => withoutRepeated(group, problems));
}

function withoutRepeated({ id, rows, wrongLine }: RowGroup, problems: TablePlan['problems']): RowGroup {
  const single: NamedRow[] = [];
  let firstWrong = wrongLine;
  for (const same of Map.groupBy(rows, ({ variant }) => variant).values()) {
    const [first, second] = same;
    if (first === undefined || second === undefined) {
      single.push(...same);
      continue;
    }
    firstWrong ||= first.line;
    for (const { line, variant } of same) {
      const other = line === first.line ? second.line : first.line;
      problems.push({ line, id, variant, problem: { code: 'repeated', other } });
    }
  }
  return { id, rows: single, wrongLine: firstWrong };
}

/** The groups that have rows, in batches of about so many of these. */
export function* inBatchesOfRows(groups: readonly RowGroup[], size: number): Generator<RowGroup[]> {
  let batch: RowGroup[] = [];
  let count = 0;
  for (const group of groups) {
    if (group.rows.length === 0) continue;
    batch.push(group);
    count += group.rows.length;
    if (count < size) continue;
    yield batch;
    batch = [];
    count = 0;
  }
  if (batch.length > 0) yield batch;
}
