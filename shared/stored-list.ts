/** Receives news of a part of a stored value that is left out. */
export type OnLoss = () => void;

/** Parses stored JSON; null where there is none. */
export function parseStored(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

/** The items of a stored list as `keep` reads them, without those for which it gives null; none where it is no list. */
export function keepItems<Item>(
  value: unknown,
  keep: (item: unknown) => Item | null,
  onLoss: OnLoss,
): Item[] {
  if (!Array.isArray(value)) {
    onLoss();
    return [];
  }
  const kept: Item[] = [];
  for (const item of value) {
    const read = keep(item);
    if (read === null) onLoss();
    else kept.push(read);
  }
  return kept;
}

/** A text with something in it. */
export function keepText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads a stored list of texts. */
export function readTexts(stored: string): string[] {
  return stored === '[]' ? [] : keepItems(parseStored(stored), keepText, ignore);
}

export function ignore(): void {}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
