import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';

/** Table of a file, as text. */
export interface TableText {
  header: readonly string[];
  rows: TableRow[];
  /** Its encoding has no sign for some characters. */
  isLossy: boolean;
}

export interface TableRow {
  /** Number of the row in a spreadsheet program, where the header is 1. */
  line: number;
  cells: readonly string[];
}

/** Reason why a file is no table, for the page or the command to put into words. */
export type Unreadable =
  | { code: 'empty' | 'workbook' | 'encoding' }
  | { code: 'too-many-rows' | 'too-large'; max: number }
  | { code: 'broken'; line: number };

/** A site of 2,000 parts, each with a few variants; 20,000 rows take some 20 MB while they are compared. */
export const maxTableRows = 20_000;

/** Twice what that many rows of a catalogue take. */
export const maxTableBytes = 8 * 1024 * 1024;

/** Reads a table in slices, between which others get their turn. */
export async function readTable(
  bytes: Uint8Array,
): Promise<{ table: TableText } | { unreadable: Unreadable }> {
  if (isWorkbook(bytes)) return { unreadable: { code: 'workbook' } };
  const encoding = encodingOf(bytes);
  const records: string[][] = [];
  try {
    const { separator, skips } = separatorOf(decodeBeginning(bytes, encoding));
    const parser = parse({
      bom: true,
      delimiter: separator,
      // A row shorter than the header has lost its empty ends: spreadsheet programs leave them out.
      relax_column_count: true,
      // A quotation mark within an unquoted cell, such as 12" of a screen.
      relax_quotes: true,
      from: skips + 1,
    });
    const source = Readable.from(decode(bytes, encoding));
    source.on('error', (error) => parser.destroy(error));
    for await (const record of source.pipe(parser)) {
      records.push(record);
      if (records.length > maxTableRows + 1)
        return { unreadable: { code: 'too-many-rows', max: maxTableRows } };
      if (records.length % rowsInTurn === 0) await nextTurn();
    }
  } catch (error) {
    if (error instanceof CsvError)
      return { unreadable: { code: 'broken', line: Number(error['records']) + 1 } };
    if (error instanceof TypeError) return { unreadable: { code: 'encoding' } };
    throw error;
  }
  const [header, ...rows] = records;
  if (header === undefined) return { unreadable: { code: 'empty' } };
  const filled = rows.map((cells, index): TableRow => ({ line: index + 2, cells }));
  return {
    table: {
      header: header.map((cell) => cell.trim()),
      rows: filled.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
      isLossy: encoding === 'big5',
    },
  };
}

const rowsInTurn = 500;
const sliceBytes = 64 * 1024;

/** Files of spreadsheet programs themselves: packed ones begin as ZIP files, old ones as Microsoft's compound files. */
function isWorkbook(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return beginning === '504b0304' || beginning === 'd0cf11e0';
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'big5';

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'big5';
}

/** @throws TypeError for bytes that the encoding does not have, and for signs that no table has. */
function* decode(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const end = at + sliceBytes;
    const text = decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
    if (foreign.test(text)) throw new TypeError('the file has signs that no table has');
    // A stream of texts ends at an empty one.
    if (text !== '') yield text;
  }
}

/** A NUL, and what the decoder makes of bytes to which Big5 gives no character. */
const foreign = /[\0\x80-\x9F\uE000-\uF8FF]/;

function decodeBeginning(bytes: Uint8Array, encoding: Encoding): string {
  const beginning = new TextDecoder(encoding).decode(bytes.subarray(0, sliceBytes), { stream: true });
  return beginning.replace(/^\uFEFF/, '');
}

/** The separator that the first line has most of. Excel reads one from a line of its own, which is no row. */
function separatorOf(beginning: string): { separator: string; skips: number } {
  const [, named] = /^sep=([,;\t])\r?\n/i.exec(beginning) ?? [];
  if (named !== undefined) return { separator: named, skips: 1 };
  const [line = ''] = beginning.split(/[\r\n]/, 1);
  const count = (sign: string) => line.split(sign).length;
  const [separator = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a));
  return { separator, skips: 0 };
}
