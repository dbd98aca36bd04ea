import { toTaipeiIso } from '#shared/dates.ts';

/** Null, which is left out of a file, instead of an empty list or map. */
export function nonEmpty<T extends object>(value: T): T | null {
  return Object.keys(value).length > 0 ? value : null;
}

/** The moment as editors write it. */
export function storedTime(utcIso: string | null): string | null {
  return utcIso && toTaipeiIso(utcIso);
}
