import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findTone, toneOf } from '#server/media/pictures/picture-tone.ts';

const plain = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 4, background } })
    .png()
    .toBuffer();

test.for([
  ['#ffffff', 'l4 h0'],
  ['#000000', 'l1 h0'],
  ['#a0a0a0', 'l3 h0'],
  ['#2e6b4f', 'l2 h4'],
  ['#c4623a', 'l3 h2'],
  ['#1d3b7a', 'l1 h5'],
])('%s has the tone %s', async ([color = '', tone]) => {
  expect(await findTone(await plain(color))).toBe(tone);
});

test('a drawing has one, and what is transparent has none', async () => {
  const drawing = (size: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect ${size} fill="#c4623a"/></svg>`,
    );
  expect(await findTone(drawing('width="40" height="30"'))).toBe('l3 h2');
  expect(await findTone(drawing('width="20" height="30"'))).toBe(null);
  expect(await findTone(await plain('#ffffff80'))).toBe(null);
});

test('the styles know every tone, and each is about as light as the colour', () => {
  const styles = readFileSync('client/styles/frames.css', 'utf8');
  const valueOf = (name: string, property: string) =>
    Number(new RegExp(`\\.${name} \\{[^}]*--${property}: (\\d+)`).exec(styles)?.[1]);
  for (let value = 0; value < 256; value += 15) {
    const [light = '', hue = ''] = toneOf({ r: value, g: value, b: value }).split(' ');
    expect(valueOf(hue, 'h')).toBe(0);
    expect(valueOf(light, 'l')).toBeGreaterThan(20);
  }
  const hues = new Set<number>();
  for (let turn = 0; turn < 360; turn += 10) {
    const wave = (shift: number) => Math.round(128 + 100 * Math.cos(((turn + shift) * Math.PI) / 180));
    hues.add(valueOf(toneOf({ r: wave(0), g: wave(-120), b: wave(120) }).split(' ')[1] ?? '', 'h'));
  }
  expect([...hues].sort((a, b) => a - b)).toEqual([0, 60, 120, 180, 240, 300]);
});
