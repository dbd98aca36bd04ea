import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, problemsOf } from '../helpers/content.ts';

const quote =
  'write one "key: value" a line, and put quotes around a value that contains ": " or begins with a sign';
const timeHint = 'it must be a time with its offset, such as 2026-11-20T08:00:00+08:00';

/** Problems of an article with these lines, below a right one; its author exists. */
async function problemsOfArticle(lines: string, body = '內文。'): Promise<string[]> {
  const file = `---\nauthor: lin\n${lines}\n---\n\n${body}\n`;
  return problemsOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': file });
}

const right = 'title: 春茶\npublishedAt: 2026-01-01T08:00:00+08:00';

/** File, line and mistake, without the advice. */
function withoutAdvice(problems: readonly string[]): string[] {
  return problems.map((line) => line.slice(0, line.indexOf('; ')));
}

describe('YAML that cannot be read is named once, at its line', () => {
  test.for([
    ['title: 茶: 水', 3, 'Nested mappings are not allowed in compact mappings'],
    ['title: 茶\nsummary: "沒有關上\ntags: []', 4, 'Missing closing "quote'],
    [
      'title: 茶\ntags: [a, b\nstatus: draft',
      4,
      'Flow sequence in block collection must be sufficiently indented',
    ],
    ['title: 茶\ntitle: 水', 4, 'Map keys must be unique'],
    ['title: 茶\ntags:\n  - a\n - b', 6, 'A block sequence may not be used as an implicit map key'],
    ['title: @茶', 3, 'Plain value cannot start with reserved character @'],
    ['title: - 茶', 3, 'Unexpected block-seq-ind on same line with key'],
    ['title: *重點* 茶', 3, 'Unexpected scalar at node end'],
    ['title: *重點', 3, 'a value begins with *'],
    ['title: 茶\nsummary: &茶 x', 4, 'a value begins with &'],
    ['title: !important x', 3, 'a value begins with !'],
    ['title: 茶\n...\nsummary: x', 5, 'Source contains multiple documents'],
  ] as const)('%j', async ([lines, line, message]) => {
    const problems = await problemsOfArticle(lines);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`articles/a.md:${line}: the YAML cannot be read (${message}`);
    expect(problems[0]).toContain(quote);
  });

  test.for([
    ['title: 茶\n\tsummary: x', 'articles/a.md:4: the line begins with a tab; indent it with spaces'],
    [
      'title: 茶\nsummary：全形冒號',
      'articles/a.md:4: the colon after summary is the full-width ：; write "summary: value", with a half-width colon and a space',
    ],
    [
      'title:茶\nsummary: 二',
      'articles/a.md:3: no space stands after the colon of title; write "title: value", with a half-width colon and a space',
    ],
  ] as const)('%j is said of what was written', async ([lines, problem]) => {
    expect(await problemsOfArticle(lines)).toEqual([problem]);
  });

  test('a file of one line with a full-width colon is told of that', async () => {
    expect(await problemsOf({ 'site.yaml': 'name：青葉\n' })).toEqual([
      'site.yaml:1: the colon after name is the full-width ：; write "name: value", with a half-width colon and a space',
    ]);
  });

  test('a colour without quotation marks is told that # begins a comment', async () => {
    const [problem] = await problemsOf({
      'site.yaml': 'name: 青葉\ncolors:\n  light: #336699\n  dark: "#fdba74"\n',
    });
    expect(problem).toMatch(
      /^site\.yaml:3: colors\.light is empty; .*, in quotes: what begins with # is a comment$/,
    );
  });

  test('so is one between braces, where what follows is lost with it', async () => {
    const [problem] = await problemsOf({
      'site.yaml': 'name: 青葉\ncolors: { light: #336699, dark: "#fdba74" }\nfront: [articles]\n',
    });
    expect(problem).toBe(
      'site.yaml:2: what begins with # is a comment; put a value that does in quotes, such as "#9a3412"',
    );
  });

  test('what is no colour at all is told once', async () => {
    const problems = await problemsOf({
      'site.yaml': 'name: 青葉\ncolors: { light: red, dark: "#fdba74" }\n',
    });
    expect(withoutAdvice(problems)).toEqual(['site.yaml:2: colors.light is "red"']);
  });

  test('aliases that would grow without bound are refused and not expanded', async () => {
    const lines = ['a: &a [x, x, x]', 'b: &b [*a, *a, *a]', 'c: [*b, *b, *b]'].join('\n');
    expect(withoutAdvice(await problemsOfArticle(lines))).toEqual([
      'articles/a.md:3: the YAML cannot be read (a value begins with &)',
      'articles/a.md:4: the YAML cannot be read (a value begins with &)',
      'articles/a.md:5: the YAML cannot be read (a value begins with *)',
    ]);
  });
});

