/**
 * Reads a list that is stored as JSON. Where an operator's SQL has written something else it is empty: one product must
 * stop neither the lists that show it, nor writers, nor the import that mends it.
 */
export function readStoredList<Item>(stored: string): Item[] {
  // Most are.
  if (stored === '[]') return [];
  const list = parse(stored);
  return Array.isArray(list) ? list : [];
}

/** Reads a map in the same way. */
export function readStoredMap<Value extends object>(stored: string): Partial<Value> {
  const map = parse(stored);
  // The schema has made it, if it is one.
  return typeof map === 'object' && map !== null && !Array.isArray(map) ? (map as Partial<Value>) : {};
}

function parse(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}
