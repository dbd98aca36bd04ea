import { readTables } from './font-characters.ts';

/** Copyright, licence, and where the licence stands. */
const notices = new Set([0, 13, 14]);
/** Records of Windows, which every font has and every program reads. */
const platform = 3;

interface NameRecord {
  /** Platform, encoding, language and name, as the font has them. */
  head: Buffer;
  text: Buffer;
}

/**
 * A font whose table of names has its copyright and its licence alone: the names of its family and style would stand in
 * each of the files that are made of it, and no browser reads them. Checksums stay as they were: who makes subsets
 * writes them anew.
 */
export function keepNotices(font: Buffer): Buffer {
  const names = readTables(font)?.get('name');
  if (names === undefined) return font;
  const kept = readNames(font, names.offset).filter(
    ({ head }) => head.readUInt16BE(0) === platform && notices.has(head.readUInt16BE(6)),
  );
  const table = writeNames(kept);
  if (table.length > names.length) return font;
  const copy = Buffer.from(font);
  table.copy(copy, names.offset);
  copy.writeUInt32BE(table.length, names.entry + 12);
  return copy;
}

function readNames(font: Buffer, offset: number): NameRecord[] {
  const texts = offset + font.readUInt16BE(offset + 4);
  return Array.from({ length: font.readUInt16BE(offset + 2) }, (_, i) => {
    const record = font.subarray(offset + 6 + i * 12, offset + 18 + i * 12);
    const from = texts + record.readUInt16BE(10);
    return { head: record.subarray(0, 8), text: font.subarray(from, from + record.readUInt16BE(8)) };
  });
}

function writeNames(records: readonly NameRecord[]): Buffer {
  const heads = Buffer.alloc(6 + 12 * records.length);
  heads.writeUInt16BE(records.length, 2);
  heads.writeUInt16BE(heads.length, 4);
  let offset = 0;
  for (const [i, { head, text }] of records.entries()) {
    head.copy(heads, 6 + i * 12);
    heads.writeUInt16BE(text.length, 14 + i * 12);
    heads.writeUInt16BE(offset, 16 + i * 12);
    offset += text.length;
  }
  return Buffer.concat([heads, ...records.map(({ text }) => text)]);
}
