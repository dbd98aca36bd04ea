import { columnsOf, featuredKinds, type EditField } from './edit-forms.ts';
import type { FormRow, FormValues } from './form-values.ts';
import { isKind, type Kind } from '../kinds/kind-names.ts';
import { ownValue } from '../own-value.ts';

/** Things to choose from: files of the library, pages of the site by their path, or the entries of a kind by their id. */
export type PickKind = 'pictures' | 'documents' | 'links' | Kind;

/** Thing to choose. */
export interface PickItem {
  /** Its name in a field: the path of a file or page, or the id of an entry. */
  value: string;
  /** Its name to editors. */
  label: string;
  /** Facts about it. */
  detail: string;
  /** Address of a small picture of it; null: there is none. */
  picture: string | null;
  /** Site path of the page of an entry; null for a file. */
  path: string | null;
}

/** Page of things to choose from. `next` is null on the last. */
export interface PickPage {
  items: PickItem[];
  next: string | null;
}

/** Reads the name of such things in an address: featured entries are named by the word of their kind. */
export function pickKindIn(text: string): PickKind | null {
  const what = featuredKinds.get(text) ?? text;
  return what === 'pictures' || what === 'documents' || what === 'links' || isKind(what) ? what : null;
}

/** The things that a field names. Null for a field that names none. */
export function pickKindOf({ type, to, isDocument }: EditField, row: FormRow = {}): PickKind | null {
  switch (type) {
    case 'media':
      return isDocument ? 'documents' : 'pictures';
    case 'path':
    case 'link':
      return 'links';
    case 'featured':
      return featuredKinds.get(row['kind'] ?? '') ?? null;
    case 'reference':
      return to ?? null;
    default:
      return null;
  }
}

/** A control of a form by its name, such as `f.images.0.src`. */
interface Place {
  field: EditField;
  /** Its column, where it stands in a row; else the field. */
  cell: EditField;
  /** Number of its row; null where it stands in none. */
  index: number | null;
}

export function placeOf(form: readonly EditField[], name: string): Place | null {
  const field = form.find((each) => name === `f.${each.name}` || name.startsWith(`f.${each.name}.`));
  if (field === undefined) return null;
  if (name === `f.${field.name}`) return { field, cell: field, index: null };
  const [, index = '', column = ''] =
    /^\.(\d{1,4})(?:\.(.+))?$/.exec(name.slice(field.name.length + 2)) ?? [];
  const cell = columnsOf(field).find((each) => each.name === column);
  return cell === undefined || index === '' ? null : { field, cell, index: Number(index) };
}

/** The row in which a control stands; empty where it stands in none. */
export function rowOf({ field, index }: Place, values: FormValues): FormRow {
  const rows = ownValue(values, field.name);
  return (index !== null && typeof rows === 'object' && rows[index]) || {};
}

/** Step of the way to a value: `pick:NAME:AFTER` asks for a page of things, `put:NAME:VALUE` takes one, `back:NAME` none. */
export interface PickStep {
  step: 'pick' | 'put' | 'back';
  /** Name of the control. */
  name: string;
  rest: string;
}

export function readPickStep(row: string): PickStep | null {
  const [, step, name = '', rest = ''] = /^(pick|put|back):(f\.[^:]+)(?::(.*))?$/s.exec(row) ?? [];
  return step === 'pick' || step === 'put' || step === 'back' ? { step, name, rest } : null;
}
