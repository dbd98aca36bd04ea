import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '#server/content/front-matter/problem.ts';
import { readFontFile } from '#server/media/title-font/font-characters.ts';
import type { MediaFile } from './media-files.ts';

const maxBytes = 30 * 1024 * 1024;

/** Fewer characters than a font of Latin letters has are no family for titles. */
const minCharacters = 50;

/** Examines a font for the titles. It is kept like a picture's original, and never served itself. */
export async function inspectFont(sourceFile: string, fontPath: string): Promise<MediaFile | Problem> {
  const problem = (wrong: string, right: string): Problem => ({ file: fontPath, line: 1, wrong, right });
  const { size } = await stat(sourceFile);
  if (size > maxBytes) return problem(`the file has ${size} bytes`, `use at most ${maxBytes}`);
  const data = await readFile(sourceFile);
  const font = readFontFile(data);
  if (font === null)
    return problem(
      'the file is not a font that can be read',
      'use a TrueType or OpenType file of one weight; a collection (TTC) and WOFF must be converted first',
    );
  if (font.characters.size < minCharacters)
    return problem(`the font has ${font.characters.size} characters`, 'use one that has those of the titles');
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 24);
  const ending = path.extname(fontPath).toLowerCase();
  const file = `${hash}${ending}`;
  const contentType = ending === '.otf' ? 'font/otf' : 'font/ttf';
  const looks = { width: null, height: null, served: file, blur: null };
  return { path: fontPath, sourceFile, file, contentType, bytes: size, ...looks };
}
