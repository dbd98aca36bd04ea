import { ownValue } from '#shared/own-value.ts';
import { ignore, isMap, keepItems, keepText, parseStored, type OnLoss } from '#shared/stored-list.ts';
import type { Field } from '../fields.ts';
import { kinds } from '../kinds.ts';

/** A field whose column has JSON. The pairs of `specs` have a reader of their own, `listSpecs`. */
type JsonField = Field & { readonly type: 'lines' | 'rows' | 'group' };

/** The value of such a column. */
export type StoredValue<F extends JsonField> = CellOf<F>;

type Columns = Readonly<Record<string, Field>>;

type StoredRow<C extends Columns> = {
  -readonly [Name in keyof C as C[Name] extends Present ? Name : never]: CellOf<C[Name]>;
} & { -readonly [Name in keyof C as C[Name] extends Present ? never : Name]?: CellOf<C[Name]> };

/** Fields that every row has. */
type Present = { required: true } | { type: 'lines' | 'values' };

type CellOf<F extends Field> = F['type'] extends 'lines'
  ? string[]
  : F extends { type: 'rows'; columns: infer C extends Columns }
    ? StoredRow<C>[]
    : F extends { type: 'group'; columns: infer C extends Columns }
      ? StoredRow<C>
      : F['type'] extends 'values'
        ? Readonly<Record<string, string>>
        : F extends { type: 'choice'; options: readonly (infer Option)[] }
          ? Option
          : F['type'] extends 'price' | 'number'
            ? number
            : string;

/**
 * Reads the JSON of a column. Where an operator's SQL has written something that the field does not allow, that part is
 * left out: one entry must stop neither the lists that show it, nor writers, nor the import that mends it. Lengths and
 * other limits are not checked.
 */
export function readStored<F extends JsonField>(
  field: F,
  stored: string,
  onLoss: OnLoss = ignore,
): StoredValue<F> {
  // Most lists are empty.
  const isEmpty = stored === '[]' && field.type !== 'group';
  const value = isEmpty ? [] : keepValue(field, parseStored(stored), onLoss);
  if (value === null) onLoss();
  const kept: unknown = value ?? {};
  // Lists are never null. What is left is as the field says.
  return kept as StoredValue<F>;
}

/** The parts of a value that its field allows; null when it is another value altogether. */
export function keepValue(field: Field, value: unknown, onLoss: OnLoss): unknown {
  const { columns = {}, options = [], required } = field;
  switch (field.type) {
    case 'lines':
      return keepItems(value, keepText, onLoss);
    case 'choices':
      return keepItems(value, (item) => oneOf(options, item), onLoss);
    case 'rows':
      return keepItems(value, (row) => keepRow(columns, row, onLoss), onLoss);
    case 'featured':
      return keepItems(value, (item) => (isMap(item) && isFeatured(item) ? item : null), onLoss);
    case 'group':
      return keepRow(columns, value, onLoss);
    case 'values':
      return isMap(value) && areTexts(value) ? value : null;
    case 'choice':
      return oneOf(options, value);
    case 'price':
    case 'number':
    case 'year':
      return Number.isSafeInteger(value) ? value : null;
    case 'time':
      return typeof value === 'string' && utcTime.test(value) && !Number.isNaN(Date.parse(value))
        ? value
        : null;
    case 'address':
      return typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value) ? value : null;
    case 'color':
      return typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : null;
    default:
      return typeof value === 'string' && (value !== '' || !required) ? value : null;
  }
}

const utcTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The class of browsers and of Node, as far as it is used here. */
declare const URL: { canParse(address: string): boolean };

/** A row without the values that its columns do not allow; null without one that it must have. */
function keepRow(columns: Columns, row: unknown, onLoss: OnLoss): Readonly<Record<string, unknown>> | null {
  if (!isMap(row)) return null;
  const kept = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    const column = ownValue(columns, name);
    // A later build may have written more.
    const cell = column === undefined ? value : keepValue(column, value, onLoss);
    if (cell === null) onLoss();
    else kept.set(name, cell);
  }
  for (const [name, { type, required }] of Object.entries(columns)) {
    if (kept.has(name)) continue;
    if (required) return null;
    if (type === 'lines') kept.set(name, []);
    if (type === 'values') kept.set(name, {});
  }
  return Object.fromEntries(kept);
}

function oneOf(options: readonly string[], value: unknown): string | null {
  return options.find((option) => option === value) ?? null;
}

function isFeatured(thing: Readonly<Record<string, unknown>>): boolean {
  return Object.values(kinds).some(
    (kind) => kind.isFeatured && keepText(ownValue(thing, kind.word)) !== null,
  );
}

function areTexts(map: Readonly<Record<string, unknown>>): boolean {
  return Object.values(map).every((value) => typeof value === 'string');
}
