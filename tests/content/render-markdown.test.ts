import { describe, expect, test } from 'vitest';
import { withLabels } from '#shared/locale/stored-html.ts';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';

const render = createMarkdownRenderer();
const html = (source: string) => render(source).html.trim();

describe('emphasis next to full-width punctuation', () => {
  test.for([
    ['**「重點」**的', '<p><strong>「重點」</strong>的</p>'],
    ['**粗體（括號）**後面', '<p><strong>粗體（括號）</strong>後面</p>'],
    ['他說**「好。」**然後走了', '<p>他說<strong>「好。」</strong>然後走了</p>'],
    ['水溫*（九十度）*最好', '<p>水溫<em>（九十度）</em>最好</p>'],
    ['這是**重點：**水要滾', '<p>這是<strong>重點：</strong>水要滾</p>'],
    [
      '**第一泡**、*第二泡*，~~第三泡~~。',
      '<p><strong>第一泡</strong>、<em>第二泡</em>，<s>第三泡</s>。</p>',
    ],
  ] as const)('%s is emphasised', ([source, expected]) => {
    expect(html(source)).toBe(expected);
  });
});

describe('footnotes', () => {
  const body = '春茶[^a]與冬茶[^b]，再說春茶[^a]。\n\n[^a]: 三月採。\n[^b]: 十一月採。';

  test('a note is linked from the text and back, as often as it is named, under one number', () => {
    const rendered = html(body);
    for (const [link, place] of [
      ['#fn1', 'fnref1'],
      ['#fn2', 'fnref2'],
      ['#fn1', 'fnref1:1'],
    ]) {
      expect(rendered).toContain(`<a href="${link}" id="${place}">[${link?.at(-1)}]</a>`);
      expect(rendered).toContain(`<a href="#${place}" class="footnote-backref"`);
    }
    expect(idsIn(rendered)).toEqual(['fnref1', 'fnref2', 'fnref1:1', 'fn1', 'fn2']);
  });

  test('the notes stand in a section of their own with a place for its title, and no rule before it', () => {
    expect(html(body)).toMatch(/<section class="footnotes"><h2 class="footnotes-title"><\/h2>\s*<ol>/);
    expect(html(body)).not.toContain('<hr');
  });

  test('once read, the notes and the ways back say what they are', () => {
    const shown = withLabels(html(body));
    expect(shown).toContain('<h2 class="footnotes-title">註釋</h2>');
    expect(shown.match(/class="footnote-backref" aria-label="回到內文">/g)).toHaveLength(3);
  });
});

test('a table can be scrolled by itself and aligns its columns without inline styles', () => {
  const rendered = html('| 茶 | 價錢 | 產地 |\n|:--|--:|:-:|\n| 包種 | 680 | 坪林 |');
  expect(rendered).toMatch(/^<div class="table-scroll"><table>[\s\S]*<\/table><\/div>$/);
  expect(rendered).toContain('<th class="align-right">價錢</th>');
  expect(rendered).toContain('<td class="align-left">包種</td>');
  expect(rendered).toContain('<td class="align-center">坪林</td>');
  expect(rendered).not.toContain('style=');
});

