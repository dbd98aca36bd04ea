import { columnsOf, type EditField } from '#shared/editing/edit-forms.ts';
import { placeOf, readPickStep, type PickStep } from '#shared/editing/picks.ts';
import { separators } from '#shared/locale/editors/edit-field-texts.ts';
import type { FormContent, FormRow, FormValues } from '#shared/editing/form-values.ts';
import { ownValue } from '#shared/own-value.ts';
import { combineRows } from './combine-rows.ts';

/**
 * Adds, moves or removes a row; `done` is `NAME:add`, `NAME:up:1`, `NAME:down:1` or `NAME:remove:1`. `NAME:combine` adds
 * a row for each combination of the values that another field has, and `NAME:fill:COLUMN` copies a column, and those that
 * belong to it, from the first row to all. `NAME:split` puts the parts of a line on lines of their own. `put:CONTROL:VALUE`
 * is a value that was chosen on another page.
 */
export function changeRows(fields: readonly EditField[], content: FormContent, done: string): FormContent {
  const taken = readPickStep(done);
  if (taken !== null) return taken.step === 'put' ? putValue(fields, content, taken) : content;
  const [name = '', what = '', place = ''] = done.split(':');
  const field = fields.find((candidate) => candidate.name === name);
  const rows = ownValue(content.values, name);
  if (field?.type === 'lines' && typeof rows === 'string' && what === 'split')
    return withValues(content, { [name]: splitLines(rows) });
  if (field === undefined || rows === undefined || typeof rows === 'string') return content;
  if (what === 'combine') return withValues(content, { [name]: combineRows(field, rows, content.values) });
  if (what === 'fill') return withValues(content, { [name]: fillColumn(rows, place) });
  const changed = moveRow(rows, what, Number(place), emptyRow(columnsOf(field).map((column) => column.name)));
  const followed = fields.flatMap((other) => {
    const others = ownValue(content.values, other.name);
    return typeof others === 'object' ? [[other.name, others.map((row) => followRow(row, other, done))]] : [];
  });
  return withValues(content, { ...Object.fromEntries(followed), [name]: changed });
}

/** Puts what was chosen into its field. */
function putValue(fields: readonly EditField[], content: FormContent, { name, rest }: PickStep): FormContent {
  const place = placeOf(fields, name);
  if (place === null) return content;
  const { field, cell, index } = place;
  const value = ownValue(content.values, field.name);
  if (index === null)
    return typeof value === 'string' ? withValues(content, { [field.name]: rest }) : content;
  if (typeof value !== 'object') return content;
  const rows = value.map((row, at) => (at === index ? { ...row, [cell.name]: rest } : row));
  return withValues(content, { [field.name]: rows });
}

export function emptyRow(columns: readonly string[]): FormRow {
  return Object.fromEntries(columns.map((column) => [column, '']));
}

function withValues(content: FormContent, values: FormValues): FormContent {
  return { ...content, values: { ...content.values, ...values } };
}

function splitLines(text: string): string {
  const lines = text.split('\n').flatMap((line) => line.split(separators));
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function moveRow(rows: readonly FormRow[], what: string, index: number, empty: FormRow): readonly FormRow[] {
  if (what === 'add') return [...rows, empty];
  const row = rows[index];
  if (row === undefined) return rows;
  const others = rows.toSpliced(index, 1);
  if (what === 'remove') return others;
  const to = what === 'up' ? Math.max(0, index - 1) : what === 'down' ? index + 1 : index;
  return others.toSpliced(to, 0, row);
}

/** Texts that stand by the place of a name move with it. */
function followRow(row: FormRow, field: EditField, done: string): FormRow {
  const [name = '', what = '', place = ''] = done.split(':');
  const cells = columnsOf(field).filter(({ ofMap }) => ofMap?.namesIn === name);
  if (cells.length === 0 || what === 'add') return row;
  const texts = cells.map((cell) => ({ text: ownValue(row, cell.name) ?? '' }));
  const moved = moveRow(texts, what, Number(place), { text: '' });
  return { ...row, ...Object.fromEntries(cells.map((cell, at) => [cell.name, moved[at]?.['text'] ?? ''])) };
}

/** Columns that are copied together. */
const belonging: Readonly<Record<string, readonly string[]>> = {
  price: ['price', 'salePrice', 'salePriceFrom', 'salePriceUntil'],
  availability: ['availability', 'availableFrom'],
};

function fillColumn(rows: readonly FormRow[], column: string): FormRow[] {
  const [first = {}] = rows;
  const copied = ownValue(belonging, column) ?? [];
  const values = Object.fromEntries(copied.map((other) => [other, ownValue(first, other) ?? '']));
  return rows.map((row) => ({ ...row, ...values }));
}
