import tables from './han-tables.json' with { type: 'json' };

/** Replacements of Han characters in the index and in queries: 臺 is found as 台. */
export const hanFolds: ReadonlyMap<string, string> = readFolds(tables.folds);

/** Meanings of a character in a query, the likeliest first; itself is among them if it is a Traditional one. */
export const hanReadings: ReadonlyMap<string, readonly string[]> = readReadings(tables.readings);

function readFolds(lines: readonly string[]): Map<string, string> {
  const folds = new Map<string, string>();
  for (const line of lines) {
    const characters = Array.from(line);
    for (let at = 0; at < characters.length; at += 2)
      folds.set(characters[at] ?? '', characters[at + 1] ?? '');
  }
  return folds;
}

function readReadings(lines: readonly string[]): Map<string, string[]> {
  const readings = new Map<string, string[]>();
  for (const entry of lines.flatMap((line) => line.split(' '))) {
    const [character = '', ...forms] = Array.from(entry);
    readings.set(character, forms);
  }
  return readings;
}
