import type pictureLibrary from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import { OperatorError, reasonOf } from '#server/base/errors.ts';

/**
 * The size of a good camera's picture. The worst file of this size, an interlaced PNG, needs 420 MB in all while it is
 * read.
 */
export const maxPixels = 50_000_000;

const maxSeconds = 60;

/** Readers of the formats that a content folder may hold. Content decides which of them reads a file, not its ending. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`);

let library: Promise<typeof pictureLibrary> | null = null;

/**
 * Loads the library when it is needed: a server that imports nothing does not need 19 MB of picture library.
 * @throws {OperatorError} when it is not installed, or not for this system.
 */
export function loadPictureLibrary(): Promise<typeof pictureLibrary> {
  return (library ??= prepareLibrary());
}

/** Once, before anything is read: while all readers are blocked, no picture can be. */
async function prepareLibrary(): Promise<typeof pictureLibrary> {
  const { default: sharp } = await import('sharp').catch((cause: unknown) => {
    const [reason] = reasonOf(cause).split('\n');
    const right = 'run "npm ci" on the system on which the site runs';
    throw new OperatorError(`the picture library (sharp) cannot be loaded: ${reason}; ${right}`, { cause });
  });
  // Each picture is read once: what libvips would keep of it is only memory.
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers });
  return sharp;
}

export async function openPicture(data: Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = await loadPictureLibrary();
  return sharp(data, { limitInputPixels: maxPixels, failOn: 'error', ...options }).timeout({
    seconds: maxSeconds,
  });
}
