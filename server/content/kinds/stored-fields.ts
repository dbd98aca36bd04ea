import { toZonedIso } from '#shared/locale/dates.ts';

/** The list or map, or null, which is left out of a file, when it is empty. */
export function nonEmpty<T extends object>(value: T): T | null {
  const size = value instanceof Map ? value.size : Object.keys(value).length;
  return size > 0 ? value : null;
}

/** A stored moment as editors write it. */
export function storedTime(utcIso: string | null): string | null {
  return utcIso && toZonedIso(utcIso);
}
