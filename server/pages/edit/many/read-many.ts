import type { Field } from '#shared/kinds/fields.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { separators } from '#shared/locale/editors/edit-field-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import type { ChosenEntry, ValueChange } from '#server/features/editing/many/plan-many.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { numberIn } from '../edit-address.ts';

/** A change of many entries, as a form asks for it. */
export type ManyChange = ManyValue | (AskedChange & { is: 'publish' }) | (AskedChange & { is: 'remove' });

interface AskedChange {
  kind: Kind;
  /** Name of its button. */
  does: string;
  /** Text that was chosen or typed. */
  value: string;
}

/** Another value of a field. */
export interface ManyValue extends AskedChange, ValueChange {
  is: 'value';
  record: Field;
  /** Texts of a list are added or dropped. */
  how: 'set' | 'add' | 'drop';
}

/** More than a list has rows. */
const maxChosen = 200;

/** The change that a button or its confirmation asks for; null for one that no form of ours has. */
export function readChange(kind: Kind, form: SentForm): ManyChange | null {
  const pressed = valueOf(form, 'do');
  const isConfirmed = pressed === 'change';
  const does = isConfirmed ? valueOf(form, 'field') : pressed;
  const [, how, field] = /^(?:(add|drop)\.)?(\w+)$/.exec(does) ?? [];
  if (field === undefined) return null;
  const value = isConfirmed ? valueOf(form, 'value') : valueOf(form, field);
  const change = { kind, does, value };
  if (does === 'publish') return { ...change, is: does };
  if (does === 'remove') return { ...change, is: does };
  // The name in pages of the build before.
  if (does === 'unpublish' || does === 'status') {
    if (kinds[kind].shown === 'always') return null;
    // Archived entries stay so.
    const toValue = (before: unknown) => (before === 'archived' ? before : 'draft');
    return {
      ...change,
      does: 'unpublish',
      is: 'value',
      record: stateField,
      how: 'set',
      field: 'status',
      toValue,
    };
  }
  const record = kinds[kind].many?.includes(field) ? ownValue(kinds[kind].fields, field) : undefined;
  if (record === undefined) return null;
  const isLines = record.type === 'lines';
  if (how === undefined) {
    const meant = isLines ? nullIfEmpty(linesIn(value)) : value;
    return { ...change, is: 'value', record, how: 'set', field, toValue: () => meant };
  }
  const named = linesIn(value);
  if (!isLines || named.length === 0 || (how !== 'add' && how !== 'drop')) return null;
  const toValue = (before: unknown) => {
    const lines = Array.isArray(before) ? before.map(String) : [];
    const others = lines.filter((line) => !named.includes(line));
    if (how === 'drop') return nullIfEmpty(others);
    return [...lines, ...named.filter((line) => !lines.includes(line))];
  };
  return { ...change, is: 'value', record, how, field, toValue };
}

function linesIn(text: string): string[] {
  return [...new Set(text.split(separators).flatMap((line) => line.trim().normalize('NFC') || []))];
}

function nullIfEmpty(lines: string[]): string[] | null {
  return lines.length === 0 ? null : lines;
}

/** The state of an entry, which is no field of its form. */
const stateField: Field = { type: 'choice', label: '', options: ['draft', 'published', 'archived'] };

/** Boxes that were ticked, or all of the page. */
export function chosenIn(form: SentForm): ChosenEntry[] {
  const boxes = form.get(valueOf(form, 'all') === 'on' ? 'listed' : 'chosen') ?? [];
  const chosen = boxes.slice(0, maxChosen).flatMap((box): ChosenEntry[] => {
    const [, typed, id = ''] = /^(\d+) (.+)$/.exec(box) ?? [];
    const version = numberIn(typed);
    return version === null ? [] : [{ id, version }];
  });
  return [...new Map(chosen.map((entry) => [entry.id, entry])).values()];
}
