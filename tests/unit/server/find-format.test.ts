import { expect, test } from 'vitest';
import { findFormat } from '#server/content/media-files/find-format.ts';
import { aPdf } from '#tests/helpers/a-pdf.ts';
import { aPngHeader } from '#tests/helpers/pictures.ts';
import { aDrawing } from '#tests/helpers/content.ts';

/** The first box of a file of the MP4 family. */
function ftyp(major: string, ...others: string[]): Buffer {
  const brands = Buffer.from([major, '\0\0\0\0', ...others].join(''), 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + brands.length);
  return Buffer.concat([length, Buffer.from('ftyp'), brands]);
}

const heads: readonly (readonly [name: string, head: Buffer | string, format: string | null])[] = [
  ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe1]), '.jpg'],
  ['PNG', aPngHeader(3, 4), '.png'],
  ['GIF', 'GIF89a', '.gif'],
  ['WebP', 'RIFF\x01\n\x03\x04WEBPVP8 ', '.webp'],
  ['AVIF', ftyp('avif', 'mif1', 'miaf'), '.avif'],
  ['a photograph of a telephone', ftyp('heic', 'mif1', 'heic'), 'heic'],
  ['several photographs of a telephone', ftyp('msf1', 'hevc'), 'heic'],
  ['a film', ftyp('isom', 'avc1'), '.mp4'],
  ['a film of a telephone', ftyp('qt  '), '.mp4'],
  ['sound', ftyp('M4A ', 'isom'), '.m4a'],
  ['MP3 with notes', 'ID3\x04', '.mp3'],
  ['MP3', Buffer.from([0xff, 0xfb, 0x90]), '.mp3'],
  ['PDF', aPdf(), '.pdf'],
  ['TIFF', 'II*\0', 'tiff'],
  ['TIFF of the other order', 'MM\0*', 'tiff'],
  ['a drawing', aDrawing, '.svg'],
  ['a drawing with a declaration', `\uFEFF<?xml version="1.0"?>\n<!-- 茶 -->\n${aDrawing}`, '.svg'],
  ['a drawing with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', '.svg'],
  ['a page', '<!doctype html><p>茶', null],
  ['text', '茶 <svg>', null],
  ['a program', Buffer.from('MZ\x90\0'), null],
  ['nothing', '', null],
];

test.for(heads)('%s is recognised by its beginning', ([, head, format]) => {
  expect(findFormat(Buffer.from(head))).toBe(format);
});
