import type { EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent, FormRow } from '#shared/editing/form-values.ts';
import { ownValue } from '#shared/own-value.ts';
import { mergeLists, type MergedPart, type ThreeTexts } from '#server/content/history/merge-texts.ts';
import type { ContentWork } from '#server/content/thread/content-work.ts';
import { meantValue } from '#server/features/editing/form/form-to-document.ts';

/** Content of a form, and what two people have made of it. */
export interface ThreeForms {
  base: FormContent;
  mine: FormContent;
  theirs: FormContent;
}

export interface MergedForm {
  content: FormContent;
  /** Number of the places in the Markdown that have marks. */
  marks: number;
  /** Names of the fields that both have changed to something else; mine is in them. */
  open: readonly string[];
}

type Value = FormContent['values'][string];

/** Merges two forms field by field. Texts are merged within, and lists by their rows. */
export async function mergeForms(
  fields: readonly EditField[],
  forms: ThreeForms,
  merge: ContentWork['merge'],
): Promise<MergedForm> {
  const { base, mine, theirs } = forms;
  const values = new Map<string, Value>(Object.entries(mine.values));
  const open: string[] = [];
  const texts: { name: string; three: ThreeTexts }[] = [];
  for (const field of fields) {
    const { name } = field;
    const [before, own, other] = [base, mine, theirs].map((form) => meaningOf(field, form));
    if (own === other || other === before) continue;
    if (own === before) {
      for (const key of [name, `${name}.was`]) {
        const value = ownValue(theirs.values, key);
        if (value !== undefined) values.set(key, value);
      }
      continue;
    }
    const three = textsOf(field, forms);
    if (three !== null) texts.push({ name, three });
    else {
      const rows = mergeRows(field, forms);
      if (rows === null) open.push(name);
      else values.set(name, rows);
    }
  }
  const bodies = { base: base.body, mine: mine.body, theirs: theirs.body };
  const [body, ...merged] = await merge([bodies, ...texts.map(({ three }) => three)]);
  for (const [index, { name }] of texts.entries()) {
    const { text, conflicts } = merged[index] ?? { text: '', conflicts: 1 };
    if (conflicts === 0) values.set(name, text);
    else open.push(name);
  }
  return {
    content: { values: Object.fromEntries(values), body: body?.text ?? mine.body },
    marks: body?.conflicts ?? 0,
    open,
  };
}

/** The value in a document, so that another spelling of a number is no change. */
function meaningOf(field: EditField, { values }: FormContent): string {
  return JSON.stringify(meantValue(field, values));
}

/** Null for a field that holds no prose. */
function textsOf({ name, type }: EditField, forms: ThreeForms): ThreeTexts | null {
  if (type !== 'text' && type !== 'line') return null;
  const [base, mine, theirs] = [forms.base, forms.mine, forms.theirs].map(
    ({ values }) => ownValue(values, name) ?? '',
  );
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return null;
  return { base, mine, theirs };
}

/** Null when both have changed the same rows, or the field has none. */
function mergeRows(field: EditField, { base, mine, theirs }: ThreeForms): Value | null {
  const lists = { base: rowsOf(field, base), mine: rowsOf(field, mine), theirs: rowsOf(field, theirs) };
  if (lists.base === null || lists.mine === null || lists.theirs === null) return null;
  const parts = mergeLists({ base: lists.base, mine: lists.mine, theirs: lists.theirs });
  const isOfTexts = field.type === 'lines' || field.columns?.[0]?.name === '';
  const merged: string[] = [];
  for (const part of parts) {
    // Rows that both have added stand one after the other; of names each stands once.
    if (part.kind === 'merged') merged.push(...part.parts);
    else if (isOfTexts || part.base.length === 0) merged.push(...keptOf(part));
    else return null;
  }
  if (field.type === 'lines') return [...new Set(merged)].join('\n');
  // Written by `rowsOf`.
  return (isOfTexts ? [...new Set(merged)] : merged).map((row): FormRow => JSON.parse(row));
}

/** Without those that either has removed. */
function keptOf({ base, mine, theirs }: Extract<MergedPart, { kind: 'conflict' }>): string[] {
  const isKept = (row: string) => !base.includes(row) || (mine.includes(row) && theirs.includes(row));
  return [...new Set([...theirs, ...mine])].filter(isKept);
}

function rowsOf({ name, type }: EditField, { values }: FormContent): string[] | null {
  const value = ownValue(values, name) ?? '';
  if (type === 'lines' && typeof value === 'string')
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  if (type !== 'rows' && type !== 'pairs') return null;
  return typeof value === 'string' ? [] : value.map((row) => JSON.stringify(sorted(row)));
}

/** The same row has its columns in one order. */
function sorted(row: FormRow): FormRow {
  return Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
