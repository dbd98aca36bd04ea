import type { Picture } from './payload/payloads.ts';

/** Widths in pixels at which import keeps a picture. */
const pictureWidths = [320, 640, 960, 1280, 1920];

/** The widths at which a picture of this width is kept: never wider than it is. */
export function keptWidths(width: number): number[] {
  return [...new Set(pictureWidths.map((kept) => Math.min(kept, width)))];
}

/**
 * The number of the way in which pictures are made. A new one gives their files new names, since the old ones are kept
 * for ever.
 */
export const pictureRecipe = 1;

/** How wide the raster picture of a drawing is that cards show. */
export const rasterWidth = 640;
/** Larger than a card, the drawing itself is shown. */
const maxCardPixels = 960;

/** How wide a column of text is, in pixels. */
export const columnWidth = 684;

/**
 * Places of pictures: the width there, by which a browser chooses a file, and the most pixels worth sending. Three for
 * each pixel of a phone look no better on a card than two and a half.
 */
export const picturePlaces = {
  /** A square: of a picture of 4 to 3 more is drawn than is seen. */
  productCard: { sizes: '(min-width:64em) 386px,(min-width:48em) 40vw,60vw', maxPixels: 640 },
  articleCard: { sizes: '(min-width:64em) 390px,(min-width:40em) 46vw,92vw', maxPixels: 960 },
  articleRow: { sizes: '(min-width:64em) 350px,(min-width:48em) 30vw,40vw', maxPixels: 640 },
  lead: { sizes: '(min-width:81em) 710px,(min-width:64em) 55vw,94vw', maxPixels: 1280 },
  cover: { sizes: '(min-width:64em) 1008px,94vw', maxPixels: 1920 },
  gallery: { sizes: '(min-width:81em) 686px,(min-width:64em) 53vw,94vw', maxPixels: 1280 },
  enlarged: { sizes: '100vw', maxPixels: 1920 },
  /** A picture within a text, whose own size matters more: see `figureSizes`. */
  figure: { sizes: `min(${columnWidth}px,92vw)`, maxPixels: 1280 },
  portrait: { sizes: '176px', maxPixels: 640 },
  avatar: { sizes: '48px', maxPixels: 320 },
} as const;

export type PicturePlace = keyof typeof picturePlaces;

/** Attributes of a `picture` element. Without `sources` there is a single file, and an `img` is enough. */
export interface PictureSources {
  sources: { type: string; srcSet: string }[];
  sizes?: string;
  src: string;
  srcSet?: string;
}

export function pictureSources({ src, width, formats }: Picture, place: PicturePlace): PictureSources {
  const { sizes, maxPixels } = picturePlaces[place];
  const isDrawn = isDrawing(src);
  if (width === null || !formats || (isDrawn && maxPixels > maxCardPixels)) return { sources: [], src };
  if (isDrawn) {
    // A single file for all screens: several would be 300 bytes of each list.
    const srcSet = fileOf(src, Math.min(maxPixels, rasterWidth), 'avif');
    return { sources: [{ type: 'image/avif', srcSet }], src };
  }
  const widths = keptWidths(Math.min(width, maxPixels));
  const setOf = (format?: string) => widths.map((kept) => `${fileOf(src, kept, format)} ${kept}w`).join(',');
  return {
    sources: formats.map((format) => ({ type: `image/${format}`, srcSet: setOf(format) })),
    sizes,
    src,
    // On a card one file must do for the few browsers that read neither format: a second would be 600 bytes a list.
    ...(maxPixels > maxCardPixels && { srcSet: setOf() }),
  };
}

/**
 * Returns the picture for the beginning of a page: a drawing has half the bytes of its raster picture, which matters
 * for the first one, and takes longer to decode, which matters only where there are many.
 */
export function nearTop(picture: Picture): Picture {
  const { formats: _, ...drawn } = picture;
  return isDrawing(picture.src) ? drawn : picture;
}

/**
 * The `sizes` of a picture within a text: never wider than it is, nor higher than most of the screen
 * (client/styles/prose.css).
 */
export function figureSizes({ width, height }: Picture): string {
  const widest = `${Math.min(width ?? Infinity, columnWidth)}px`;
  const isTall = width !== null && height !== null && height > width;
  return `min(${widest},92vw${isTall ? `,${Math.round((85 * width) / height)}vh` : ''})`;
}

/** The file that a link to the picture itself leads to. */
export function largestFile({ src, width, formats }: Picture): string {
  return width === null || !formats || isDrawing(src) ? src : fileOf(src, Math.max(...keptWidths(width)));
}

/** File for a place where a picture is hardly more than a sign. Browsers that run our script read WebP. */
export function smallestFile({ src, width, formats }: Picture): string {
  return width === null || !formats || isDrawing(src)
    ? src
    : fileOf(src, Math.min(...keptWidths(width)), 'webp');
}

function isDrawing(src: string): boolean {
  return src.endsWith('.svg');
}

/** Another file of the same picture: they differ in the width and the ending. A drawing stands beside their folder. */
function fileOf(src: string, width: number, format = '$1'): string {
  const made = isDrawing(src) ? src.replace('.svg', `-${pictureRecipe}/0.`) : src;
  return made.replace(/\d+\.(\w*)$/, `${width}.${format}`);
}
