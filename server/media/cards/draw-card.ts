import type { OverlayOptions } from 'sharp';
import { ellipsisSign } from '#shared/locale/line-breaks.ts';
import { cardSize } from '#shared/sharing-card.ts';
import type { OpenFont } from '../title-font/open-font.ts';
import { loadPictureLibrary } from '../pictures/picture-library.ts';
import type { CardText } from './card-look.ts';
import { printable } from './printable.ts';
import { titleLines } from './title-lines.ts';

/** Area of the text: some sites cut the edges off, or round them. */
export const safeArea = { left: 88, top: 80, right: 1112, bottom: 550 };

const width = safeArea.right - safeArea.left;
const paper = '#f8fafc';
const ink = '#0f172b';
const softInk = '#45556c';
/** Along the left edge, in the colour of the site. */
const band = 24;
const gap = 40;
const headingSizes = [96, 84, 72, 62, 54];

interface Block {
  data: Buffer;
  width: number;
  height: number;
}

interface Setting {
  font: OpenFont;
  color: string;
  /** Sizes from the largest on; the first in which the text is whole is taken, or the last. */
  sizes: readonly number[];
  maxLines: number;
  maxHeight: number;
}

/**
 * Draws a card as PNG. Null when the font lacks a character of the title: there are no boxes, and no title with a hole
 * in it. Other texts with such a character are left out.
 */
export async function drawCard(
  { title, detail, foot }: CardText,
  { font, color }: { font: OpenFont; color: string },
): Promise<Buffer | null> {
  // With a name that it does not know, the library would choose another font.
  if (font.family === '') return null;
  const heading = await drawText(title, {
    font,
    color: ink,
    sizes: foot === '' ? [144, 120, ...headingSizes] : headingSizes,
    maxLines: 3,
    maxHeight: 350,
  });
  if (heading === null) return null;
  const below = await drawText(detail, {
    font,
    color: softInk,
    sizes: [42, 36],
    maxLines: 2,
    maxHeight: 110,
  });
  const name = await drawText(foot, { font, color, sizes: [38, 30], maxLines: 1, maxHeight: 50 });

  const bottom = safeArea.bottom - (name === null ? 0 : name.height + gap);
  const height = heading.height + (below === null ? 0 : gap + below.height);
  const top = Math.round(safeArea.top + (bottom - safeArea.top - height) / 2);
  const placed = [at(heading, top)];
  if (below !== null) placed.push(at(below, top + heading.height + gap));
  if (name !== null) placed.push(at(name, safeArea.bottom - name.height));

  const sharp = await loadPictureLibrary();
  const edge = { create: { width: band, height: cardSize.height, channels: 3, background: color } } as const;
  return sharp({ create: { ...cardSize, channels: 3, background: paper } })
    .composite([{ input: edge, left: 0, top: 0 }, ...placed])
    .png({ palette: true, colours: 32, dither: 0, compressionLevel: 9, effort: 1 })
    .toBuffer();
}

function at({ data, width, height }: Block, top: number): OverlayOptions {
  return { input: data, raw: { width, height, channels: 4 }, left: safeArea.left, top };
}

async function drawText(text: string, setting: Setting): Promise<Block | null> {
  const shown = printable(text, setting.font.has);
  if (shown === null) return null;
  const ellipsis = setting.font.has(ellipsisSign) ? ellipsisSign : '';
  for (const size of setting.sizes) {
    const isLast = size === setting.sizes.at(-1);
    // The widths of characters are guessed; where they are more, lines are shorter.
    let ems = width / size;
    for (let tries = 0; tries < 4; tries += 1) {
      const { lines, isCut } = titleLines(shown, ems, { maxLines: setting.maxLines, ellipsis });
      if (isCut && !isLast) break;
      const block = await drawLines(lines, size, setting);
      if (block.width <= width && block.height <= setting.maxHeight) return block;
      if (block.width <= width) break;
      ems *= (0.99 * width) / block.width;
    }
  }
  const { lines } = titleLines(shown, (0.6 * width) / (setting.sizes.at(-1) ?? 1), { maxLines: 1, ellipsis });
  return shrunk(await drawLines(lines, setting.sizes.at(-1) ?? 1, setting), setting.maxHeight);
}

/** Drawn by the library that lays texts out; the file has every character, so no other font takes its place. */
async function drawLines(lines: readonly string[], size: number, { font, color }: Setting): Promise<Block> {
  const sharp = await loadPictureLibrary();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${lines.map(escaped).join('\n')}</span>`,
      font: `${font.family}, ${size}`,
      fontfile: font.file,
      rgba: true,
      // A point is a pixel.
      dpi: 72,
      spacing: Math.round(-0.08 * size),
      wrap: 'none',
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Shrinks the text of a font whose letters are far from the usual size. */
async function shrunk({ data, ...size }: Block, maxHeight: number): Promise<Block> {
  if (size.width <= width && size.height <= maxHeight) return { data, ...size };
  const sharp = await loadPictureLibrary();
  const made = await sharp(data, { raw: { ...size, channels: 4 } })
    .resize({ width, height: maxHeight, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: made.data, width: made.info.width, height: made.info.height };
}

function escaped(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
