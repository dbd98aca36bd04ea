import tables from './han-tables.json' with { type: 'json' };

/** What stands for a Han character in the index and in queries, where that is another one: 臺 is found as 台. */
export const hanFolds: ReadonlyMap<string, string> = readFolds(tables.folds);

/** What a character of a query may stand for, the likeliest first; itself is among them if it is a Traditional one. */
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
