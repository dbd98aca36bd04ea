export interface IconRequest {
  collection: string;
  /** Sorted, each once: the order in a request changes nothing. */
  names: readonly string[];
}

export const maxIconNames = 50;
const maxNameLength = 64;

/** Checks the name of a collection or an icon by Iconify's own rule. Other names are not looked up anywhere. */
export function isIconName(text: string): boolean {
  return text.length <= maxNameLength && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** Reads the path's last segment, `lucide` or `lucide.json`, and the query's `icons`; or returns the problem. */
export function parseIconRequest(segment: string, icons: unknown): IconRequest | { problem: string } {
  const collection = segment.replace(/\.json$/, '');
  if (!isIconName(collection)) return { problem: 'This is not the name of an icon collection' };
  if (typeof icons !== 'string' || icons === '')
    return { problem: 'Name the icons: ?icons=a,b with one parameter "icons"' };
  const isTooLong = icons.length > maxIconNames * (maxNameLength + 1);
  const names = isTooLong ? [] : [...new Set(icons.split(','))].sort();
  if (isTooLong || names.length > maxIconNames) return { problem: `At most ${maxIconNames} icons at once` };
  if (!names.every(isIconName)) return { problem: 'Some of these are not names of icons' };
  return { collection, names };
}
