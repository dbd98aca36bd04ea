import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aDrawing, filesIn, problemsOf } from '../helpers/content.ts';
import { openPictureStore, picture } from '../helpers/picture-store.ts';
import { aPngHeader } from '../helpers/pictures.ts';

const kinds: [what: string, name: string, data: () => Promise<Buffer>, served: string[]][] = [
  [
    'a large photograph',
    'a.jpg',
    () => picture(2400, 1200).jpeg().toBuffer(),
    [320, 640, 960, 1280, 1920].flatMap((width) => [`${width}.jpg 3x8`, `${width}.webp 3x8`]),
  ],
  [
    'a small one, never larger than it is',
    'a.jpg',
    () => picture(500, 400).jpeg().toBuffer(),
    ['320.jpg 3x8', '320.webp 3x8', '500.jpg 3x8', '500.webp 3x8'],
  ],
  [
    'one with transparency',
    'a.png',
    () => picture(200, 100, '#3a78').png().toBuffer(),
    ['200.png 4x8', '200.webp 4x8'],
  ],
  [
    'one with an alpha channel that hides nothing',
    'a.png',
    () => picture(200, 100).png().toBuffer(),
    ['200.jpg 3x8', '200.webp 3x8'],
  ],
  [
    'one of a printer',
    'a.jpg',
    () => picture(200, 100).toColourspace('cmyk').jpeg().toBuffer(),
    ['200.jpg 3x8', '200.webp 3x8'],
  ],
  [
    'one with 16 bits a channel',
    'a.png',
    () => picture(200, 100).toColourspace('rgb16').png().toBuffer(),
    ['200.jpg 3x8', '200.webp 3x8'],
  ],
  ['a modern one', 'a.avif', () => picture(200, 100).avif().toBuffer(), ['200.jpg 3x8', '200.webp 3x8']],
  ['a still GIF', 'a.gif', () => picture(200, 100).gif().toBuffer(), ['200.jpg 3x8', '200.webp 3x8']],
];

test.for(kinds)('of %s import makes WebP and a fallback at every width', async ([, name, data, expected]) => {
  const store = await openPictureStore();
  await store.import({ [`media/${name}`]: await data() });
  const found = await Promise.all(
    store.served().map(async (file) => {
      const { channels, space, exif, icc, orientation } = await sharp(store.read(file)).metadata();
      expect.soft({ space, exif, icc, orientation }, file).toEqual({ space: 'srgb' });
      return `${path.basename(file)} ${channels}x8`;
    }),
  );
  expect(found.sort()).toEqual(expected.toSorted());
  const { served, blur } = await store.row();
  expect(store.served()).toContain(served);
  expect(blur !== null).toBe(!expected.join().includes('png'));
});

test('colours outside of sRGB are brought into it', async () => {
  const store = await openPictureStore();
  // The profile says that this is a green that sRGB cannot show.
  const data = await picture(64, 64, '#00ff00').withIccProfile('p3', { attach: true }).png().toBuffer();
  await store.import({ 'media/a.png': data });
  const { data: pixels } = await sharp(store.read((await store.row()).served))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(pixels[0]).toBeLessThan(30);
  expect(pixels[1]).toBeGreaterThan(240);
});

test('an animation stays one, in one file; a drawing stays as it is', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((colour) => picture(60, 40, colour).png().toBuffer()),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
  const store = await openPictureStore();
  await store.import({ 'media/a.gif': gif });
  const [moving = ''] = store.served();
  expect(store.served()).toHaveLength(1);
  expect(await sharp(store.read(moving)).metadata()).toMatchObject({ format: 'webp', pages: 3, width: 60 });
  expect(await store.row()).toMatchObject({ served: moving, width: 60, height: 40 });

  await store.import({ 'media/a.svg': aDrawing });
  expect(store.served().filter((name) => name.endsWith('.svg'))).toHaveLength(1);
});

describe('is refused with its line:', () => {
  const right = 'save it as jpg again';
  test.for<[what: string, name: string, data: () => Promise<Buffer>, problem: string]>([
    [
      'one that breaks off',
      'a.jpg',
      async () => (await picture(800, 800).jpeg().toBuffer()).subarray(0, 3000),
      `the picture breaks off or is damaged; ${right}`,
    ],
    [
      'one that is damaged inside',
      'a.png',
      async () => (await picture(800, 800).png({ compressionLevel: 0 }).toBuffer()).fill(7, 5000, 9000),
      'the picture breaks off or is damaged; save it as png again',
    ],
    [
      'one that is huge when it is decoded',
      'a.png',
      async () => aPngHeader(20_000, 20_000),
      'the picture has 20000 × 20000 pixels; use at most 50000000 pixels',
    ],
    [
      'one whose size is beyond all measure',
      'a.png',
      async () => aPngHeader(2_000_000_000, 2_000_000_000),
      'the file is not a picture that can be read; save it as png again',
    ],
    [
      'one that is too narrow for its height',
      'a.png',
      () => picture(100, 17_000).png().toBuffer(),
      'the picture is 17000 pixels high and only 100 wide; cut it into several pictures',
    ],
    [
      'text',
      'a.jpg',
      async () => Buffer.from('我不是圖'),
      `the file is not a picture that can be read; ${right}`,
    ],
  ])('%s', async ([, name, data, problem]) => {
    expect(await problemsOf({ [`media/${name}`]: await data() })).toEqual([`media/${name}:1: ${problem}`]);
  });

  test('and then nothing is changed', async () => {
    const store = await openPictureStore();
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const before = [await store.row(), filesIn(store.dataDir)];
    const files = { 'media/a.jpg': await picture(300, 300).jpeg().toBuffer(), 'media/b.jpg': '不是圖' };
    await expect(store.import(files)).rejects.toThrow('media/b.jpg:1');
    expect([await store.row(), filesIn(store.dataDir)]).toEqual(before);
  });
});