describe('a key', () => {
  test('that nobody knows is named with those that are known', async () => {
    expect(await problemsOfArticle(`${right}\ntag: [a]\n1: x`)).toEqual([
      expect.stringMatching(
        /^articles\/a\.md:5: tag is not a known key; the known keys are title, author, summary, /,
      ),
      expect.stringMatching(/^articles\/a\.md:6: 1 is not a known key; /),
    ]);
  });

  test('that nobody knows is found inside a list too', async () => {
    const links =
      'name: 林\nlinks:\n  - label: 站\n    url: https://a.example\n  - label: 店\n    address: https://b.example';
    expect(await problemsOf({ 'authors/lin.md': `---\n${links}\n---\n` })).toEqual([
      'authors/lin.md:6: links.1.url is missing; it must be a web address such as https://example.com/shop',
      'authors/lin.md:7: links.1.address is not a known key; the known keys are label, url',
    ]);
  });

  test('that is missing is named at the beginning', async () => {
    expect(withoutAdvice(await problemsOf({ 'articles/a.md': '---\nstatus: draft\n---\n' }))).toEqual([
      'articles/a.md:2: title is missing',
      'articles/a.md:2: author is missing',
    ]);
  });

  test('that is published without a time would never be shown: it is named', async () => {
    expect(await problemsOfArticle('title: 茶')).toEqual([
      `articles/a.md:2: publishedAt is missing; ${timeHint}`,
    ]);
    expect(await problemsOfArticle('title: 茶\nstatus: draft')).toEqual([]);
    expect(await problemsOfArticle('title: 茶\nstatus: archived')).toEqual([]);
  });
});

describe('a value of the wrong type is named at its line', () => {
  test.for([
    ['title: [茶]', 'title is a list'],
    ['title: true', 'title is true'],
    ['title:', 'title is empty'],
    ['title: "  "', 'title is "  "'],
    [`title: ${'茶'.repeat(201)}`, `title is "${'茶'.repeat(56)}…`],
    ['tags: 茶', 'tags is "茶"'],
    ['tags: [茶, [水]]', 'tags.1 is a list'],
    ['products: [a, a]', 'products is a list'],
    ['status: Published', 'status is "Published"'],
    ['cover: media/../x.svg', 'cover is "media/../x.svg"'],
    ['cover: pot.svg', 'cover is "pot.svg"'],
  ] as const)('%s', async ([line, wrong]) => {
    const title = line.startsWith('title') ? '' : 'title: 茶\n';
    const lines = `publishedAt: 2026-01-01T08:00:00+08:00\n${title}${line}`;
    expect(withoutAdvice(await problemsOfArticle(lines))).toEqual([
      `articles/a.md:${title ? 5 : 4}: ${wrong}`,
    ]);
  });

  test.for([
    [
      'price: 6.5',
      'price is 6.5; it must be a whole number of New Taiwan dollars such as 680 or 1,280, or left out',
    ],
    [
      'price: 680元起',
      'price is "680元起"; it must be a whole number of New Taiwan dollars such as 680 or 1,280, or left out',
    ],
    [
      'price: 0680',
      'price is "0680"; it must be a whole number of New Taiwan dollars such as 680 or 1,280, or left out',
    ],
    [
      'price: -1',
      'price is -1; it must be a whole number of New Taiwan dollars such as 680 or 1,280, or left out',
    ],
    [
      'availability: yes',
      'availability is "yes"; it must be in_stock, preorder, backorder, coming_soon, sold_out, discontinued',
    ],
    [
      'purchaseUrl: javascript:x',
      'purchaseUrl is "javascript:x"; it must be a web address such as https://example.com/shop',
    ],
    [
      'purchaseUrl: /cart',
      'purchaseUrl is "/cart"; it must be a web address such as https://example.com/shop',
    ],
    [
      'specs: { 產地: [] }',
      'specs.產地 is a list; it must be a map of different names and their values, such as { 產地: 新北坪林, 顏色: [白, 青] }, or of groups of them',
    ],
    ['sku: [1]', 'sku is a list; it must be text of at most 50 characters in one line, such as QY-120'],
    ['images: media/a.svg', 'images is "media/a.svg"; it must be a list of pictures, each with src and alt'],
  ] as const)('%s of a product', async ([line, problem]) => {
    const file = aProduct({ price: undefined, category: undefined }).replace(
      'price: undefined',
      'category: 茶',
    );
    const lines = file.replace('category: undefined', line);
    expect(await problemsOf({ 'products/a.md': lines })).toEqual([`products/a.md:3: ${problem}`]);
  });

  test('front matter that is no map says so', async () => {
    expect(
      withoutAdvice(await problemsOf({ 'articles/a.md': '---\n- a\n---\n', 'site.yaml': '春' })),
    ).toEqual(['articles/a.md:2: there are no keys and values', 'site.yaml:1: there are no keys and values']);
  });

  test('a link of the footer that leads away in disguise is named', async () => {
    const links = ['//evil.example', '/\\evil.example', 'javascript:x', '/\\t/x'].map(
      (url) => `    - { label: a, url: "${url.replace(/\\/g, '\\\\').replace('\\\\t', '\\t')}" }`,
    );
    const problems = await problemsOf({
      'site.yaml': `name: 青葉\nfooter:\n  links:\n${links.join('\n')}\n`,
    });
    expect(withoutAdvice(problems)).toEqual([
      'site.yaml:4: footer.links.0.url is "//evil.example"',
      'site.yaml:5: footer.links.1.url is "/\\\\evil.example"',
      'site.yaml:6: footer.links.2.url is "javascript:x"',
      'site.yaml:7: footer.links.3.url is "/\\t/x"',
    ]);
  });
});

