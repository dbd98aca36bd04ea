/** Endings of the files that uploads may be, and formats that are refused by name. */
export type UploadFormat = MediaEnding | 'heic' | 'tiff';

export type MediaEnding =
  '.jpg' | '.png' | '.gif' | '.webp' | '.avif' | '.svg' | '.pdf' | '.mp4' | '.m4a' | '.mp3';

/** Bytes at the beginning of a file that are enough for `findFormat`. */
export const headBytes = 64 * 1024;

/**
 * Guesses the format of a file by its beginning, whatever its name is. Whoever reads the file further finds out whether
 * it is true. Null: it is no format of pictures, films, sound or documents.
 */
export function findFormat(head: Buffer): UploadFormat | null {
  const text = head.toString('latin1');
  for (const [format, beginning] of beginnings) if (beginning.test(text)) return format;
  if (text.slice(4, 8) === 'ftyp') return formatOfBrands(head);
  // After the others: any bytes may stand in them.
  return /^(?:\xef\xbb\xbf)?\s*</.test(text) && /<(?:[^\s<>/:]+:)?svg[\s/>]/.test(text) ? '.svg' : null;
}

const beginnings: readonly (readonly [UploadFormat, RegExp])[] = [
  ['.jpg', /^\xff\xd8\xff/],
  ['.png', /^\x89PNG\r\n/],
  ['.gif', /^GIF8[79]a/],
  ['.webp', /^RIFF[^]{4}WEBP/],
  ['.pdf', /^%PDF-/],
  // Raw files of cameras, too.
  ['tiff', /^(?:II[*+]\0|MM\0[*+])/],
  ['.mp3', /^(?:ID3|\xff[\xe2-\xff])/],
];

/** The first box of the family of MP4 names the format, and others that the file is readable as. */
function formatOfBrands(head: Buffer): UploadFormat {
  const end = Math.min(head.readUInt32BE(0), head.length, 256);
  const major = head.toString('latin1', 8, 12);
  const brands = [major, ...(head.toString('latin1', 16, end).match(/[^]{4}/g) ?? [])];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return '.avif';
  if (brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand))) return 'heic';
  return /^M4[AB] $/.test(major) ? '.m4a' : '.mp4';
}
