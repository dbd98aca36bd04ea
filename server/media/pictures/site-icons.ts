import { madeName } from './picture-names.ts';
import { openPicture } from './picture-library.ts';
import { isStored, publicName, type MediaStore } from '../store/media-store.ts';

/** The icons that browsers and telephones ask for, by the names under which the site serves them. */
export const siteIconNames = [
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
] as const;

/** The name in the store of an icon that was made of the picture with this original. */
export function siteIconFile(file: string, name: string): string {
  return publicName(madeName(file, name));
}

/** Makes every icon of the site out of a picture, unless they are there. */
export async function makeSiteIcons(data: Buffer, file: string, store: MediaStore): Promise<void> {
  const make: Record<(typeof siteIconNames)[number], () => Promise<Uint8Array>> = {
    'favicon.svg': async () => (file.endsWith('.svg') ? data : drawingOf(await drawn(data, 96))),
    'favicon.ico': async () => iconFile(await Promise.all(icoSizes.map((size) => drawn(data, size)))),
    'apple-touch-icon.png': () => onField(data, 180),
    'icon-192.png': () => onField(data, 192),
    'icon-512.png': () => onField(data, 512),
  };
  for (const name of siteIconNames) {
    const target = siteIconFile(file, name);
    if (!(await isStored(store, target))) await store.put(target, await make[name]());
  }
}

const icoSizes = [16, 32, 48];
const field = '#fff';
const png = { palette: true, compressionLevel: 9 } as const;

/** The whole picture in a square with nothing around it. */
async function drawn(data: Buffer, size: number): Promise<Buffer> {
  // A drawing is drawn large enough, not made larger from its own size.
  const { width = size, height = size, format } = await (await openPicture(data)).metadata();
  const density = format === 'svg' ? Math.min(2400, Math.max(1, (72 * size) / Math.min(width, height))) : 72;
  const picture = (await openPicture(data, { density })).autoOrient();
  return picture.resize(size, size, { fit: 'contain', background: '#0000' }).png(png).toBuffer();
}

/** Telephones cut a circle out of the middle, 80 % wide: a square within it has 56 %. What shows through is black there. */
async function onField(data: Buffer, size: number): Promise<Buffer> {
  const inner = Math.round(size * 0.56);
  const before = Math.floor((size - inner) / 2);
  const after = size - inner - before;
  const picture = await openPicture(await drawn(data, inner));
  return picture
    .flatten({ background: field })
    .extend({ top: before, left: before, bottom: after, right: after, background: field })
    .png(png)
    .toBuffer();
}

/** For a browser that expects a drawing. */
function drawingOf(picture: Buffer): Buffer {
  const address = `data:image/png;base64,${picture.toString('base64')}`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><image width="96" height="96" href="${address}"/></svg>`,
  );
}

/** Windows' container: a list of what follows, then each as a whole PNG file. */
export function iconFile(images: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, image] of images.entries()) {
    const entry = 6 + 16 * index;
    // A PNG has its width at this place.
    const size = image.readUInt32BE(16);
    head.set([size, size, 0, 0], entry);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
}
