const taipeiOffsetMs = 8 * 60 * 60 * 1000;

/** `2026年11月20日` in Asia/Taipei (UTC+8 all year), or null for a missing or invalid time. */
export function formatDate(iso: string | null): string | null {
  const time = iso === null ? NaN : Date.parse(iso);
  if (Number.isNaN(time)) return null;
  const date = new Date(time + taipeiOffsetMs);
  return `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`;
}

/** `2026年11月20日 08:05` in Asia/Taipei, or null. */
export function formatDateTime(iso: string | null): string | null {
  const date = formatDate(iso);
  return iso === null || date === null ? null : `${date} ${toTaipeiIso(iso).slice(11, 16)}`;
}

/** ISO 8601 with Taiwan's offset, milliseconds only when there are some: `2026-11-20T08:00:00+08:00`. */
export function toTaipeiIso(utcIso: string): string {
  const shifted = new Date(Date.parse(utcIso) + taipeiOffsetMs).toISOString();
  return shifted.replace('.000', '').replace('Z', '+08:00');
}
