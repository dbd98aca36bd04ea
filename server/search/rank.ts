import { fieldNames, type FieldName } from './index/search-document.ts';
import { fold } from './text/fold.ts';
import { matches } from './text/matches.ts';
import type { QueryWord } from './text/parse-query.ts';
import { canonical } from './text/runs.ts';

/** Text of a field in canonical form, made on first use. */
export type CanonicalFields = (name: FieldName) => string;

export function canonicalFields(fields: Readonly<Record<FieldName, string>>): CanonicalFields {
  const texts = new Map<FieldName, string>();
  return (name) => {
    let text = texts.get(name);
    if (text === undefined) texts.set(name, (text = canonical(fold(fields[name]))));
    return text;
  };
}

/** In how many fields, from the title on, all words are found; half less if as they were typed. Null: they are not. */
export function findRank(textOf: CanonicalFields, words: readonly QueryWord[]): number | null {
  const areIn = (count: number, most: number) =>
    words.every(({ readings }) =>
      readings
        .slice(0, most)
        .some((reading) => fieldNames.slice(0, count).some((name) => matches(textOf(name), reading))),
    );
  const fieldCount = [1, 2, 3, 4].find((count) => areIn(count, Infinity));
  return fieldCount === undefined ? null : areIn(fieldCount, 1) ? fieldCount - 0.5 : fieldCount;
}
