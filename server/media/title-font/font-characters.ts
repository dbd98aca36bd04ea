/** Facts about a font file that a subset of it needs. */
export interface FontFile {
  /** The characters that it has a glyph for. */
  characters: ReadonlySet<number>;
  /** Name of its family; empty when the file has none. */
  family: string;
}

/** Reads the characters and the name of a TrueType or OpenType font. Null when it is no such file, or broken. */
export function readFontFile(data: Buffer): FontFile | null {
  try {
    const tables = readTables(data);
    const cmap = tables?.get('cmap')?.offset;
    if (!tables || !cmap || !(tables.has('glyf') || tables.has('CFF ') || tables.has('CFF2'))) return null;
    const characters = new Set<number>();
    for (const offset of subtableOffsets(data, cmap)) {
      const format = data.readUInt16BE(offset);
      if (format === 4) readSegments(data, offset, characters);
      if (format === 12) readGroups(data, offset, characters);
    }
    const names = tables.get('name')?.offset;
    const family = names === undefined ? '' : readFamily(data, names);
    return characters.size === 0 ? null : { characters, family };
  } catch (error) {
    // An offset that points out of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const signatures = new Set([0x00010000, 0x4f54544f, 0x74727565]);

/** Place of a table. */
interface FontTable {
  /** Offset of its entry in the directory of tables. */
  entry: number;
  offset: number;
  length: number;
}

/** Each table by its name; null when the file does not begin as a font does. */
export function readTables(data: Buffer): Map<string, FontTable> | null {
  if (!signatures.has(data.readUInt32BE(0))) return null;
  const tables = new Map<string, FontTable>();
  const count = data.readUInt16BE(4);
  for (let i = 0; i < count; i += 1) {
    const entry = 12 + i * 16;
    const [offset, length] = [data.readUInt32BE(entry + 8), data.readUInt32BE(entry + 12)];
    tables.set(data.toString('latin1', entry, entry + 4), { entry, offset, length });
  }
  return tables;
}

/** The name of the family, in English where there are several: records stand in the order of their languages. */
function readFamily(data: Buffer, names: number): string {
  const count = data.readUInt16BE(names + 2);
  const texts = names + data.readUInt16BE(names + 4);
  for (let i = 0; i < count; i += 1) {
    const record = names + 6 + i * 12;
    const [platform, nameId] = [data.readUInt16BE(record), data.readUInt16BE(record + 6)];
    if (platform !== 3 || nameId !== 1) continue;
    const from = texts + data.readUInt16BE(record + 10);
    const bytes = Buffer.from(data.subarray(from, from + data.readUInt16BE(record + 8)));
    return bytes.swap16().toString('utf16le');
  }
  return '';
}

/** Offsets of the subtables that map Unicode. */
function subtableOffsets(data: Buffer, cmap: number): number[] {
  const offsets: number[] = [];
  const count = data.readUInt16BE(cmap + 2);
  for (let i = 0; i < count; i += 1) {
    const record = cmap + 4 + i * 8;
    const platform = data.readUInt16BE(record);
    const encoding = data.readUInt16BE(record + 2);
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    if (isUnicode) offsets.push(cmap + data.readUInt32BE(record + 4));
  }
  return offsets;
}

/** Format 4: the characters up to U+FFFF. */
function readSegments(data: Buffer, offset: number, characters: Set<number>): void {
  const doubled = data.readUInt16BE(offset + 6);
  const [ends, starts] = [offset + 14, offset + 16 + doubled];
  const [deltas, ranges] = [starts + doubled, starts + 2 * doubled];
  for (let i = 0; i < doubled; i += 2) {
    const end = data.readUInt16BE(ends + i);
    const range = data.readUInt16BE(ranges + i);
    for (let code = data.readUInt16BE(starts + i); code <= end && code < 0xffff; code += 1) {
      const start = data.readUInt16BE(starts + i);
      const glyph =
        range === 0
          ? (code + data.readUInt16BE(deltas + i)) & 0xffff
          : data.readUInt16BE(ranges + i + range + 2 * (code - start));
      if (glyph !== 0) characters.add(code);
    }
  }
}

/** Format 12: all characters. */
function readGroups(data: Buffer, offset: number, characters: Set<number>): void {
  const count = data.readUInt32BE(offset + 12);
  for (let i = 0; i < count; i += 1) {
    const group = offset + 16 + i * 12;
    const end = Math.min(data.readUInt32BE(group + 4), 0x10ffff);
    const glyph = data.readUInt32BE(group + 8);
    for (let code = data.readUInt32BE(group), i = 0; code <= end; code += 1, i += 1)
      if (glyph + i !== 0) characters.add(code);
  }
}
