/** Rows that the lines of a text take in a field, added up. A guess: a Han character is one wide, others half of it. */
export function countRows(text: string, columns: number): number[] {
  const rows = [0];
  let width = 0;
  const endLine = () => rows.push((rows.at(-1) ?? 0) + Math.max(1, Math.ceil(width / columns)));
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a) {
      endLine();
      width = 0;
    } else width += unit < 0x1100 ? 0.5 : 1;
  }
  endLine();
  return rows;
}

/** Line, with its fraction, that stands at this row. */
export function lineAtRow(rows: readonly number[], row: number): number {
  return placeIn(rows, row);
}

/**
 * Distance from the top at which a line is shown: `lines` are those at which the blocks begin, `tops` their distances,
 * both with the end of the last one.
 */
export function topOfLine(line: number, lines: readonly number[], tops: readonly number[]): number {
  const place = placeIn(lines, line);
  const block = Math.floor(place);
  const [top = 0, next = top] = tops.slice(block, block + 2);
  return top + (place - block) * (next - top);
}

/** Index, with its fraction, of a value in numbers that do not fall. */
function placeIn(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  const [from = 0, to = from] = numbers.slice(low, low + 2);
  return to > from ? low + Math.max(0, value - from) / (to - from) : low;
}
