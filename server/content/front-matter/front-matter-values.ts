/**
 * Keys of front matter with a map whose names editors choose. It stays a `Map`, in the order of the source: an object
 * would move names that are numbers to its front.
 */
const keysOfMaps: ReadonlySet<string> = new Set(['specs']);

/** Values of YAML, parsed with `mapAsMap`, as objects but for the maps of `keysOfMaps`. */
export function toValues(parsed: unknown): unknown {
  if (!(parsed instanceof Map)) return toObjects(parsed);
  return Object.fromEntries(
    entriesOf(parsed).map(([key, value]) => {
      const isMap = value instanceof Map && keysOfMaps.has(key);
      return [key, isMap ? new Map(entriesOf(value).map(withObjects)) : toObjects(value)];
    }),
  );
}

function toObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toObjects);
  return value instanceof Map ? Object.fromEntries(entriesOf(value).map(withObjects)) : value;
}

function withObjects([key, value]: [string, unknown]): [string, unknown] {
  return [key, toObjects(value)];
}

/** A key may be a number to YAML, or nothing. */
function entriesOf(map: ReadonlyMap<unknown, unknown>): [string, unknown][] {
  return [...map].map(([key, value]) => [key === null ? '' : String(key), value]);
}
