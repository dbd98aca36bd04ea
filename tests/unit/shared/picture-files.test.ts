import { expect, test } from 'vitest';
import type { Picture } from '#shared/payload/payloads.ts';
import { largestFile, nearTop, pictureSources, smallestFile } from '#shared/picture-files.ts';

const drawing: Picture = {
  src: '/media/0a1b2c12.svg',
  alt: '壺',
  width: 40,
  height: 30,
  formats: ['avif'],
};

test('a drawing on a card is offered as raster pictures, whatever its own width is', () => {
  const { sources, src, srcSet } = pictureSources(drawing, 'productCard');
  expect({ sources, src, srcSet }).toEqual({
    sources: [{ type: 'image/avif', srcSet: '/media/0a1b2c12-1/640.avif' }],
    src: drawing.src,
    srcSet: undefined,
  });
  expect(pictureSources(drawing, 'avatar').sources[0]?.srcSet).toBe('/media/0a1b2c12-1/320.avif');
  expect(pictureSources(nearTop(drawing), 'productCard')).toEqual({ sources: [], src: drawing.src });
});

test('a drawing that is shown large is the drawing itself', () => {
  for (const place of ['lead', 'cover', 'gallery', 'enlarged', 'figure'] as const)
    expect.soft(pictureSources(drawing, place), place).toEqual({ sources: [], src: drawing.src });
  expect([largestFile(drawing), smallestFile(drawing)]).toEqual([drawing.src, drawing.src]);
});

test('a drawing without raster pictures is itself everywhere', () => {
  const { formats: _, ...plain } = drawing;
  expect(pictureSources(plain, 'productCard')).toEqual({ sources: [], src: drawing.src });
});

test('a photograph is never offered wider than it is', () => {
  const photograph: Picture = { ...drawing, src: '/media/a-1/400.jpg', width: 400, formats: ['webp'] };
  expect(pictureSources(photograph, 'productCard').sources).toEqual([
    { type: 'image/webp', srcSet: '/media/a-1/320.webp 320w,/media/a-1/400.webp 400w' },
  ]);
  expect([largestFile(photograph), smallestFile(photograph)]).toEqual([
    '/media/a-1/400.jpg',
    '/media/a-1/320.webp',
  ]);
});
