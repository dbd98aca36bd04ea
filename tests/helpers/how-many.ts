/**
 * How many of the cases that a seed gives are tried: as a rule the first, enough to meet each piece that they are made of
 * many times, and all of them where `QINGYE_TEST_WHOLE=1` asks for it.
 */
export function howMany({ usually, whole }: { usually: number; whole: number }): number {
  return process.env['QINGYE_TEST_WHOLE'] === '1' ? whole : usually;
}
