/**
 * Texts that a spreadsheet program would run as a formula or take for a number, a date or a long digit string: `=1+1`,
 * `007`, `4711234567899`, `3-4`, `1E5`.
 */
const risky = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|^0\d|^\d[\d ]{11,}$|^[\d.,]+[-/:Ee%][\d.,\-/:+%]*$/;

/** A cell with this text, which every spreadsheet program keeps as it is: with an apostrophe before it where needed. */
export function guardText(text: string): string {
  return needsGuard(text) ? `'${text}` : text;
}

/** The text that such a cell stands for. A text that begins with an apostrophe of its own keeps it. */
export function unguardText(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
}

function needsGuard(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  return risky.test(bare);
}
