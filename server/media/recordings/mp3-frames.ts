/** Reads a part of a file, or less at its end. */
type Read = (at: number, length: number) => Promise<Buffer>;

/**
 * The part of an MP3 file that is sound, without the tags before and after it. Null when no two frames of sound follow
 * each other there.
 */
export async function findMp3Sound(read: Read, size: number): Promise<{ from: number; to: number } | null> {
  let from = 0;
  for (let tags = 0; tags < maxTags; tags += 1) {
    const length = tagLength(await read(from, 10));
    if (length === 0) break;
    from += length;
  }
  const first = frameLength(await read(from, 4));
  if (first === null || frameLength(await read(from + first, 4)) === null) return null;
  const hasTail = (await read(size - tailLength, 3)).toString('latin1') === 'TAG';
  return { from, to: hasTail ? size - tailLength : size };
}

const maxTags = 4;
/** An ID3v1 tag: its text, and 125 bytes behind it. */
const tailLength = 128;

/** An ID3v2 tag; 0 where none begins. Its length has 7 bits in each byte. */
function tagLength(header: Buffer): number {
  if (header.length < 10 || header.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = header.subarray(6, 10);
  const hasFooter = ((header[5] ?? 0) & 0x10) !== 0;
  return 10 + a * 2 ** 21 + b * 2 ** 14 + c * 2 ** 7 + d + (hasFooter ? 10 : 0);
}

const kbits1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kbits2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const rates = [44_100, 48_000, 32_000];

/** Length of a frame of Layer III that begins with these bytes; null when none does. */
function frameLength(header: Buffer): number | null {
  const [sync = 0, kind = 0, sound = 0] = header;
  if (header.length < 4 || sync !== 0xff || (kind & 0xe6) !== 0xe2) return null;
  // 0: MPEG 2.5, 2: MPEG 2, 3: MPEG 1.
  const version = (kind >> 3) & 3;
  const isFirst = version === 3;
  const kbit = (isFirst ? kbits1 : kbits2)[(sound >> 4) - 1];
  const rate = rates[(sound >> 2) & 3];
  if (version === 1 || kbit === undefined || rate === undefined) return null;
  const perSecond = rate / (isFirst ? 1 : version === 2 ? 2 : 4);
  return Math.floor(((isFirst ? 144_000 : 72_000) * kbit) / perSecond) + ((sound >> 1) & 1);
}
