/** A time as its two fields hold it, in texts such as `2026-12-01` and `08:00`; each may be empty. */
export interface TypedTime {
  day: string;
  clock: string;
}

/** Splits `2026-12-01T08:00`, or half of it. Null for a text that two fields of a browser cannot show. */
export function splitTime(text: string): TypedTime | null {
  const match = /^(\d{4}-\d\d-\d\d)?(?:T((?:[01]\d|2[0-3]):[0-5]\d)?)?$/.exec(text);
  if (match === null) return null;
  const [, day = '', clock = ''] = match;
  return day === '' || isDay(day) ? { day, clock } : null;
}

/** Half a time keeps its `T`: it is no date, and nothing that may be published. */
export function joinTime({ day, clock }: TypedTime): string {
  if (clock === '') return /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T` : day;
  return `${day}T${clock}`;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
