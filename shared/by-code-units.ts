/** Orders texts by their UTF-16 code units, which is the same on every machine. For texts that people read: `compareTexts`. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
