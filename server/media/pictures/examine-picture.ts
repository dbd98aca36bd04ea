import { loadPictureLibrary, maxPixels, openPicture } from './picture-library.ts';

export interface PictureHeader {
  format: string;
  /** The width as it is shown: a telephone's upright picture is stored lying, with a note to turn it. */
  width: number;
  height: number;
  frames: number;
}

/** Reads the header of the file, without decoding it. Resolves to null when it is not a picture. */
export async function readHeader(data: Buffer): Promise<PictureHeader | null> {
  await loadPictureLibrary();
  try {
    const picture = await openPicture(data, { limitInputPixels: false });
    const { format, autoOrient, pages = 1, pageHeight } = await picture.metadata();
    return {
      format: String(format),
      width: autoOrient.width,
      height: pageHeight ?? autoOrient.height,
      frames: pages,
    };
  } catch {
    return null;
  }
}

/** Explains to an editor why a picture is too large to be accepted, or returns null. */
export function findTooLarge({
  width,
  height,
  frames,
}: PictureHeader): [wrong: string, right: string] | null {
  if (width * height * frames > maxPixels) {
    const inFrames = frames > 1 ? ` in each of ${frames} frames` : '';
    return [`the picture has ${width} × ${height} pixels${inFrames}`, `use at most ${maxPixels} pixels`];
  }
  if ((height * Math.min(width, maxKeptWidth)) / width > maxSide) {
    return [`the picture is ${height} pixels high and only ${width} wide`, 'cut it into several pictures'];
  }
  return null;
}

/** Largest side of a WebP file. */
const maxSide = 16_383;
const maxKeptWidth = 1920;

/** Properties that must be read from the pixels. */
export interface PictureLooks {
  isOpaque: boolean;
  /** A few pixels as a data address, shown until the picture comes; null where something would shine through. */
  blur: string | null;
}

/** Pixels of a whole picture, made small and upright. */
export interface SmallPicture {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** Decodes the whole picture, every frame of it, into a small one. Null when it is broken somewhere. */
export async function readSmall(
  data: Buffer,
  { frames, width: maxWidth }: Pick<PictureHeader, 'frames' | 'width'>,
): Promise<SmallPicture | null> {
  await loadPictureLibrary();
  try {
    const picture = await openPicture(data, { animated: frames > 1 });
    const small = await picture
      .autoOrient()
      .resize({ width: maxWidth, withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = small.info;
    return { data: small.data, raw: { width, height, channels } };
  } catch {
    return null;
  }
}

/** Resolves to null when the picture is broken somewhere. */
export async function readLooks(data: Buffer, frames: number): Promise<PictureLooks | null> {
  const small = await readSmall(data, { frames, width: glanceWidth });
  return small && looksOf(small, frames);
}

/** Looks of a picture from its pixels, which are those of all frames of one that moves. */
export async function looksOf({ data, raw }: SmallPicture, frames: number): Promise<PictureLooks> {
  const glance = async () => {
    const picture = await openPicture(data, { raw });
    return picture.resize({ width: glanceWidth, withoutEnlargement: true });
  };
  // Transparency that cannot be seen at this size is ignored: an alpha channel makes the files larger.
  const pixels = await (await glance()).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  const { isOpaque } = await (await openPicture(pixels.data, { raw: { width, height, channels } })).stats();
  if (!isOpaque || frames > 1) return { isOpaque, blur: null };
  const blur = await (await glance()).resize({ width: blurWidth }).webp({ quality: 30 }).toBuffer();
  return { isOpaque, blur: `data:image/webp;base64,${blur.toString('base64')}` };
}

const glanceWidth = 320;
const blurWidth = 16;
