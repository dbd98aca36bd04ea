/**
 * Reads a list that is stored as JSON. Where an operator's SQL has written something else it is empty: one product must
 * stop neither the lists that show it nor the writers that make prices anew.
 */
export function readStoredList<Item>(stored: string): Item[] {
  // Most are.
  if (stored === '[]') return [];
  try {
    const list = JSON.parse(stored);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
