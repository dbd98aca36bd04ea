import { toZonedIso, zoneOffset } from '../dates.ts';

/** Signs of a date or time that is written in Chinese. */
export const momentSigns = '年月日時分秒';

/** Longer than any time; longer texts would cost time. */
const maxCharacters = 60;

const pattern =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]*(上午|下午|凌晨|中午|晚上)? *(\d{1,2})[:時](\d{2})分?(?::(\d{2})(?:\.0+)?秒?)? *(AM|PM)?(?:\+08:?00)?)?$/i;

/**
 * Reads a time of the site's zone as people and spreadsheet programs write it, such as `2026/11/30 10:00` or
 * `2026/11/30 下午 3:05:00`; a day alone is its beginning. Null when there is no such time.
 */
export function readMoment(text: string): string | null {
  if (text.length > maxCharacters) return null;
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const [, year, month, day, before = '', hours = '0', minutes = '00', seconds = '00', after = ''] =
    pattern.exec(plain) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const hour = hourOf(Number(hours), before + after.toUpperCase());
  const two = (part: string | number) => String(part).padStart(2, '0');
  const iso = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minutes}:${seconds}${zoneOffset}`;
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return null;
  // February 30 is read as a day of March.
  const isThere = new Date(Date.parse(`${iso.slice(0, 19)}Z`)).toISOString().startsWith(iso.slice(0, 19));
  return isThere ? iso : null;
}

function hourOf(hour: number, half: string): number {
  if (/^(?:下午|晚上|PM)$/.test(half)) return hour < 12 ? hour + 12 : hour;
  if (/^(?:上午|凌晨|AM)$/.test(half)) return hour === 12 ? 0 : hour;
  return hour;
}

/** `12月1日 08:00` of `2026-12-01T08:00`, both by the site's clock; with its year when that is not the present one. */
export function shortMoment(minute: string, nowMs: number): string {
  const [, year = '', month, day, clock = ''] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(minute) ?? [];
  const thisYear = toZonedIso(new Date(nowMs).toISOString()).slice(0, 4);
  return `${year === thisYear ? '' : `${year}年`}${Number(month)}月${Number(day)}日 ${clock}`;
}
