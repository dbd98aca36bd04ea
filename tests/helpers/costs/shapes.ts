import { units } from './units.ts';

/** A text that grows: `make` gives one of this many UTF-16 units, or a few fewer. */
export interface Shape {
  name: string;
  make(length: number): string;
}

/** Texts that have driven a parser, a regular expression or a normal form to the square of their length somewhere. */
export function growingShapes(): Shape[] {
  return [
    ...units.map((unit) => ({ name: `many ${JSON.stringify(unit)}`, make: repeated(unit) })),
    ...unended.map(([before, unit, after = '']) => ({
      name: `${JSON.stringify(before)}, many ${JSON.stringify(unit)}${after && `, ${JSON.stringify(after)}`}`,
      make: (length: number) => before + repeated(unit)(length - before.length - after.length) + after,
    })),
    ...nested.map(([open, close]) => ({
      name: `nested ${JSON.stringify(open + close)}`,
      make: (length: number) => repeated(open)(length / 2) + repeated(close)(length / 2),
    })),
    ...counted.map(([name, part]) => ({ name, make: numbered(part) })),
  ];
}

function repeated(unit: string): (length: number) => string {
  return (length) => unit.repeat(Math.max(0, Math.floor(length / unit.length)));
}

/** Parts that are all different, or longer each time. */
function numbered(part: (index: number) => string): (length: number) => string {
  return (length) => {
    const parts: string[] = [];
    let left = length;
    for (let index = 1; left > 0; index += 1) {
      const next = part(index);
      left -= next.length;
      if (left >= 0) parts.push(next);
    }
    return parts.join('');
  };
}

/** Constructs that never end, or with the wrong end. */
const unended: readonly (readonly [before: string, unit: string, after?: string])[] = [
  ['---\n', 'a'],
  ['---\n', '\n', 'a'],
  ['---\n', '-', 'a'],
  ['---', ' ', 'a'],
  ['"', 'a'],
  ['[', 'a'],
  ['`', 'a'],
  ['](', 'a'],
  ['](', ' '],
  ['](<', '\n', 'a'],
  ['<a href="', 'a'],
  ['a', ' ', 'a'],
  ['a', '\n', 'a'],
  ['a', '\t ', 'a'],
  ['a', '\u3000', 'a'],
  ['a', '/', 'a'],
  ['', 'a', '!'],
  ['', '0', 'a'],
  ['', '茶', '!'],
  ['', ' ', '!'],
  ['', '=', 'a'],
  ['e', '\u0301', 'a'],
  ['%', '25'],
  ['a@', 'a.', '@'],
  ['http://', 'a', ' '],
  ['/', '/', '?'],
  ['https://a', ':', '/'],
];

const nested = [
  ...[
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['<b>', '</b>'],
    ['"', '"'],
    ['「', '」'],
    ['{a: ', '}'],
    ['[a](', ')'],
    ['![', '](a)'],
  ],
  ...[
    ['> ', '\n'],
    ['- ', '\n'],
    ['**', '**'],
    ['*', '*'],
    ['<a href="', '">'],
    ['\u0301', '\u0316'],
    ['/', '/..'],
    ['a', '\u0301'],
  ],
] as const;

const counted: readonly [name: string, part: (index: number) => string][] = [
  ['longer and longer runs of backquotes', (index) => `${'`'.repeat(index)} `],
  ['longer and longer runs of asterisks', (index) => `${'*'.repeat(index)}a`],
  ['longer and longer runs of line ends', (index) => `${'\n'.repeat(index)}a`],
  ['longer and longer runs of spaces', (index) => `${' '.repeat(index)}a`],
  ['deeper and deeper lists', (index) => `${' '.repeat(index)}- a\n`],
  ['other words', (index) => `w${index} `],
  ['other lines', (index) => `標籤${index}\n`],
  ['other keys', (index) => `k${index}: v\n`],
  ['other parameters', (index) => `k${index}=v&`],
  ['other cookies', (index) => `k${index}=v; `],
  ['other codings', (index) => `c${index};q=0.${index},`],
  ['other ETags', (index) => `"${index}", `],
  ['other addresses', (index) => `[a](/articles/${index}) `],
  ['other definitions', (index) => `[a${index}]: /a${index}\n`],
  ['other pictures', (index) => `![](media/${index}.png)\n\n`],
  ['other Han characters', (index) => String.fromCharCode(0x4e00 + ((index * 7) % 20_000))],
  ['rare Han characters', (index) => String.fromCodePoint(0x20000 + (index % 40_000))],
  ['characters of all planes', (index) => String.fromCodePoint(0x10000 + (index % 5000) * 196)],
  ['characters of many scripts', (index) => String.fromCharCode((index * 31) % 0x5000)],
];
