import { composed } from '#shared/composed.ts';
import type { Field } from '#shared/kinds/fields.ts';
import { readPrice } from '#shared/locale/prices.ts';
import { readMoment } from '#shared/locale/editors/moments.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { guardText, unguardText } from './guarded-text.ts';

/** Value of a key of the front matter; null: the key is left out. */
export type CellValue = string | number | null;

/** Undefined: the cell cannot be read. */
export type ReadValue = { value: CellValue } | undefined;

/** More characters than any value has, in any normal form. A cell may be as long as the file: 8 MB took 1.5 s. */
export const maxCellCharacters = 2_000;

/** A value as its cell in a file. */
export function writeCell(field: Field, value: unknown): string {
  const shown = showCell(field, value);
  return isText(field) ? guardText(shown) : shown;
}

/** A value as people read it. */
export function showCell({ type }: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  return type === 'time' ? showMoment(String(value)) : String(value);
}

function showMoment(iso: string): string {
  const [day = '', clock = ''] = toZonedIso(iso).replace(/\+.*$/, '').split('T');
  return `${day} ${clock.replace(/:00$/, '')}`;
}

/**
 * Reads a cell. What stands there as a program that cannot say all of it wrote it is the value before: a time without
 * its seconds, and in Big5, which `isLossy` means, a sign for each character that Big5 lacks.
 */
export function readCell(
  field: Field,
  cell: string,
  { before, labels, isLossy }: { before: unknown; labels: ReadonlyMap<string, string>; isLossy: boolean },
): ReadValue {
  const typed = (isText(field) ? unguardText(cell) : cell).trim();
  if (typed === '') return { value: null };
  if (typed.length > maxCellCharacters) return undefined;
  switch (field.type) {
    case 'price': {
      const price = readPrice(typed);
      return price === null ? undefined : { value: price };
    }
    case 'time': {
      const moment = readMoment(typed);
      if (moment === null) return undefined;
      const isSame = typeof before === 'string' && isWithinMinute(toZonedIso(before), moment);
      return { value: isSame ? toZonedIso(before) : moment };
    }
    case 'choice': {
      const option = field.options?.find((name) => name === typed) ?? labels.get(typed);
      return option === undefined ? undefined : { value: option };
    }
    default: {
      const value = labels.get(typed) ?? (field.isComposed || field.to ? composed(typed) : typed);
      return { value: isLossy && typeof before === 'string' && isLossOf(before, value) ? before : value };
    }
  }
}

/** Beginning of a cell, for a sentence about it. */
export function beginningOf(cell: string): string {
  const typed = cell.trim();
  return typed.length > maxShown ? `${typed.slice(0, maxShown)}…` : typed;
}

const maxShown = 200;

function isText({ type }: Field): boolean {
  return type === 'line' || type === 'text' || type === 'reference';
}

function isWithinMinute(before: string, moment: string): boolean {
  return moment.slice(17, 19) === '00' && before.slice(0, 17) === moment.slice(0, 17);
}

/** Whether a text is another one with signs for some of its characters: `?` by Windows, `_` by macOS. */
function isLossOf(before: string, text: string): boolean {
  return [before.split(''), Array.from(before)].some((characters) => {
    const typed = characters.length === text.length ? text.split('') : Array.from(text);
    return (
      characters.length === typed.length &&
      characters.every((character, at) => {
        const other = typed[at] ?? '';
        return character === other || (character > '\u{7F}' && (other === '?' || other === '_'));
      })
    );
  });
}
