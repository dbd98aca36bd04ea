import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { readCategoryRows } from '#server/content/category-tree.ts';
import type { Row } from '#server/content/kinds/content-kind.ts';
import type { Schema } from '#server/db/schema.ts';
import { readDraftedEntries } from '../many/drafted-entries.ts';
import { checkChanges } from './check-changes.ts';
import { comparerOf, variantsOf, type LabelsOf, type RowReader } from './compare-rows.ts';
import type { TableColumn } from './columns.ts';
import { readHeader, type HeaderProblem } from './read-header.ts';
import type { TableText } from './read-table.ts';
import { inBatchesOfRows, sortRows, type NamedRow, type RowGroup } from './sort-rows.ts';
import { idsByName, isOfCategories } from './table-categories.ts';
import type { ChangedRow, RowLeftOut, RowProblem, TablePlan } from './table-plan.ts';

/** Finds what a table would change. Nothing is written. */
export async function planTable(
  db: Kysely<Schema>,
  kind: Kind,
  table: TableText,
  labelsOf: LabelsOf,
): Promise<{ plan: TablePlan } | { headerProblems: HeaderProblem[] }> {
  const read = readHeader(kind, table.header);
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
  const labels = new Map(
    header.columns.map(({ column }) => [
      column.name,
      isOfCategories(column) ? idsByName(categories) : labelsOf(column),
    ]),
  );
  const reader: RowReader = {
    ...{ kind, header, isLossy: table.isLossy },
    labelsOf: ({ name }: TableColumn) => labels.get(name) ?? new Map(),
  };
  for (const some of inBatchesOfRows(sortRows(plan, table.rows), batchSize)) {
    await planSome(db, { reader, plan }, some);
    await nextTurn();
  }
  await checkChanges(db, { kind, plan, categories });
  for (const list of [plan.problems, plan.leftOut]) list.sort((a, b) => a.line - b.line);
  return { plan };
}

/** Rows that are compared in one turn of the event loop. */
const batchSize = 100;

interface Planning {
  reader: RowReader;
  plan: TablePlan;
}

async function planSome(db: Kysely<Schema>, planning: Planning, groups: readonly RowGroup[]): Promise<void> {
  const { kind, header } = planning.reader;
  const ids = groups.map(({ id }) => id);
  const entries = new Map((await readDraftedEntries(db, kind, ids)).map((entry) => [entry.id, entry]));
  const columns = [
    'id',
    ...header.columns.map(({ column }) => column.stored),
    ...(header.variants === null ? [] : [header.variants.stored]),
  ];
  const stored = await anyTable(db).selectFrom(kind).select(columns).where('id', 'in', ids).execute();
  const rowOf = new Map(stored.map((row) => [row['id'], row]));
  for (const group of groups) {
    const [entry, row] = [entries.get(group.id), rowOf.get(group.id)];
    if (entry !== undefined && row !== undefined) planEntry(planning, group, { entry, row });
    else
      for (const { line, variant } of group.rows)
        planning.plan.problems.push({ line, id: group.id, variant, problem: { code: 'unknown-id' } });
  }
}

interface Stored {
  entry: Awaited<ReturnType<typeof readDraftedEntries>>[number];
  row: Row;
}

function planEntry(
  { reader, plan }: Planning,
  { id, rows, ...group }: RowGroup,
  { entry, row }: Stored,
): void {
  const compare = comparerOf(reader, row);
  const changed: ChangedRow[] = [];
  let { wrongLine } = group;
  let isOutdated = false;
  const addProblems = ({ line, variant }: NamedRow, problems: RowProblem['problem'][]) => {
    wrongLine ||= line;
    for (const problem of problems) plan.problems.push({ line, id, variant, problem });
  };
  for (const named of rows) {
    const version = reader.header.versionIn(named.cells);
    const compared = Number.isNaN(version) ? noVersion : compare(named);
    if ('problems' in compared) addProblems(named, compared.problems);
    else if (compared.cells.length === 0) plan.unchanged += 1;
    else {
      changed.push(compared);
      isOutdated ||= version !== null && version !== entry.version;
    }
  }
  if (changed.length === 0) return;
  const { title, version, by } = entry;
  const leaveOut = (reason: RowLeftOut['reason'], { by = '', other = 0 } = {}) => {
    for (const { line, variant } of changed)
      plan.leftOut.push({ line, id, variant, title, reason, by, other });
  };
  if (by !== null) leaveOut('draft', { by });
  else if (isOutdated) leaveOut('changed');
  else if (wrongLine > 0) leaveOut('beside', { other: wrongLine });
  else plan.changes.push({ id, version, title, rows: changed, fields: fieldsOf(reader, changed, row) });
}

const noVersion = { problems: [{ code: 'no-version' as const }] };

/** New values of the keys of the entry. What a variant does not say any more is its entry's. */
function fieldsOf(
  { header: { variants } }: RowReader,
  rows: readonly ChangedRow[],
  row: Row,
): Record<string, unknown> {
  const cellsOf = new Map(
    rows.map(({ variant, cells }) => [
      variant,
      cells.map(({ column, after }) => [column.name, after] as const),
    ]),
  );
  const own = Object.fromEntries(cellsOf.get('') ?? []);
  if (variants === null || rows.every(({ variant }) => variant === '')) return own;
  const list = variantsOf(variants, row).map((variant) => {
    const changed = Object.entries({
      ...variant,
      ...Object.fromEntries(cellsOf.get(String(variant[variants.idKey])) ?? []),
    });
    return Object.fromEntries(changed.filter(([, value]) => value !== null));
  });
  return { ...own, [variants.key]: list };
}
