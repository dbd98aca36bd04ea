import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { composed } from '#shared/composed.ts';
import { readPrice } from '#shared/locale/prices.ts';
import { zoneOffset } from '#shared/locale/dates.ts';
import { columnsOf, editForms, type EditField, type EditFieldType } from '#shared/editing/edit-forms.ts';
import { separators } from '#shared/locale/editors/edit-field-texts.ts';
import type { FormContent, FormRow, FormValues } from '#shared/editing/form-values.ts';
import { joinTime } from '#shared/editing/typed-time.ts';
import type { EntryDocument } from '#server/content/entries/entry-document.ts';
import { nestedFields } from './grouped-fields.ts';
import { meantPairs } from './pair-rows.ts';

/** A form that was sent: the values of each name in their order. */
type SentForm = ReadonlyMap<string, readonly string[]>;

/** Reads the fields of a form, to be shown again or made a document. */
export function readForm(fields: readonly EditField[], form: SentForm): FormContent {
  const textOf = (name: string) => form.get(`f.${name}`)?.[0] ?? '';
  const values = fields.flatMap((field): [string, string | FormRow[]][] => {
    if (field.type === 'rows' || field.type === 'pairs') return [[field.name, readRows(field, form)]];
    if (field.type === 'time')
      return [
        [
          field.name,
          joinTime({ day: textOf(field.name).trim(), clock: textOf(`${field.name}.time`).trim() }),
        ],
        [`${field.name}.was`, textOf(`${field.name}.was`)],
      ];
    return [[field.name, textOf(field.name)]];
  });
  return { values: Object.fromEntries(values), body: form.get('body')?.[0] ?? '' };
}

/** Returns every row of the form, in the order of their numbers: too many are a problem, and none is lost. */
function readRows(field: EditField, form: SentForm): FormRow[] {
  const columns = columnsOf(field).map(({ name }) => name);
  const beginning = `f.${field.name}.`;
  const rows = new Map<number, Record<string, string>>();
  for (const [name, [text = '']] of form) {
    if (!name.startsWith(beginning)) continue;
    const [, number, column = ''] = /^(0|[1-9]\d{0,3})(?:\.(.+))?$/.exec(name.slice(beginning.length)) ?? [];
    if (number === undefined || !columns.includes(column)) continue;
    const row = rows.get(Number(number)) ?? emptyRow(columns);
    rows.set(Number(number), { ...row, [column]: text });
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

function emptyRow(columns: readonly string[]): FormRow {
  return Object.fromEntries(columns.map((column) => [column, '']));
}

/**
 * Rows with nothing in them are no part of a document: the others are counted without them. Names of one group stand
 * together there, where the first of them stood.
 */
export function withoutEmptyRows(fields: readonly EditField[], { values, body }: FormContent): FormContent {
  const filled = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'string') return [name, value] as const;
    const rows = value.filter((row) => Object.values(row).some((text) => text.trim() !== ''));
    const hasGroups = fields.some((field) => field.name === name && field.type === 'pairs');
    return [name, hasGroups ? groupedRows(rows) : rows] as const;
  });
  return { values: Object.fromEntries(filled), body };
}

function groupedRows(rows: readonly FormRow[]): readonly FormRow[] {
  const groups = Map.groupBy(rows, (row) => row['group']?.trim() || row);
  return [...groups.values()].flat();
}

/**
 * Makes the document that a form means. Keys stand in the order of an export. A value that may not be published stays
 * as it was typed: a draft keeps it, and publishing reports the problem.
 */
export function formToDocument(
  kind: Kind,
  { values, body }: FormContent,
  /** State of the entry, if it has one; a form does not hold it. */
  status: unknown,
): EntryDocument {
  const fields = editForms[kind].flatMap((field): [string, unknown][] => {
    const value = meantValue(field, values);
    return value === null ? [] : [[field.name, value]];
  });
  return {
    fields: {
      ...nestedFields(fields),
      ...(kinds[kind].shown !== 'always' && { status: status ?? 'draft' }),
    },
    // Same as an import: blank lines before the text go, white space after it, too.
    body: body.replace(/^(?:[ \t]*\n)*/, '').trimEnd(),
  };
}

/** Null for a value that a document leaves out. */
export function meantValue(field: EditField, values: FormValues): unknown {
  const value = values[field.name] ?? '';
  if (typeof value !== 'string') return meantRows(field, value);
  const text = meantText(field, value);
  if (text === '') return null;
  switch (field.type) {
    case 'price':
      return readPrice(text) ?? text;
    case 'check':
      return true;
    case 'time':
      return meantTime(text, String(values[`${field.name}.was`] ?? ''));
    case 'lines':
      return linesOf(text);
    default:
      return text;
  }
}

/** Composes values that stand in addresses; all others stay as typed. */
function meantText({ type, isComposed }: EditField, text: string): string {
  const isPath = type === 'address' && text.trim().startsWith('/');
  const isName = isComposed || isPath || namingTypes.has(type);
  return (isName ? composed(text) : text).trim();
}

const namingTypes: ReadonlySet<EditFieldType> = new Set(['reference', 'featured', 'media']);

/** Seconds, which no field shows, stay when the minute has not been changed. */
function meantTime(text: string, was: string): string {
  if (was.startsWith(text) && /^(?::[\d.]+)?\+08:00$/.test(was.slice(text.length))) return was;
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?$/.exec(text);
  return match ? `${match[1]}${match[2] ?? ':00'}${zoneOffset}` : text;
}

function meantRows(field: EditField, rows: readonly FormRow[]): unknown {
  const filled = rows
    .map((row) => columnsOf(field).map((cell) => [cell.name, meantText(cell, row[cell.name] ?? '')] as const))
    .filter((cells) => cells.some(([, text]) => text !== ''));
  if (filled.length === 0) return null;
  if (field.type === 'pairs')
    return meantPairs(
      filled.map((cells) => {
        const { group = '', name = '', value = '' }: FormRow = Object.fromEntries(cells);
        const [first = '', ...others] = linesOf(value);
        return { group, name, value: others.length === 0 ? first : [first, ...others] };
      }),
    );
  return filled.map((cells) => {
    const [first] = cells;
    if (first?.[0] === '') return first[1];
    return Object.fromEntries(cells.filter(([, text]) => text !== ''));
  });
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Adds, moves or removes a row; `done` is `NAME:add`, `NAME:up:1`, `NAME:down:1` or `NAME:remove:1`. `NAME:split` puts
 * the parts of a line on lines of their own.
 */
export function changeRows(fields: readonly EditField[], content: FormContent, done: string): FormContent {
  const [name = '', what = '', place = ''] = done.split(':');
  const field = fields.find((candidate) => candidate.name === name);
  const rows = content.values[name];
  if (field?.type === 'lines' && typeof rows === 'string' && what === 'split') {
    const lines = rows.split('\n').flatMap((line) => line.split(separators));
    const text = lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n');
    return { ...content, values: { ...content.values, [name]: text } };
  }
  if (field === undefined || rows === undefined || typeof rows === 'string') return content;
  const index = Number(place);
  const changed = moveRow(rows, what, index, emptyRow(columnsOf(field).map(({ name: column }) => column)));
  return { ...content, values: { ...content.values, [name]: changed } };
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
