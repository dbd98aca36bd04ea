import { expect, test } from 'vitest';
import { findDrawingProblem } from '#server/content/media-files/plain-drawing.ts';
import { isSafeDrawing } from '#server/features/icons/safe-drawing.ts';

const rect = '<rect width="1" height="1"/>';
const inDrawing = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="4" height="3">${body}</svg>`;
const problemOf = (body: string) => findDrawingProblem(Buffer.from(inDrawing(body)))?.[0] ?? null;
const tooMany = 'it copies parts of itself too often, by <use>, patterns, masks or markers';

/** Ten of each level in the next, ten times. */
function levels(name: string, inside: (below: string) => string): string {
  const each = Array.from({ length: 10 }, (_, level) => {
    const part = level === 0 ? rect : inside(`#l${level - 1}`);
    return `<${name} id="l${level}">${part.repeat(10)}</${name}>`;
  });
  return `<defs>${each.join('')}</defs>${inside('#l9')}`;
}

const endless: [what: string, body: string][] = [
  ['copies of copies', levels('g', (below) => `<use href="${below}"/>`)],
  ['copies of copies, the old way', levels('symbol', (below) => `<use xlink:href="${below}"/>`)],
  ['patterns in patterns', levels('pattern', (below) => `<rect fill="url(${below})"/>`)],
  ['strokes of patterns', levels('pattern', (below) => `<path d="M1 1" stroke="url(${below})"/>`)],
  ['masks in masks', levels('mask', (below) => `<g mask="url(${below})">${rect}</g>`)],
  ['clips in clips', levels('clipPath', (below) => `<rect clip-path="url(${below})"/>`)],
  ['a copy of itself', '<g id="a"><use href="#a"/></g>'],
  ['copies of each other', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
  ['one large part often', `<g id="a">${rect.repeat(300)}</g>${'<use href="#a"/>'.repeat(100)}`],
  [
    'a pattern for all of a group',
    `<pattern id="p">${rect.repeat(300)}</pattern><g fill="url(#p)">${rect.repeat(300)}</g>`,
  ],
  ['a name in another spelling', levels('g', (below) => `<use href="${below.replace('l', '%6c')}"/>`)],
];

const styled = `<pattern id="l">${rect.repeat(300)}</pattern>${'<rect class="c"/>'.repeat(300)}`;

/** Forms that no icon has. */
const inFiles: [what: string, body: string][] = [
  [
    'copies under a prefix',
    levels('g', (below) => `<s:use xmlns:s="http://www.w3.org/2000/svg" x:href=' ${below}'/>`),
  ],
  ['names of XML', levels('g', (below) => `<use href="${below}"/>`).replaceAll(' id=', ' xml:id=')],
  ['names written by numbers', levels('g', (below) => `<use href="${below.replace('l', '&#108;')}"/>`)],
  ['an attribute in a style', levels('pattern', (below) => `<rect style="fill:url('${below}')"/>`)],
  [
    'one written by numbers',
    levels('pattern', (below) => `<rect style="fill:&#117;rl(&#x22;${below}&quot;)"/>`),
  ],
  [
    'a marker at every corner',
    `<marker id="m">${rect.repeat(30)}</marker><g marker-mid="url(#m)"><path d="${'M1 1'.repeat(500)}"/></g>`,
  ],
  ...[
    ['by classes', '.c{fill:url(#l)}'],
    ['by names', 'g rect.c , path{fill:url("#l")}'],
    ['in a query', '@media all{.c{fill:url(#l)}}'],
    ['within another rule', '.x{.c{fill:url(#l)}}'],
    ['in a rule with another within', '.c{fill:url(#l);.d{x:y}}'],
    ['behind a rule within', '.c{.d{x:y}fill:url(#l)}'],
    ['behind what looks like a comment', '.x{a:"/*"}.c{fill:url(#l)}.y{a:"*/"}'],
    ['behind an address that looks like one', '.x{fill:url(#q/*)}.c{fill:url(#l)}/**/'],
    ['behind what looks like a text', '/*"*/.c{fill:url(#l)}/*"*/'],
    ['by an attribute', '[class=c]{fill:url(#l)}'],
    ['by numbers', '.c{fill:&#117;rl(#l)}'],
    ['in two pieces', '.c{fill:ur<![CDATA[l(#l)}]]>'],
  ].map(([what = '', css = '']): [string, string] => [`a pattern ${what}`, `<style>${css}</style>${styled}`]),
];

test.for(endless)('%s are too much, for a file and for an icon', ([, body]) => {
  expect(isSafeDrawing(body)).toBe(false);
  expect(problemOf(body.replaceAll('xlink:', 'x:'))).toBe(tooMany);
});

test.for(inFiles)('%s are too much for a file', ([, body]) => {
  expect(problemOf(body)).toBe(tooMany);
});

const usual: [what: string, body: string][] = [
  ['letters that are copied', `<g id="a">${rect}</g>${'<use href="#a"/>'.repeat(6_000)}`],
  [
    'a few levels',
    '<g id="a"><path d="M1 1"/></g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/>',
  ],
  [
    'shades',
    `<linearGradient id="g"><stop offset="0"/></linearGradient>${'<path fill="url(#g)"/>'.repeat(30_000)}`,
  ],
  [
    'a cut around all',
    `<clipPath id="c">${rect}</clipPath><g clip-path="url(#c)">${rect.repeat(20_000)}</g>`,
  ],
  ['a cut of each', `<clipPath id="c">${rect}</clipPath>${'<path clip-path="url(#c)"/>'.repeat(5_000)}`],
  ['names of nothing', '<use href="#none"/><path fill="url(#none)" mask="url(#m)"/>'],
];

test.for(usual)('%s are taken, for a file and for an icon', ([, body]) => {
  expect(isSafeDrawing(body)).toBe(true);
  expect(problemOf(body)).toBe(null);
});

test('a style sheet as drawing programs write it is taken', () => {
  const css = '.cls-1{fill:none;font-family:"A, B";}.cls-2,.圖{clip-path:url(#c);}.cls-3{fill:url(#g)}';
  const defs = `<linearGradient id="g"/><clipPath id="c">${rect}</clipPath>`;
  expect(
    problemOf(`<style>${css}</style>${defs}${'<g class="a cls-2"><path class="cls-3"/></g>'.repeat(5_000)}`),
  ).toBe(null);
});

// A rule that looks at all of it for each part takes minutes, and the test's time is over.
test('a drawing made to be slow to count is judged at once', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => index);
  const slow = [
    '<g>'.repeat(50_000) + '</g>'.repeat(50_000),
    many.map((index) => `<g id="a${index}"><use href="#a${index + 1}"/></g>`).join(''),
    `<style>${many.map((index) => `rect{fill:url(#a${index})}`).join('')}</style>${rect.repeat(5_000)}`,
    `<style>${'/*'.repeat(200_000)}</style>`,
    `<style>${'{'.repeat(200_000)}</style>`,
    `<style>${'url(#'.repeat(100_000)}{</style>`,
    `<style>${'a.b'.repeat(50_000)}{fill:url(#a)}</style>`,
    `<path class="${'a '.repeat(200_000)}" d="${'M1 1'.repeat(200_000)}" style="${'url(#'.repeat(100_000)}"/>`,
  ];
  for (const body of slow) expect.soft(problemOf(body)?.length ?? 0, body.slice(0, 30)).toBeLessThan(100);
});
