import { zoneOffset } from '#shared/locale/dates.ts';
import { splitTime } from '../typed-time.ts';
import { shortMoment } from '#shared/locale/editors/moments.ts';

/**
 * Name of the field that says what the button of a form said: the minute from which visitors see the text, such as
 * `2026-12-01T08:00`, or nothing for now.
 */
export const claimField = 'claim';

/** The moment of a typed day and hour such as `2026-12-01T08:00`, in ISO 8601 in UTC; null when it is none. */
export function momentOf(typed: string): string | null {
  const split = splitTime(typed);
  if (split === null || split.day === '' || split.clock === '') return null;
  return new Date(`${split.day}T${split.clock}${zoneOffset}`).toISOString();
}

export interface ButtonWords {
  now: string;
  at: (time: string) => string;
}

/** Words and claim of the button beside a typed time: a moment that has come, or none, is now. */
export function claimOf(typed: string, words: ButtonWords, nowMs: number): { claim: string; label: string } {
  const moment = momentOf(typed);
  if (moment === null || Date.parse(moment) <= nowMs) return { claim: '', label: words.now };
  return { claim: typed, label: words.at(shortMoment(typed, nowMs)) };
}
