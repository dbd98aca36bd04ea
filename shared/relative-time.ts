/** Parts of a phrase such as "5 minutes ago". Right for `from` ≤ now < `until`, in milliseconds since 1970. */
export interface Phrase {
  unit: TimeUnit;
  count: number;
  isFuture: boolean;
  from: number;
  until: number;
}

export type TimeUnit = (typeof spans)[number]['unit'];

/** Null for an invalid time: nothing is better than a wrong "1 month ago". */
export function findPhrase(iso: string, now: number): Phrase | null {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return null;
  const isFuture = time > now;
  const { unit, count, least, limit } = measure(Math.abs(now - time));
  // The future comes nearer: the same distances, in the other direction.
  return isFuture
    ? { unit, count, isFuture, from: time - limit + 1, until: least === 0 ? time : time - least + 1 }
    : { unit, count, isFuture, from: time + least, until: time + limit };
}

/**
 * Time at which all of these phrases read as they do now, and the first at which one of them changes. The time is not
 * `now` but the last change of one of them: pages of the same content and the same phrases are the same, byte for byte.
 */
export function phrasesAt(times: readonly string[], now: number): { asOf: number; until: number } {
  let asOf = 0;
  let until = Infinity;
  for (const iso of times) {
    const phrase = findPhrase(iso, now);
    if (phrase === null) continue;
    asOf = Math.max(asOf, phrase.from);
    until = Math.min(until, phrase.until);
  }
  return { asOf, until };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The mean of the Gregorian calendar, so that the same age reads the same all year. */
const month = 30.436_875 * day;
const year = 12 * month;

/** dayjs's table: a unit is used up to its limit, and counted in whole ones, rounded, at least one. */
const spans = [
  { unit: 'seconds', size: 45_000, limit: 44.5 * 1000 },
  { unit: 'minutes', size: minute, limit: 44.5 * minute },
  { unit: 'hours', size: hour, limit: 21.5 * hour },
  { unit: 'days', size: day, limit: 25.5 * day },
  { unit: 'months', size: month, limit: 10.5 * month },
  { unit: 'years', size: year, limit: Infinity },
] as const;

/** `distance` lies in `least` ≤ distance < `limit`, within which nothing changes. */
function measure(distance: number) {
  let before = 0;
  for (const { unit, size, limit } of spans) {
    if (distance < limit) {
      const count = Math.max(1, Math.round(distance / size));
      const least = count === 1 ? before : Math.ceil((count - 0.5) * size);
      return { unit, count, least, limit: Math.min(limit, Math.ceil((count + 0.5) * size)) };
    }
    before = Math.ceil(limit);
  }
  throw new Error(`no span for ${distance} ms`);
}
