import { createHash } from 'node:crypto';
import type subsetFont from 'subset-font';
import { isStored, publicName, type MediaStore } from '../store/media-store.ts';

/**
 * Features of the font that are kept: half-width punctuation, distances of Latin letters, and joined ones. All others
 * are for vertical lines and other languages, and would bring their glyphs along.
 */
const keepFeatures = ['halt', 'chws', 'kern', 'liga', 'ccmp'];
/** Copyright, licence, and address of the licence: they stay in each file, beside the names that are always kept. */
const preserveNameIds = [0, 13, 14];

/** For vertical lines, and for choosing among the fonts of a family. */
const dropTables = ['BASE', 'VORG', 'vhea', 'vmtx', 'STAT', 'DSIG'];

/** Makes a file with these characters of a font. Resolves to its name, which has its content's hash. */
export async function makeSlice(font: Buffer, characters: string, store: MediaStore): Promise<string> {
  const data = await makeSubset(font, characters);
  const name = `fonts/${createHash('sha256').update(data).digest('hex').slice(0, 24)}.woff2`;
  const target = publicName(name);
  if (!(await isStored(store, target))) await store.put(target, data);
  return name;
}

/** A font with these characters alone, as browsers load it. */
export async function makeSubset(font: Buffer, characters: string): Promise<Buffer> {
  const subset = await loadSubsetter();
  return subset(font, characters, {
    targetFormat: 'woff2',
    keepFeatures,
    preserveNameIds,
    noHinting: true,
    dropTables,
  });
}

/** Loaded when it is needed, and by the program that makes files alone: it takes 200 MB with a font in it. */
async function loadSubsetter(): Promise<typeof subsetFont> {
  const { default: subset } = await import('subset-font');
  return subset;
}
