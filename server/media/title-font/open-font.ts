import { readFile } from 'node:fs/promises';
import { originalName, type MediaStore } from '../store/media-store.ts';
import { readFontFile } from './font-characters.ts';
import type { WantedFont } from './font-state.ts';

export interface OpenFont {
  file: string;
  data: Buffer;
  /** Name of its family. */
  family: string;
  has(character: string): boolean;
}

/** @param ownFile The font of the build. */
export async function openFont(
  { original }: WantedFont,
  store: MediaStore,
  ownFile: string,
): Promise<OpenFont> {
  const file = original === null ? ownFile : await store.localFile(originalName(original));
  if (file === null) throw new Error(`${original} is not in ${store.place}`);
  const data = await readFile(file);
  const font = readFontFile(data);
  if (font === null) throw new Error(`${file} is not a font that can be read`);
  const { characters, family } = font;
  return { file, data, family, has: (character) => characters.has(character.codePointAt(0) ?? 0) };
}
