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

const signs = [...' \n\t\r.,;:-_=+*~`\'"()[]{}<>/\\|&%#?!@$^aA019'];
const foreign = [
  ...[
    '茶',
    '。',
    '、',
    '「',
    '」',
    '：',
    'ㄅ',
    'ˊ',
    '˙',
    'é',
    'ß',
    'İ',
    'ﬁ',
    'ﷺ',
    '㍿',
    '𠮷',
    '𪚥',
    '가',
    'ᄀ',
    'ᅡ',
    'ก',
    'ำ',
  ],
  ...[
    'ภาษาไทย',
    'ក',
    'ا',
    'क्ष',
    'ａ',
    '１',
    '\u3000',
    '\u00a0',
    '\u2028',
    '\u202e',
    '\ufeff',
    '\ufffe',
    '\u0001',
  ],
];
const joined = [
  ...['\u0301', '\u0301\u0316', 'e\u0301', '茶\u0301', '\u0344', '\u20e3', '\u200d', '\ufe0f', '\u{e0020}'],
  ...[
    '🍵',
    '🇹🇼',
    '🇹',
    '👨\u200d👩\u200d👧',
    '☕\ufe0f',
    '🏽',
    '\ud800',
    '\udc00',
    '\u1160',
    '\u11a8',
    '\u0902',
  ],
];
const ofRequests = [
  ...[
    '//',
    '%41',
    '%25',
    '%2f',
    '%E8%8C%B6',
    '%CC%81',
    '%ff',
    '../',
    './',
    '/a',
    'a=b&',
    '=&',
    '&&',
    'q=a&',
    'a=b; ',
    'a=1,',
  ],
  ...[
    'account/link/',
    'account/link',
    '?token=',
    '&q=',
    '?code=a',
    'gzip;q=0.1,',
    'text/html,',
    '*/*;',
    'W/"a",',
    '1-2,',
  ],
  ...[
    'a:b ',
    '[::]:',
    'http://',
    'a@',
    'a@a.',
    'a.',
    'a-',
    'bot ',
    'Mozilla/5.0 (',
    'color-mode=',
    'tea 茶 ',
    'xiong',
    'shi4 ',
  ],
  ...['ㄒㄩㄥˊ', 'f.links.0.', '.was', '~47', 'product:', 'icon,', '0:'],
];
const ofTexts = [
  ...[
    '\r\n',
    ' \n',
    '\n \n',
    '\n\n\n',
    'a\n',
    'a\n\n',
    'a ',
    ' a',
    '- ',
    '- a\n',
    '> ',
    '> a\n',
    '* ',
    '1. ',
    '# ',
    '# a\n',
    '| ',
    '|-|\n',
  ],
  ...[
    '```\n',
    '~~~\n',
    '``` ',
    '` `',
    '`a',
    '`a`',
    '[a]',
    '[a](',
    '](',
    '](a',
    '](a)',
    '](\n',
    '![',
    '![](',
    '[^a]',
    '[^a]: a\n',
    '[a]: b\n',
    '[a]:\n',
  ],
  ...[
    '<a ',
    '<a>',
    '</a>',
    '<b>a</b>',
    '<!--',
    '<![CDATA[',
    '<a href="',
    '<img src="media/',
    'src="media/',
    'src="media/a"',
    '<?',
    '&amp;',
    '&#',
    '&lt',
  ],
  ...[
    '**',
    '**a',
    '_a',
    '~~',
    '==',
    ':::',
    'media/',
    '"a',
    "'a",
    'key: ',
    'key:\n',
    '- - ',
    '{a: ',
    '"\\',
    '\\"',
    '---\n',
    '...\n',
    '? ',
    '!a ',
    '&a ',
    '*a ',
  ],
  ...['a。', '。a', 'a！', '！', '；\n', 'a,', 'ａ', 'a\u0301 '],
];
const units = [...signs, ...foreign, ...joined, ...ofRequests, ...ofTexts];

/** What begins and never ends, or ends otherwise than it should. */
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
  ['characters of all planes', (index) => String.fromCodePoint(0x10000 + ((index * 37) % 0xf0000))],
  ['characters of many scripts', (index) => String.fromCharCode((index * 31) % 0x5000)],
];
