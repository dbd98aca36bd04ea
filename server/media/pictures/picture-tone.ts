import { openPicture } from './picture-library.ts';

const glanceWidth = 64;

/**
 * The commonest colour of a picture in few words, which are classes (client/styles/frames.css): a list has 24 of them, and
 * the site's policy allows no colour of its own to an element. Null where something would shine through the picture.
 */
export async function findTone(data: Buffer): Promise<string | null> {
  const small = await (
    await openPicture(data)
  )
    .autoOrient()
    .resize({ width: glanceWidth })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = small.info;
  const { isOpaque, dominant } = await (
    await openPicture(small.data, { raw: { width, height, channels } })
  ).stats();
  return isOpaque ? toneOf(dominant) : null;
}

interface Rgb {
  r: number;
  g: number;
  b: number;
}

/** Four steps of lightness from 1 on; six hues from 1 on, or 0 for a grey. As OKLCH has them, so that steps look alike. */
export function toneOf(color: Rgb): string {
  const [lightness, a, b] = toOklab(color);
  const step = Math.min(4, Math.max(1, Math.round((lightness - darkest) / perStep) + 1));
  const hue = (Math.atan2(b, a) / (2 * Math.PI) + 1) % 1;
  return `l${step} h${Math.hypot(a, b) < leastChroma ? 0 : 1 + (Math.round(hue * hues) % hues)}`;
}

const darkest = 0.27;
const perStep = 0.22;
const hues = 6;
const leastChroma = 0.03;

/** https://bottosson.github.io/posts/oklab/ */
function toOklab({ r, g, b }: Rgb): [lightness: number, a: number, b: number] {
  const [red, green, blue] = [linear(r), linear(g), linear(b)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
