import { momentSigns } from '#shared/locale/editors/moments.ts';

/** Begins as a formula does. */
const formula = /^[=+\-@\t\r]/;

/** A number that stays as it is. */
const plainNumber = /^(?:0|[1-9]\d{0,10})$/;

/** Signs of numbers, money, dates and times, in Chinese too: `007`, `1.50`, `1,280`, `$100`, `3-4`, `1E5`, `3 月 4 日`. */
const numberLike = new RegExp(
  String.raw`^(?=\D*\d)(?:NT)?[\d\s.,:/%$¥€£()E+\-${momentSigns}]+(?:[AP]M)?$`,
  'i',
);

/** A month in English with a number, such as `MAR1` or `5-Dec`, and the two words that are values of their own. */
const wordLike =
  /^(?:true|false|(?=\D*\d)\d{0,4}[\s./,-]{0,3}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[\s\d./,-]*)$/i;

/** A cell with this text, which every spreadsheet program keeps as it is: with an apostrophe before it where needed. */
export function guardText(text: string): string {
  return needsGuard(text) ? `'${text}` : text;
}

/** The text that such a cell stands for. A text that begins with an apostrophe of its own keeps it. */
export function unguardText(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
}

/** A longer text is no number; normalizing thousands of marks would take the square of their number. */
const maxLength = 200;

/** Whether a spreadsheet program would run a text, or take it for a number, a date or a truth. Width makes no difference. */
function needsGuard(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  const plain = bare.slice(0, maxLength).normalize('NFKC');
  // Tabs are no part of a formula after their normalization.
  if (formula.test(bare) || formula.test(plain)) return true;
  if (bare.length > maxLength) return false;
  return (numberLike.test(plain) && !plainNumber.test(bare)) || wordLike.test(plain);
}
