/** Description of a mistake, and of what would be right. */
type DocumentProblem = [wrong: string, right: string];

/**
 * Finds out why a file cannot be offered as a PDF; null when it can. Nothing in it is decoded: its beginning, its end,
 * and whether it says that it is encrypted, which stands outside of all compressed parts.
 */
export function findDocumentProblem(data: Buffer): DocumentProblem | null {
  if (!/^%PDF-[12]\.\d/.test(data.toString('latin1', 0, 8)))
    return ['the file is not PDF inside', 'save it as PDF again'];
  if (!data.subarray(-endBytes).includes('%%EOF'))
    return ['the PDF breaks off before its end', 'save or copy it again'];
  if (encryption.test(data.toString('latin1')))
    return ['the PDF is encrypted', 'save it without a password, and without restrictions'];
  return null;
}

/** Programs add a few bytes behind the end, such as line feeds. */
const endBytes = 1024;

/**
 * The key `Encrypt` of a trailer with its value, `5 0 R` or `<<`. Each letter may be written as `#` and its number, and
 * comments may stand between. The lengths are bounded: 30 MB of any bytes take a second at most.
 */
const encryption = new RegExp(
  `/${Array.from('Encrypt', (letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join('')}` +
    String.raw`(?:[\s\0]|%[^\r\n]{0,200}[\r\n])*(?:\d{1,10}[\s\0]|<<)`,
  // Also for hexadecimal digits. No key is told apart from another by the case of its letters alone.
  'i',
);
