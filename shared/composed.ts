/**
 * Normal form C in linear time. `normalize` sorts each run of combining marks by insertion: 64,000 marks in one form took
 * 3.3 s. No script has 30 marks on one letter (UAX #15, stream-safe text), so a longer run stays as it was typed.
 */
export function composed(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(longRuns)) {
    const end = endOfRun(text, index);
    parts.push(text.slice(done, index).normalize('NFC'), text.slice(index, end));
    done = end;
  }
  return parts.join('') + text.slice(done).normalize('NFC');
}

/**
 * The beginning of a run: from each of its marks it would be read again. Not the whole run: to match 4 million marks in
 * one step V8 needs more memory than it has for that, and throws.
 */
const longRuns = /(?<!\p{M})\p{M}{31}/gu;

function endOfRun(text: string, start: number): number {
  const other = /\P{M}/gu;
  other.lastIndex = start;
  return other.exec(text)?.index ?? text.length;
}
