import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { iconFile } from '#server/media/pictures/site-icons.ts';
import { root } from './build/folders.ts';

// `npx tsx scripts/draw-icons.ts`: makes the icons of public/ that are not drawings out of favicon.svg. Only needed when
// that has changed: its results are kept with the sources.

const publicDir = path.join(root, 'public');
const mark = await readFile(path.join(publicDir, 'favicon.svg'), 'utf8');
// Telephones cut corners and edges off: a field without corners of its own, and the mark within its middle.
const field = mark
  .replace('viewBox="0 0 24 24"', 'viewBox="-2 -2 28 28"')
  .replace('<rect width="24" height="24" rx="5"', '<rect x="-2" y="-2" width="28" height="28"');
if (field === mark) throw new Error('favicon.svg is not written as this program expects');

for (const [name, size] of [
  ['apple-touch-icon.png', 180],
  ['icon-192.png', 192],
  ['icon-512.png', 512],
] as const) {
  await writeFile(path.join(publicDir, name), await drawn(field, size, { isOpaque: true }));
}
const sizes = [16, 32, 48];
const images = await Promise.all(sizes.map((size) => drawn(mark, size, { isOpaque: false })));
await writeFile(path.join(publicDir, 'favicon.ico'), iconFile(images));

function drawn(svg: string, size: number, { isOpaque }: { isOpaque: boolean }): Promise<Buffer> {
  // Drawn at its size, not made smaller from another.
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 24 }).resize(size, size);
  return (isOpaque ? picture.removeAlpha() : picture)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer();
}
