import type { EntryNote } from '#client/edit/pages/table/written-page.tsx';
import type { RowDifference, RowNote } from '#client/edit/pages/table/differences-page.tsx';
import { optionText } from '#client/edit/form/field-control.tsx';
import type { Field } from '#shared/kinds/fields.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { formatPrice } from '#shared/locale/prices.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { tableTexts as texts } from '#shared/locale/editors/table-texts.ts';
import { listSeparator } from '#shared/locale/punctuation.ts';
import { ownValue } from '#shared/own-value.ts';
import { firstSentence } from '../entries/problem-texts.ts';
import type { LeftOut } from '#server/features/editing/many/change-many.ts';
import { showCell } from '#server/features/editing/table/cells.ts';
import { columnNames, tableColumns } from '#server/features/editing/table/columns.ts';
import {
  changedRows,
  type RowLeftOut,
  type RowProblem,
  type TablePlan,
} from '#server/features/editing/table/table-plan.ts';
import type { HeaderProblem } from '#server/features/editing/table/read-header.ts';
import type { Unreadable } from '#server/features/editing/table/read-table.ts';

// The words of the page, for editors. Those of the command are in server/features/editing/table/describe-table.ts.

export function describeUnreadable(unreadable: Unreadable): string {
  const { empty, workbook, encoding, broken, tooManyRows, tooLarge } = texts.unreadable;
  switch (unreadable.code) {
    case 'empty':
      return empty;
    case 'workbook':
      return workbook;
    case 'encoding':
      return encoding;
    case 'broken':
      return broken(unreadable.line);
    case 'too-many-rows':
      return tooManyRows(unreadable.max);
    case 'too-large':
      return tooLarge(unreadable.max / 1024 / 1024);
  }
}

export function describeHeader(kind: Kind, problem: HeaderProblem): string {
  if (problem.code === 'twice') return texts.header.twice(problem.name);
  return texts.header[problem.code](columnNames(kind));
}

/** The columns of a table with what their cells may hold. */
export function columnsInWords(kind: Kind): { name: string; label: string; rule: string }[] {
  return tableColumns(kind).map(({ name, field }) => ({ name, label: field.label, rule: ruleOf(field) }));
}

function ruleOf({ type, max, options = [] }: Field): string {
  switch (type) {
    case 'price':
      return texts.problem.price;
    case 'time':
      return texts.problem.time;
    case 'choice':
      return texts.problem.choice(options.map((option) => [option, optionText(option)]));
    default:
      return editTexts.rules.line(max);
  }
}

/** Sentences about the mistakes of a table, with the titles of their entries where these are read anyway. */
export function problemNotes(kind: Kind, { problems }: TablePlan): RowNote[] {
  return problems.map(({ problem, ...row }) => ({ ...row, title: '', text: describeProblem(kind, problem) }));
}

function describeProblem(kind: Kind, problem: RowProblem['problem']): string {
  const field = 'name' in problem ? ownValue(kinds[kind].fields, problem.name) : undefined;
  const label = 'name' in problem ? (field?.label ?? problem.name) : '';
  switch (problem.code) {
    case 'unreadable':
    case 'wrong':
      return texts.problem.value(label, problem.typed, field === undefined ? '' : ruleOf(field));
    case 'mistake':
      return editTexts.problem.mistake(label, problem.reason);
    case 'same':
      return texts.problem.same(label, problem.other);
    case 'not-of-variant':
      return texts.problem[problem.code](label);
    case 'unknown-category':
      return texts.problem.category(problem.typed);
    case 'repeated':
      return texts.problem.repeated(problem.other);
    default:
      return texts.problem[problem.code];
  }
}

export function leftOutNotes({ leftOut }: TablePlan): RowNote[] {
  return leftOut.map((row) => ({ ...row, text: whyLeftOut(row) }));
}

function whyLeftOut({ reason, by, other }: RowLeftOut): string {
  switch (reason) {
    case 'draft':
      return texts.leftOut.draft(by);
    case 'beside':
      return texts.leftOut.beside(other);
    case 'changed':
      return texts.leftOut.changed;
  }
}

/** Sentences about entries that stayed as they were. */
export function entryNotes(
  kind: Kind,
  leftOut: readonly LeftOut[],
  titles: ReadonlyMap<string, string>,
  changed: string = texts.leftOut.changed,
): EntryNote[] {
  return leftOut.map((row) => ({
    id: row.id,
    title: titles.get(row.id) ?? '',
    text: row.reason === 'changed' ? changed : whyEntryLeftOut(kind, row),
  }));
}

function whyEntryLeftOut(kind: Kind, { reason, by, issues: [issue], problems = [] }: LeftOut): string {
  if (reason === 'draft') return texts.leftOut.draft(by);
  if (reason === 'refused') return firstSentence(kind, problems) ?? texts.leftOut.wrong;
  if (reason !== 'wrong' || issue?.reason === undefined) return texts.leftOut[reason];
  const name = String(issue.path[0]);
  return editTexts.problem.mistake(ownValue(kinds[kind].fields, name)?.label ?? name, issue.reason);
}

export function differencesOf(plan: TablePlan): RowDifference[] {
  return changedRows(plan).map(({ line, id, variantName, title, cells }) => ({
    ...{ line, id, title, variant: variantName },
    cells: cells.map(({ column: { name, field }, before, after }) => ({
      ...{ name, label: field.label },
      before: inWords(field, before),
      after: inWords(field, after),
    })),
  }));
}

/** A value as the site shows it. */
export function inWords(field: Field, value: unknown): string {
  if (field.type === 'price' && typeof value === 'number') return formatPrice(value);
  if (Array.isArray(value)) return value.join(listSeparator);
  const shown = showCell(field, value);
  return field.type === 'choice' ? optionText(shown) : shown;
}
