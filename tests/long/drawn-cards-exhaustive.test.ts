import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCard, safeArea } from '#server/media/cards/draw-card.ts';
import { readFontFile } from '#server/media/title-font/font-characters.ts';
import { openFont } from '#server/media/title-font/open-font.ts';
import { ownFont } from '#server/media/title-font/font-state.ts';
import { howMany } from '../helpers/how-many.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { oddTitles } from '../helpers/sharing-cards.ts';
import { titleFontFile } from '../helpers/title-font.ts';

const known = readFontFile(readFileSync(titleFontFile))?.characters ?? new Set();

/** Whether the font has all that a title says; pictures in it say nothing. */
function isShowable(title: string): boolean {
  const words = [...title.normalize('NFC')].filter(
    (sign) => !/\s|\p{C}|\p{Emoji_Presentation}|\p{Regional_Indicator}|\u20e3|\p{M}/u.test(sign),
  );
  return words.length > 0 && words.every((sign) => known.has(sign.codePointAt(0) ?? 0));
}

/** Beside the band of colour at the left, from the top to the bottom. */
async function inkOf(card: Buffer): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const { data, info } = await sharp(card).greyscale().raw().toBuffer({ resolveWithObject: true });
  const found = { left: info.width, top: info.height, right: 0, bottom: 0 };
  for (let at = 0; at < data.length; at += info.channels) {
    const x = (at / info.channels) % info.width;
    if (x < 24 || (data[at] ?? 0) > 225) continue;
    const y = Math.floor(at / info.channels / info.width);
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x + 1);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y + 1);
  }
  return found;
}

const count = howMany({ usually: 120, whole: 500 });

test(`${count} odd titles stand whole within their cards, or there is none`, async () => {
  const font = await openFont(ownFont, folderStore(''), titleFontFile);
  let drawn = 0;
  for (const title of oddTitles(count)) {
    const card = await drawCard({ title, detail: '', foot: '' }, { font, color: '#008236' });
    expect(card !== null, title).toBe(isShowable(title));
    if (card === null) continue;
    drawn += 1;
    expect(card.length, title).toBeLessThanOrEqual(150_000);
    const ink = await inkOf(card);
    // A full stop has ink a tenth of a character high.
    expect(ink.right - ink.left, title).toBeGreaterThan(4);
    expect(ink.bottom - ink.top, title).toBeGreaterThan(4);
    expect(ink.left, title).toBeGreaterThanOrEqual(safeArea.left);
    expect(ink.right, title).toBeLessThanOrEqual(safeArea.right);
    expect(ink.top, title).toBeGreaterThanOrEqual(safeArea.top);
    expect(ink.bottom, title).toBeLessThanOrEqual(safeArea.bottom);
  }
  expect(drawn).toBeGreaterThan(0.6 * count);
});
