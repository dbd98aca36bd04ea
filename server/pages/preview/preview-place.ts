import { editPaths } from '#shared/editing/edit-paths.ts';
import { formatDateTime, toZonedIso, zoneOffset } from '#shared/locale/dates.ts';
import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import { readMoment } from '#shared/locale/editors/moments.ts';
import { withBase } from '#shared/address/paths.ts';

/** Preview that an address belongs to. */
export interface PreviewPlace {
  /** The key of the entry whose draft is shown; null: all drafts are. */
  entryKey: string | null;
  /** ISO 8601 in UTC; null: the moment of the request. */
  moment: string | null;
  /** Base path of all its pages. */
  basePath: string;
}

/** Below the base path of the site. */
export const previewPattern = editPaths.preview(':what', ':at', '');

/** Address of the form that chooses a moment. */
export const momentPattern = editPaths.previewAt(':what');

/** Resolves to null when no preview has such an address. `address` is that of the request line. */
export function readPreviewPlace(
  { what, at }: { what: string; at: string },
  address: string,
  siteBase: string,
): PreviewPlace | null {
  const moment = at === 'now' ? null : momentOf(at);
  if (moment === undefined || !isPreviewed(what)) return null;
  const basePath = withBase(siteBase, editPaths.preview(what, at));
  // In one spelling: links of its pages begin with it.
  const [path = ''] = address.split('?');
  if (!`${path}/`.startsWith(basePath)) return null;
  return { entryKey: what === 'all' ? null : what, moment, basePath };
}

/** Whether it is `all`, or may be the key of an entry. */
export function isPreviewed(what: string): boolean {
  return /^[\w-]{1,64}$/.test(what);
}

/**
 * Reads a typed time: its part of an address, or why it is none. A minute that has just begun is not past.
 * @param now ISO 8601 in UTC.
 */
export function readTypedMoment(typed: string, now: string): { at: string } | { problem: string } {
  if (typed.trim() === '') return { at: 'now' };
  const at = readMoment(typed)?.slice(0, 16).replace(':', '') ?? '';
  const moment = momentOf(at);
  if (moment === undefined) return { problem: previewTexts.unreadMoment };
  if (moment.slice(0, 16) < now.slice(0, 16))
    return { problem: previewTexts.pastMoment(formatDateTime(moment) ?? typed) };
  return { at };
}

/** Value of the form's field; empty: now. */
export function typedMoment({ moment }: Pick<PreviewPlace, 'moment'>): string {
  return moment === null ? '' : toZonedIso(moment).slice(0, 16);
}

export function describeMoment({ moment }: Pick<PreviewPlace, 'moment'>): string {
  const time = formatDateTime(moment);
  return time === null ? previewTexts.now : previewTexts.at(time);
}

/** A minute such as `2026-12-01T0800` at the site's clock; undefined when there is no such minute. */
function momentOf(minute: string): string | undefined {
  const [, day, hour, rest] = /^([1-9]\d{3}-\d\d-\d\d)T(\d\d)(\d\d)$/.exec(minute) ?? [];
  const time = Date.parse(`${day}T${hour}:${rest}:00${zoneOffset}`);
  if (Number.isNaN(time)) return undefined;
  const iso = new Date(time).toISOString();
  // February 30 is read as a day of March.
  return toZonedIso(iso).startsWith(`${day}T${hour}:${rest}`) ? iso : undefined;
}
