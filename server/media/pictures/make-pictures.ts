import type { Sharp } from 'sharp';
import { keptWidths, rasterWidth } from '#shared/picture-files.ts';
import { cardSize } from '#shared/sharing-card.ts';
import { isDrawnAlike } from './drawn-alike.ts';
import { cardName, kindOf, madeName, type StoredPicture } from './picture-names.ts';
import type { SmallPicture } from './examine-picture.ts';
import { openPicture } from './picture-library.ts';
import { isStored, publicName, type MediaStore } from '../store/media-store.ts';

/**
 * Makes the files that pages need at once: WebP and a fallback at every width, upright, in sRGB, without the notes of a
 * camera. Files that are there already stay.
 */
export async function makeServedFiles(
  data: Buffer,
  picture: StoredPicture,
  store: MediaStore,
): Promise<void> {
  const widths = keptWidths(picture.width);
  switch (kindOf(picture)) {
    case 'drawing':
      return;
    case 'animation':
      return makeAnimation(data, picture, store);
    case 'opaque':
      return makeVariants(data, picture, { widths, formats: ['webp', 'jpg'] }, store);
    case 'transparent':
      return makeVariants(data, picture, { widths, formats: ['webp', 'png'] }, store);
  }
}

/** Makes what takes long: AVIF, and the card that other sites show beside a link. */
export async function makeLateFiles(
  data: Buffer,
  picture: StoredPicture,
  store: MediaStore,
): Promise<LateFiles> {
  await makeServedFiles(data, picture, store);
  await makeCard(data, picture, store);
  switch (kindOf(picture)) {
    case 'animation':
      return { hasRasters: false };
    case 'drawing':
      return { hasRasters: await makeRasters(data, picture, store) };
    case 'opaque':
    case 'transparent':
      await makeVariants(data, picture, { widths: keptWidths(picture.width), formats: ['avif'] }, store);
      return { hasRasters: false };
  }
}

interface LateFiles {
  /** Whether it is a drawing of which there are raster pictures now. */
  hasRasters: boolean;
}

/**
 * A browser reads and lays out each drawing as a document of its own, in the thread that runs scripts, and a raster
 * picture in another. Resolves to whether it can be shown instead.
 */
async function makeRasters(data: Buffer, picture: StoredPicture, store: MediaStore): Promise<boolean> {
  const isTooHigh = (picture.height * rasterWidth) / picture.width > maxRasterHeight;
  if (isTooHigh || !isDrawnAlike(data.toString())) return false;
  await makeVariants(data, picture, { widths: keptWidths(rasterWidth), formats: ['avif'] }, store);
  return true;
}

/** Far more than a card shows of it. */
const maxRasterHeight = 4096;

type Format = 'avif' | 'webp' | 'jpg' | 'png';

/** At 960 pixels a photograph that fills a telephone has at most 60 kB; the loss shows only side by side. */
const encoders: Record<Format, (picture: Sharp) => Sharp> = {
  // Effort 4 takes five times as long and saves nothing.
  avif: (picture) => picture.avif({ quality: 45, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 65 }),
  // For the few browsers that read nothing newer: made quickly rather than small.
  jpg: (picture) => picture.jpeg({ quality: 70, progressive: true }),
  png: (picture) => picture.png({ palette: true, effort: 3 }),
};

async function makeVariants(
  data: Buffer,
  picture: StoredPicture,
  { widths, formats }: { widths: readonly number[]; formats: readonly Format[] },
  store: MediaStore,
): Promise<void> {
  const wanted = widths.flatMap((width) =>
    formats.map((format) => {
      const target = publicName(madeName(picture.file, `${width}.${format}`));
      return { width, format, target };
    }),
  );
  const areThere = await Promise.all(wanted.map(({ target }) => isStored(store, target)));
  const missing = wanted.filter((_, index) => !areThere[index]);
  if (missing.length === 0) return;

  // Decoded once, at the largest width that is kept: 15 MB instead of 180 for a camera's picture.
  const largest = Math.max(...missing.map(({ width }) => width));
  const upright = (await openAtScale(data, picture, largest / picture.width))
    .autoOrient()
    .resize({ width: largest });
  const pixels = await (kindOf(picture) === 'opaque' ? upright.flatten() : upright)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  const open = () => openPicture(pixels.data, { raw: { width, height, channels } });
  const isOpaque = kindOf(picture) === 'drawing' && (await (await open()).stats()).isOpaque;
  for (const { width: kept, format, target } of missing) {
    const resized = (await open()).resize(kept);
    await store.put(target, await encoders[format](isOpaque ? resized.removeAlpha() : resized).toBuffer());
  }
}

/** Opens a drawing so that it is drawn at the size that is needed, and any other picture as it is. */
async function openAtScale(data: Buffer, picture: StoredPicture, scale: number): Promise<Sharp> {
  // The library loads nothing that a drawing names and runs nothing.
  const density = Math.max(1, Math.min(maxDensity, 72 * scale));
  return openPicture(data, kindOf(picture) === 'drawing' ? { density } : {});
}

/** Thirty-three times as large as it says it is. */
const maxDensity = 2400;

async function makeAnimation(data: Buffer, { served, width }: StoredPicture, store: MediaStore) {
  const target = publicName(served);
  if (!(await isStored(store, target)))
    await store.put(target, await encodeAnimation(data, { served, width }));
}

/** Makes the only file for visitors of a picture that moves. */
export async function encodeAnimation(
  data: Buffer,
  { served, width }: Pick<StoredPicture, 'served' | 'width'>,
): Promise<Buffer> {
  const kept = Number(/(\d+)\.webp$/.exec(served)?.[1] ?? width);
  const animation = (await openPicture(data, { animated: true })).resize({ width: kept });
  return animation.webp({ quality: 65 }).toBuffer();
}

/** Makes the file for visitors that is named by `servedName` of pixels of its width. */
export async function encodeServed(
  { data, raw }: SmallPicture,
  { served }: { served: string },
): Promise<Buffer> {
  const picture = await openPicture(data, { raw });
  return (served.endsWith('.png') ? encoders.png(picture) : encoders.jpg(picture.flatten())).toBuffer();
}

async function makeCard(data: Buffer, picture: StoredPicture, store: MediaStore): Promise<void> {
  const name = cardName(picture);
  if (name === null || (await isStored(store, publicName(name)))) return;
  const scale = Math.max(cardSize.width / picture.width, cardSize.height / picture.height);
  const made = (await openAtScale(data, picture, scale))
    .autoOrient()
    .resize({ ...cardSize, fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, progressive: true });
  await store.put(publicName(name), await made.toBuffer());
}
