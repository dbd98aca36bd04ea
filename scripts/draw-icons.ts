import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { root } from './build/folders.ts';

// `npx tsx scripts/draw-icons.ts`: makes the icons of public/ that are not drawings out of favicon.svg. Only needed when
// that has changed: its results are kept with the sources.

const publicDir = path.join(root, 'public');
const leaf = await readFile(path.join(publicDir, 'favicon.svg'), 'utf8');
// Telephones cut corners and edges off: a field without corners of its own, and the leaf within its middle.
const field = leaf
  .replace('viewBox="0 0 24 24"', 'viewBox="-2 -2 28 28"')
  .replace('<rect width="24" height="24" rx="5"', '<rect x="-2" y="-2" width="28" height="28"');
if (field === leaf) throw new Error('favicon.svg is not written as this program expects');

for (const [name, size] of [
  ['apple-touch-icon.png', 180],
  ['icon-192.png', 192],
  ['icon-512.png', 512],
] as const) {
  await writeFile(path.join(publicDir, name), await drawn(field, size, { isOpaque: true }));
}
const sizes = [16, 32, 48];
const images = await Promise.all(sizes.map((size) => drawn(leaf, size, { isOpaque: false })));
await writeFile(path.join(publicDir, 'favicon.ico'), iconFile(sizes, images));

function drawn(svg: string, size: number, { isOpaque }: { isOpaque: boolean }): Promise<Buffer> {
  // Drawn at its size, not made smaller from another.
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 24 }).resize(size, size);
  return (isOpaque ? picture.removeAlpha() : picture)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer();
}

/** Windows' container: a list of what follows, then each as a whole PNG file. */
function iconFile(sizes: readonly number[], images: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, image] of images.entries()) {
    const entry = 6 + 16 * index;
    head.set([sizes[index] ?? 0, sizes[index] ?? 0, 0, 0], entry);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
}
