import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { themeColors } from '#shared/color-mode.ts';

const modes = ['light', 'dark'] as const;
type Mode = (typeof modes)[number];

const palette = new Map(
  [...read('client/styles/foundation/palette.css').matchAll(/--(color-\w+-\d+): (#\w+);/g)].map(
    ([, name = '', value = '']) => [name, toLinear(value)],
  ),
);
const roles = new Map(
  [...read('client/styles/foundation/tokens.css').matchAll(/--ui-([\w-]+):\s*([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** WCAG 1.4.3 for text, 1.4.11 for what is recognised by its colour. */
const text = 4.5;
const sign = 3;

const backgrounds = ['bg', 'bg-muted'];
const onBackgrounds: [role: string, least: number][] = [
  ['text', text],
  ['text-muted', text],
  ['text-highlighted', text],
  ['primary', text],
  ['secondary', text],
  ['success', text],
  ['warning', text],
  ['error', text],
  ['border-accented', sign],
];
const pairs: [front: string, back: string, least: number][] = [
  ...onBackgrounds.flatMap(([role, least]) =>
    backgrounds.map((back) => [role, back, least] as [string, string, number]),
  ),
  ['on-fill', 'primary-fill', text],
  ['on-fill', 'primary-fill-hover', text],
  ['primary-fill', 'bg', sign],
  // A tooltip is the page inside out.
  ['bg', 'text-highlighted', text],
];
/** Lines that only divide, and the track of a bar. */
const decorative = ['border'];

test.for(pairs)('%s on %s has a contrast of at least %d', ([front, back, least]) => {
  for (const mode of modes)
    expect.soft(contrast(colorOf(front, mode), colorOf(back, mode)), mode).toBeGreaterThanOrEqual(least);
});

const utilities = new Map(
  [...read('client/styles/foundation/tokens.css').matchAll(/--color-([\w-]+): var\(--ui-([\w-]+)\)/g)].map(
    ([, utility = '', role = '']) => [utility, role],
  ),
);
const fronts = pairs.map(([front]) => front);
const uses: [what: string, properties: string, prefixes: string, computed: string[]][] = [
  ['text', '(?<![\\w-])color', 'text', fronts],
  [
    'a sign, a line or what lies under text',
    'background|outline|border[\\w-]*',
    'bg|border|divide|accent',
    [...pairs.flatMap(([front, back]) => [front, back]), ...decorative],
  ],
];

test.for(uses)('no other role colours %s', ([, properties, prefixes, computed]) => {
  const inStyles = globSync('client/**/*.css').flatMap((file) =>
    found(file, `(?:${properties}):[^;]*var\\(--ui-([\\w-]+)\\)`),
  );
  const inClasses = globSync('client/**/*.tsx').flatMap((file) =>
    found(file, `\\b(?:${prefixes})-([a-z-]+)`).flatMap((utility) => utilities.get(utility) ?? []),
  );
  const used = new Set([...inStyles, ...inClasses]);
  expect(used.size).toBeGreaterThan(5);
  expect([...used].filter((role) => !computed.includes(role))).toEqual([]);
});

test('no colour is written where only roles are', () => {
  const written = globSync('client/**/*.{css,tsx}').flatMap((file) =>
    /(?:palette|tokens)\.css$/.test(file)
      ? []
      : [
          ...read(file).matchAll(
            /\b(?:text|bg|border)-[a-z]+-\d{2,3}\b|#[0-9a-f]{3,8}\b(?=[;,)])|\brgb\([^)]*\)/g,
          ),
        ].map(([color]) => color),
  );
  // The active dot's red, what dims a page, and the black of print.
  expect(new Set(written)).toEqual(new Set(['bg-red-500', 'rgb(0 0 0 / 75%)', '#000']));
});

test('the red of an active dot is seen on the page', () => {
  for (const mode of modes)
    expect
      .soft(contrast(palette.get('color-red-500') ?? [], colorOf('bg', mode)), mode)
      .toBeGreaterThanOrEqual(sign);
});

test('a browser’s own bars have the colour of the page', () => {
  for (const mode of modes) {
    expect.soft(toLinear(themeColors[mode]), mode).toEqual(colorOf('bg', mode));
  }
});

test('the computation knows black on white, and the green that just passes', () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21);
  expect(contrast(palette.get('color-green-700') ?? [], [1, 1, 1])).toBeCloseTo(4.94, 1);
  expect(contrast(toLinear('#00c950'), [1, 1, 1])).toBeCloseTo(2.22, 1);
});

function found(file: string, pattern: string): string[] {
  return [...read(file).matchAll(new RegExp(pattern, 'g'))].map(([, part = '']) => part);
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

function colorOf(role: string, mode: Mode): number[] {
  const value = roles.get(role) ?? '';
  const [, light = value, dark = value] = /^var\(--light, (.+)\) var\(--dark, (.+)\)$/.exec(value) ?? [];
  const chosen = mode === 'light' ? light : dark;
  const color = chosen === '#fff' ? [1, 1, 1] : palette.get(/^var\(--(.+)\)$/.exec(chosen)?.[1] ?? '');
  if (!color) throw new Error(`--ui-${role} is ${value}, which this test cannot read`);
  return color;
}

/** Red, green and blue of a colour such as `#fff` or `#0f172b`, as much as there is of each in the light. */
function toLinear(color: string): number[] {
  const digits = color.slice(1);
  const parts = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  return parts.map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const luminance = ([r = 0, g = 0, b = 0]: readonly number[]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (brighter + 0.05) / (darker + 0.05);
}