describe('headings', () => {
  test('each has an id of its own, of the words that it says in any script', () => {
    const { html: rendered, headings } = render(
      '## 春茶，與水\n\n### A & B：`code`\n\n## 春茶與水\n\n## 春茶，與水\n\n## ！？\n\n## 春茶，與水',
    );
    expect(headings).toEqual([
      { id: 's-春茶-與水', level: 2, text: '春茶，與水' },
      { id: 's-a-b-code', level: 3, text: 'A & B：code' },
      { id: 's-春茶與水', level: 2, text: '春茶與水' },
      { id: 's-春茶-與水-1', level: 2, text: '春茶，與水' },
      { id: 's-', level: 2, text: '！？' },
      { id: 's-春茶-與水-2', level: 2, text: '春茶，與水' },
    ]);
    expect(idsIn(rendered)).toEqual(headings.map((heading) => heading.id));
  });

  test('a heading that is called like another with a number is told apart', () => {
    const ids = render('## 茶\n\n## 茶 1\n\n## 茶').headings.map((heading) => heading.id);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('pictures', () => {
  test('a picture alone in its paragraph is a figure, its title the caption', () => {
    expect(html('![茶壺](media/pot.svg "朱泥壺，<手捏> & \\"老\\"")')).toBe(
      '<figure><img src="media/pot.svg" alt="茶壺" loading="lazy" decoding="async">' +
        '<figcaption>朱泥壺，&lt;手捏&gt; &amp; &quot;老&quot;</figcaption></figure>',
    );
    expect(html('![茶壺](media/pot.svg)')).not.toContain('figcaption');
  });

  test('a picture within text stays in its line', () => {
    expect(html('像 ![茶壺](media/pot.svg) 這樣')).toMatch(/^<p>像 <img [^>]*> 這樣<\/p>$/);
  });

  test('a figure in a list keeps its caption', () => {
    expect(html('- ![茶壺](media/pot.svg "朱泥壺")')).toContain('<figcaption>朱泥壺</figcaption></figure>');
  });

  test('the text instead of a picture is read without marks', () => {
    expect(html('![**朱泥**壺 &amp; `杯`](media/pot.svg)')).toContain('alt="朱泥壺 &amp; 杯"');
  });

  test('the pictures of the media folder are listed as they are named there, each with its line', () => {
    const body =
      '`![x](media/a.svg)` 是寫法\n\n一行\n![a](media/茶席.svg)\n![b](<media/春 茶.svg>)\n\n| 圖 |\n|--|\n| ![c](media/c.svg) |';
    expect(render(body).images).toEqual([
      { path: 'media/茶席.svg', line: 4 },
      { path: 'media/春 茶.svg', line: 5 },
      { path: 'media/c.svg', line: 9 },
    ]);
  });
});

describe('HTML', () => {
  test.for([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)></svg>',
    '<svg/onload=alert(1)>',
    '<!-- 註解 -->',
    '<div>\n\n<b>粗</b>\n\n</div>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<style>*{display:none}</style>',
    '- <b>x</b>',
    '| <hr> |\n|--|\n| x |',
    '文字<span>2</span>',
    '<?php echo 1 ?>',
    '<![CDATA[x]]>',
    '<!DOCTYPE html>',
    '[^1]\n\n[^1]: <script>alert(1)</script>',
    '^[<b>x</b>]',
  ])('%j becomes text, and the editor is told', (source) => {
    const { html: rendered, refused } = render(source);
    expect(tagsIn(rendered).filter((tag) => !allowedTags.has(tag))).toEqual([]);
    expect(refused.map((mistake) => mistake.reason)).toContain('raw-html');
  });

  test('what is code or escaped is text that was meant so', () => {
    const body = '`<script>` \\<b> &lt;i&gt; 1 < 2 > 1\n\n```html\n<div onclick="x">\n```\n\n    <indented>';
    const { html: rendered, refused } = render(body);
    expect(refused).toEqual([]);
    expect(rendered).toContain('<code>&lt;script&gt;</code> &lt;b&gt; &lt;i&gt; 1 &lt; 2 &gt; 1');
    expect(rendered.replaceAll(/<\/?span[^>]*>/g, '')).toContain('&lt;div onclick=&quot;x&quot;&gt;');
    expect(tagsIn(rendered)).not.toContain('script');
  });

  test('an entity stands for its sign and never for markup', () => {
    expect(html('&#60;script&#62;alert(1)&lt;/script&gt; &#x3C;b&#x3E; &#0; &hellip;')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt; \uFFFD …</p>',
    );
  });
});

test('whatever is typed, the HTML is well formed and has nothing but the known tags and attributes', () => {
  const random = randomNumbers(20261120);
  for (let round = 0; round < 3000; round += 1) {
    const source = Array.from({ length: 1 + random(14) }, () => pieces[random(pieces.length)]).join('');
    const { html: rendered } = render(source);
    expect(findMalformed(rendered), source).toBeNull();
  }
});

test('the words of a body are found without marks, one space between blocks', () => {
  expect(render('# 春茶\n\n**坪林**的茶，\n`香`。\n\n- 一\n- [二](/articles)').text).toBe(
    '春茶 坪林的茶，香。 一 二',
  );
});

const pieces = [
  ...[
    '**',
    '*',
    '~~',
    '`',
    '```\n',
    '\n',
    '\n\n',
    '> ',
    '- ',
    '1. ',
    '    ',
    '| a | b |\n|:-|-:|\n',
    '|',
    '---\n',
    '## ',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '](javascript:x)',
    '](//evil)',
    '](/a)',
    '](media/a.svg)',
    '](media/a.svg "題")',
    '<',
    '>',
  ],
  ...[
    '[^1]',
    '[^1]: ',
    '\n\n[^1]: 註',
    '^[',
    '[^a]: [^1]\n',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '<https://a.example>',
    '<sub>',
    '</sub>',
    '<ruby><rt>',
    '</rt></ruby>',
    '<br>',
    '\n<details>\n<summary>題</summary>\n\n',
    '\n</details>\n\n',
    '\n<table><tr><td colspan=2>\n',
    '\n</td></tr></table>\n',
    '<figcaption>',
    '\n<figure>\n\n',
    '</figure>',
    '<td onclick="x">',
    '"',
    "'",
  ],
  ...[
    '&lt;',
    '&#0;',
    '\\',
    '文字',
    '「',
    '」',
    '（',
    '）',
    '，',
    'word ',
    '\t',
    '\u0001',
    '\uFFFC',
    '😀',
    '\uD800',
  ],
];

const allowedTags = new Set(
  (
    'details summary caption sub ruby rt p br strong em s code pre blockquote hr ul ol li h1 h2 h3 h4 h5 h6 a img figure figcaption div table thead tbody ' +
    'tr th td sup section'
  ).split(' '),
);
const allowedAttributes = new Set(
  'href src alt title id class rel loading decoding start colspan'.split(' '),
);
const voidTags = new Set(['br', 'hr', 'img']);

function tagsIn(rendered: string): string[] {
  return [...rendered.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map((match) => String(match[1]));
}

function idsIn(rendered: string): string[] {
  return [...rendered.matchAll(/ id="([^"]*)"/g)].map((match) => String(match[1]));
}

/** The first thing that is wrong: an unknown tag or attribute, a tag left open, a sign that should be escaped. */
function findMalformed(rendered: string): string | null {
  const open: string[] = [];
  const rest = rendered.replace(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/g,
    (tag, slash, name, attributes) => {
      const names = [...String(attributes).matchAll(/ ([a-z-]+)="/g)].map((match) => String(match[1]));
      if (!allowedTags.has(name) || names.some((attribute) => !allowedAttributes.has(attribute)))
        return `<${tag}`;
      if (slash) return open.pop() === name ? '' : `<${tag}`;
      if (!voidTags.has(name)) open.push(name);
      return '';
    },
  );
  const wrong = /.{0,20}[<>].{0,40}/.exec(rest)?.[0];
  return wrong ?? (open.length > 0 ? `left open: ${open.join(' ')}` : null);
}

function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
