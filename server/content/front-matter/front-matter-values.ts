/**
 * Keys of front matter with a map whose names editors choose, and maps in it. They stay a `Map`, in the order of the
 * source: an object would move names that are numbers to its front.
 */
const keysOfMaps: ReadonlySet<string> = new Set(['specs']);

/** Values of YAML, parsed with `mapAsMap`, as objects but for the maps of `keysOfMaps`. */
export function toValues(parsed: unknown): unknown {
  if (!(parsed instanceof Map)) return toObjects(parsed);
  return Object.fromEntries(
    entriesOf(parsed).map(([key, value]) => {
      const isMap = value instanceof Map && keysOfMaps.has(key);
      return [key, isMap ? toMap(value, (within) => toMap(within, toObjects)) : toObjects(value)];
    }),
  );
}

function toMap(value: unknown, toValue: (value: unknown) => unknown): unknown {
  if (!(value instanceof Map)) return toObjects(value);
  return new Map(entriesOf(value).map(([key, within]) => [key, toValue(within)]));
}

function toObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toObjects);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries(entriesOf(value).map(([key, within]) => [key, toObjects(within)]));
}

/** A key may be a number to YAML, or nothing. */
function entriesOf(map: ReadonlyMap<unknown, unknown>): [string, unknown][] {
  return [...map].map(([key, value]) => [key === null ? '' : String(key), value]);
}
