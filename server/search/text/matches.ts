import { characterClasses, classAt, widthAt } from './character-classes.ts';

/** Whether a reading of a word stands in a text, both in canonical form: what every index must answer. */
export function matches(canonicalText: string, reading: string): boolean {
  const pattern = patternOf(reading);
  return pattern !== '' && canonicalText.includes(pattern);
}

/**
 * Pattern that a canonical text must contain for a reading to be found. Han characters may begin or end inside a longer
 * run; a run of letters or digits stands whole, so the space at that side belongs to the pattern.
 */
export function patternOf(reading: string): string {
  if (reading === '') return '';
  const start = classAt(reading, 1) === characterClasses.han ? 1 : 0;
  const last = reading.length - 2;
  const isPair = last > 1 && widthAt(reading, last - 1) === 2;
  const end =
    classAt(reading, isPair ? last - 1 : last) === characterClasses.han ? reading.length - 1 : reading.length;
  return reading.slice(start, end);
}
