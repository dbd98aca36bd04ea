import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { composed } from '#shared/composed.ts';
import { readPrice, readWholeNumber } from '#shared/locale/prices.ts';
import { zoneOffset } from '#shared/locale/dates.ts';
import { columnsOf, editForms, type EditField, type EditFieldType } from '#shared/editing/edit-forms.ts';
import type { FormContent, FormRow, FormValues } from '#shared/editing/form-values.ts';
import { joinTime } from '#shared/editing/typed-time.ts';
import type { EntryDocument } from '#server/content/entries/entry-document.ts';
import { emptyRow } from './change-rows.ts';
import { namesOf } from './document-to-form.ts';
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
    const name = field.isOpen ? textOf(`${field.name}.new`).trim() : '';
    return [[field.name, name || textOf(field.name)]];
  });
  return { values: Object.fromEntries(values), body: form.get('body')?.[0] ?? '' };
}

/** Returns every row of the form, in the order of their numbers: too many are a problem, and none is lost. */
function readRows(field: EditField, form: SentForm): FormRow[] {
  const columns = columnsOf(field).flatMap(({ name, type }) =>
    type === 'time' ? [name, clockField(name)] : name,
  );
  const beginning = `f.${field.name}.`;
  const rows = new Map<number, Record<string, string>>();
  for (const [name, [text = '']] of form) {
    if (!name.startsWith(beginning)) continue;
    const [, number, column = ''] = /^(0|[1-9]\d{0,3})(?:\.(.+))?$/.exec(name.slice(beginning.length)) ?? [];
    if (number === undefined || !columns.includes(column)) continue;
    const row = rows.get(Number(number)) ?? emptyRow(columns);
    rows.set(Number(number), { ...row, [column]: text });
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => withTimes(row, field));
}

/** A time has its day and its hour in a field each. */
function withTimes(row: FormRow, field: EditField): FormRow {
  const times = columnsOf(field).filter(({ type }) => type === 'time');
  if (times.length === 0) return row;
  const clocks = new Set(times.map(({ name }) => clockField(name)));
  const joined = times.map(({ name }) => {
    const [day = '', clock = ''] = [row[name]?.trim(), row[clockField(name)]?.trim()];
    return [name, joinTime({ day, clock })];
  });
  const others = Object.entries(row).filter(([name]) => !clocks.has(name));
  return { ...Object.fromEntries(others), ...Object.fromEntries(joined) };
}

const clockField = (name: string) => `${name}.time`;

/**
 * Rows with nothing in them are no part of a document: the others are counted without them. Names of one group stand
 * together there, where the first of them stood.
 */
export function withoutEmptyRows(fields: readonly EditField[], { values, body }: FormContent): FormContent {
  const filled = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'string') return [name, value] as const;
    const rows = withoutEmpty(value);
    const hasGroups = fields.some((field) => field.name === name && field.type === 'pairs');
    return [name, hasGroups ? groupedRows(rows) : rows] as const;
  });
  return { values: Object.fromEntries(filled), body };
}

function groupedRows(rows: readonly FormRow[]): readonly FormRow[] {
  const groups = Map.groupBy(rows, (row) => row['group']?.trim() || row);
  return [...groups.values()].flat();
}

function withoutEmpty(rows: readonly FormRow[]): FormRow[] {
  return rows.filter((row) => Object.values(row).some((text) => text.trim() !== ''));
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
  if (typeof value !== 'string') return meantRows(field, value, values);
  const text = meantText(field, value);
  if (field.isDefaultLeftOut && text === field.options?.[0]) return null;
  return text === '' ? null : valueOfText(field, text, String(values[`${field.name}.was`] ?? ''));
}

function valueOfText({ type }: EditField, text: string, was = ''): unknown {
  switch (type) {
    case 'price':
      return readPrice(text) ?? text;
    case 'number':
      return readWholeNumber(text) ?? text;
    case 'check':
      return true;
    case 'time':
      return meantTime(text, was);
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

function meantRows(field: EditField, rows: readonly FormRow[], values: FormValues): unknown {
  const filled = rows
    .map((row) => columnsOf(field).map((cell) => ({ cell, text: meantText(cell, row[cell.name] ?? '') })))
    .filter((cells) => cells.some(({ text }) => text !== ''));
  if (filled.length === 0) return null;
  if (field.type === 'pairs')
    return meantPairs(
      filled.map((cells) => {
        const {
          group = '',
          name = '',
          value = '',
        }: FormRow = Object.fromEntries(cells.map(({ cell, text }) => [cell.name, text]));
        const [first = '', ...others] = linesOf(value);
        if (others.length >= maxValues) return { group, name, value };
        return { group, name, value: others.length === 0 ? first : [first, ...others] };
      }),
    );
  return filled.map((cells) => {
    const [first] = cells;
    if (first?.cell.name === '') return first.text;
    const given = cells.filter(({ text }) => text !== '');
    const entries = given.map(({ cell, text }) =>
      cell.ofMap
        ? [cell.ofMap.key, meantMap(cell.ofMap, cells, values)]
        : [cell.name, valueOfText(cell, text)],
    );
    return Object.fromEntries(entries);
  });
}

/** More lines are no list of values: the text stays as it is. 30,000 of them held the event loop for 137 ms. */
const maxValues = 40;

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A map of names and texts. Where names are missing or stand twice, a draft has the texts in a list. */
function meantMap(
  { key, namesIn }: NonNullable<EditField['ofMap']>,
  cells: readonly { cell: EditField; text: string }[],
  values: FormValues,
): unknown {
  const texts = cells.filter(({ cell }) => cell.ofMap?.key === key).map(({ text }) => text);
  const rows = values[namesIn] ?? [];
  const names = typeof rows === 'string' ? [] : namesOf(withoutEmpty(rows)).map(composed);
  const isClear =
    new Set(names).size === names.length && !texts.slice(names.length).some((text) => text !== '');
  if (!isClear || names.includes('')) return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  return Object.fromEntries(
    names.flatMap((name, place) => (texts[place] ? [[name, composed(texts[place])]] : [])),
  );
}