describe('a time', () => {
  test.for([
    '2026-02-30T08:00:00+08:00',
    '2025-02-29T08:00:00+08:00',
    '2026-13-01T08:00:00+08:00',
    '2026-01-01T24:00:00+08:00',
    '2026-01-01',
    '2026-01-01T08:00:00',
    '2026-01-01 08:00:00+08:00',
    '2026/01/01',
    '昨天',
    '20260101',
    // Five digits or a sign before the year in UTC: they would be sorted before everything else.
    '9999-12-31T23:00:00-08:00',
    '0000-01-01T00:00:00+08:00',
  ])('%s is no time', async (value) => {
    const shown = /^\d+$/.test(value) ? value : JSON.stringify(value);
    expect(await problemsOfArticle(`title: 茶\npublishedAt: ${value}`)).toEqual([
      `articles/a.md:4: publishedAt is ${shown}; ${timeHint}`,
    ]);
  });

  test.for([
    '2026-01-01T08:00:00+08:00',
    '2026-01-01T00:00:00Z',
    '2024-02-29T08:00:00.123+08:00',
    '"2026-01-01T08:00:00-05:30"',
  ])('%s is one', async (value) => {
    expect(await problemsOfArticle(`title: 茶\npublishedAt: ${value}`)).toEqual([]);
  });
});

describe('lines', () => {
  const file = anArticle({ tags: '茶' }, '第一段\n\n第二段 <b>粗</b>\n\n[x](javascript:1)');
  const places = [
    'articles/a.md:5: tags is "茶"',
    'articles/a.md:10: <b> is HTML that texts may not have',
    'articles/a.md:12: javascript:1 is not an address that may be linked',
  ];

  test.for([
    ['line feeds', file],
    ['carriage returns and line feeds', file.replaceAll('\n', '\r\n')],
    ['carriage returns alone', file.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${file}`],
    ['white space after the dashes', file.replaceAll('---\n', '--- \t\n')],
  ] as const)('are right in a file with %s', async ([, text]) => {
    const problems = await problemsOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': text });
    expect(withoutAdvice(problems)).toEqual(places);
  });

  test('are right below blank lines before the body', async () => {
    const text = file.replace('---\n\n第', '---\n\n \n\t\n\n第');
    const problems = await problemsOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': text });
    expect(withoutAdvice(problems).slice(1)).toEqual([
      'articles/a.md:13: <b> is HTML that texts may not have',
      'articles/a.md:15: javascript:1 is not an address that may be linked',
    ]);
  });
});

test.for(['', 'title: 茶\n', '---\ntitle: 茶\n', '\n---\ntitle: 茶\n---\n', '+++\ntitle = "茶"\n+++\n'])(
  'a file that begins as %j has no front matter',
  async (text) => {
    expect(await problemsOf({ 'articles/a.md': text })).toEqual([
      'articles/a.md:1: there is no front matter; begin the file with a line ---, then key: value lines, then a line ---',
    ]);
  },
);

test('empty front matter misses its keys, and a rule in the body does not end it', async () => {
  expect(withoutAdvice(await problemsOf({ 'authors/a.md': '---\n---\n\n一\n\n---\n\n二\n' }))).toEqual([
    'authors/a.md:2: name is missing',
  ]);
});
