/** Unit of time, by its number of characters in ISO 8601. */
interface Unit {
  length: number;
  next(at: Date): number;
  /** Longest time that is given in this unit; the next unit is for longer ones. */
  longestMs: number;
}

const [hour, day] = [3_600_000, 86_400_000];

const units: readonly [Unit, ...Unit[]] = [
  { length: 'yyyy-mm-ddThh'.length, next: (at) => at.getTime() + hour, longestMs: 48 * hour },
  { length: 'yyyy-mm-dd'.length, next: (at) => at.getTime() + day, longestMs: 62 * day },
  {
    length: 'yyyy-mm'.length,
    next: (at) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1),
    longestMs: 48 * 31 * day,
  },
  { length: 'yyyy'.length, next: (at) => Date.UTC(at.getUTCFullYear() + 1, 0), longestMs: Infinity },
];

/** All periods that a document is in by the time from which it is shown, as an index of PostgreSQL has them. */
export const periodLengths: readonly number[] = units.map(({ length }) => length);

/**
 * The hours, days, months or years, as their times begin, in which events between two times happened; the first of them
 * may have begun before. So few that an index is asked for all of them.
 * @param from ISO 8601 in UTC.
 * @param to Not before `from`.
 */
export function periodsBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const unit = units.find(({ longestMs }) => last - first <= longestMs) ?? units[0];
  const periods: string[] = [];
  for (let at = first; at <= last;) {
    const period = new Date(at).toISOString().slice(0, unit.length);
    periods.push(period);
    at = unit.next(new Date(beginOf(period)));
  }
  return periods;
}

/** The time at which a period begins, in ISO 8601. */
export function beginOf(period: string): string {
  return `${period}${'0000-01-01T00:00:00.000Z'.slice(period.length)}`;
}
