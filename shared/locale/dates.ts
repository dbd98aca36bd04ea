/** Dates are in the time of Taiwan, wherever the visitor is: UTC+8 all year. */
export const timeZone = 'Asia/Taipei';
export const zoneOffset = '+08:00';
const offsetMs = 8 * 60 * 60 * 1000;

/** `2026年11月20日` in the site's time zone, or null for a missing or invalid time. */
export function formatDate(iso: string | null): string | null {
  const time = iso === null ? NaN : Date.parse(iso);
  if (Number.isNaN(time)) return null;
  const date = new Date(time + offsetMs);
  return `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`;
}

/** `2026年11月20日 08:05` in the site's time zone, or null. */
export function formatDateTime(iso: string | null): string | null {
  const date = formatDate(iso);
  return iso === null || date === null ? null : `${date} ${toZonedIso(iso).slice(11, 16)}`;
}

/**
 * ISO 8601 with the offset of the site's time zone, milliseconds only when there are some:
 * `2026-11-20T08:00:00+08:00`.
 */
export function toZonedIso(utcIso: string): string {
  const shifted = new Date(Date.parse(utcIso) + offsetMs).toISOString();
  return shifted.replace('.000', '').replace('Z', zoneOffset);
}
