import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { anyRows } from '#server/content/entries/any-table.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { CategoryRows } from '#server/content/category-tree.ts';
import type { Row } from '#server/content/kinds/content-kind.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import type { FieldIssue } from '#server/content/kinds/find-issues.ts';
import type { Schema } from '#server/db/schema.ts';
import { beginningOf, showCell } from './cells.ts';
import { variantsOf } from './compare-rows.ts';
import { tableVariants } from './columns.ts';
import { findCategories, isOfCategories } from './table-categories.ts';
import type { ChangedRow, PlannedChange, RowProblem, TablePlan } from './table-plan.ts';

interface Checked {
  kind: Kind;
  plan: TablePlan;
  categories: CategoryRows;
}

/** Takes out of a plan the changes whose values an entry may not have, by themselves or beside its other ones. */
export async function checkChanges(db: Kysely<Schema>, { kind, plan, categories }: Checked): Promise<void> {
  const known = await findCategories(
    db,
    categories,
    plan.changes.flatMap((change) => categoriesOf(change).map(({ text }) => text)),
  );
  const ofKnown = plan.changes.filter((change) => isRight(plan, change, unknownCategories(change, known)));
  const variants = tableVariants(kind);
  const right: PlannedChange[] = [];
  for (const some of inBatches(ofKnown, checkedInTurn)) {
    const ids = some.map(({ id }) => id);
    const rows = await anyRows(db, kind).where('id', 'in', ids).execute();
    const rowOf = new Map(rows.map((row) => [row['id'], row]));
    for (const change of some) {
      const row = rowOf.get(change.id);
      const problems = row === undefined ? [] : problemsBeside(kind, row, change);
      if (isRight(plan, change, problems)) right.push(change);
      // A hundred variants take some milliseconds.
      if (variants !== null && row?.[variants.stored] !== '[]') await nextTurn();
    }
    await nextTurn();
  }
  plan.changes = right;
}

/** Entries whose new values are checked in one turn: 0.2 ms each. */
const checkedInTurn = 25;

type Found = Omit<RowProblem, 'id'>;

/** Writes the problems of a change down. Its other rows are left out with those that are wrong. */
function isRight(plan: TablePlan, { id, title, rows }: PlannedChange, problems: readonly Found[]): boolean {
  const [first] = problems;
  if (first === undefined) return true;
  plan.problems.push(...problems.map((problem) => ({ id, ...problem })));
  const wrong = new Set(problems.map(({ line }) => line));
  for (const { line, variant } of rows)
    if (!wrong.has(line))
      plan.leftOut.push({ line, id, variant, title, reason: 'beside', by: '', other: first.line });
  return false;
}

function categoriesOf({ rows }: PlannedChange): { text: string; row: ChangedRow }[] {
  return rows.flatMap((row) =>
    row.cells.flatMap(({ column, after }) =>
      isOfCategories(column) && typeof after === 'string' ? [{ text: after, row }] : [],
    ),
  );
}

/** A category is made in its own place: a text that no product has is more likely a slip of the keyboard. */
function unknownCategories(change: PlannedChange, known: ReadonlySet<string>): Found[] {
  return categoriesOf(change).flatMap(({ text, row: { line, variant } }): Found[] =>
    known.has(text)
      ? []
      : [{ line, variant, problem: { code: 'unknown-category', typed: beginningOf(text) } }],
  );
}

function problemsBeside(kind: Kind, row: Row, change: PlannedChange): Found[] {
  const result = contentKinds[kind].rewrite(row, change.fields);
  return 'issues' in result ? result.issues.map((issue) => toProblem(kind, { row, change, issue })) : [];
}

interface Issue {
  row: Row;
  change: PlannedChange;
  issue: FieldIssue;
}

/** A problem at the row and cell that it comes from; at the first row where it is about a variant that has none. */
function toProblem(kind: Kind, { row, change, issue: { path, reason } }: Issue): Found {
  const variants = tableVariants(kind);
  const { key: keyOfVariants, idKey = '' } = variants ?? {};
  const list = variants === null ? [] : variantsOf(variants, row);
  const idAt = (place: unknown) => String(list[Number(place)]?.[idKey] ?? '');
  const [key = '', index, column] = path;
  const isOfVariant = key === keyOfVariants && typeof index === 'number' && column !== undefined;
  const variant = isOfVariant ? idAt(index) : '';
  const name = String(isOfVariant ? column : key);
  const own = change.rows.find((changed) => changed.variant === variant);
  const at = { line: (own ?? change.rows[0])?.line ?? 0, variant };
  if (reason?.code === 'same') {
    const [where, place] = reason.as;
    return { ...at, problem: { code: 'same', name, other: where === keyOfVariants ? idAt(place) : '' } };
  }
  const cell = own?.cells.find((changed) => changed.column.name === name);
  if (reason !== undefined) {
    const stored = isOfVariant ? list[index]?.[name] : contentKinds[kind].toFields(row, [])[name];
    const value = cell === undefined ? stored : cell.after;
    return { ...at, problem: { code: 'mistake', name, value, reason } };
  }
  const typed = cell === undefined ? '' : beginningOf(showCell(cell.column.field, cell.after));
  return { ...at, problem: { code: 'wrong', name, typed } };
}
