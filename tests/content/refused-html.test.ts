import { parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';
import { findMovedHtml } from '#server/content/moved-html.ts';
import { createMarkdownRenderer } from '#server/content/render-markdown.ts';
import { anArticle, anAuthor, problemsOf } from '../helpers/content.ts';

const render = createMarkdownRenderer();

/** Each with its line, what is wrong, and the way out. */
const mistakes: [source: string, ...told: string[]][] = [
  [
    '<script>alert(1)</script>',
    '1: <script> is HTML that texts may not have; leave it out: texts have no scripts',
  ],
  [
    '文\n<style>*{}</style>',
    '2: <style> is HTML that texts may not have; leave it out: texts have no scripts and',
  ],
  [
    '<iframe src="https://a.example">',
    '1: <iframe> is HTML that texts may not have; link to it: [words](https://…)',
  ],
  ['<video src="media/a.mp4"></video>', '1: <video> is HTML that texts may not have; link to it'],
  [
    '<form><input></form>',
    '1: <form> is HTML that texts may not have; leave it out: texts have no forms',
    '1: <input>',
  ],
  ['<a href="/x">x</a>', '1: <a> is HTML that texts may not have; write [words](/articles), or put code'],
  [
    '<img src=x>',
    '1: <img> is HTML that texts may not have; write ![what it shows](media/articles/spring.svg)',
  ],
  ['<x-y>', '1: <x-y> is HTML that texts may not have; write Markdown, or put code between backquotes'],
  [
    '<!-- 註 -->',
    '1: <!-- is HTML that texts may not have; leave it out: what only editors read belongs into',
  ],
  [
    '<details>\n<summary>x</summary>\n<!-- 註 --><div>x</div>\n</details>',
    '3: <!-- is HTML',
    '3: <div> is HTML',
  ],
  ['<sub onclick="x">2</sub>', '1: <sub> has the attribute onclick; leave it out: texts run nothing'],
  ['一\n<u style="x">二</u>', '2: <u> has the attribute style; leave it out: looks are those of the site'],
  [
    '<u id="app">二</u>',
    '1: <u> has the attribute id; leave it out: headings are what can be linked to: ## 水溫',
  ],
  [
    '<u class="x" lang=en>二</u>',
    '1: <u> has the attribute class; leave it out: looks',
    '1: <u> has the attribute lang; leave it out: <u> has none',
  ],
  [
    '<details open>\n<summary>x</summary>\n</details>',
    '1: <details> has the attribute open; leave it out: <details> has none',
  ],
  [
    '<table><tr><td width=3>x</td></tr></table>',
    '1: <td> has the attribute width; leave it out: <td> may have colspan, rowspan',
  ],
  [
    '<table><tr>\n<td colspan="0" rowspan="101">x</td></tr></table>',
    '2: <td> has colspan="0"; use a whole number from 1 to 100',
    '2: <td> has rowspan="101"; use',
  ],
  [
    '<table><tr><th scope="x">x</th></tr></table>',
    '1: <th> has scope="x"; use row, col, rowgroup or colgroup',
  ],
  ['<abbr title="">x</abbr>', '1: <abbr> has title=""; write what the short form stands for'],
  ['一\n\n`<sub>`\n二 <sub>三', '4: <sub> is not closed; write </sub> where it ends, in the same paragraph'],
  ['<u>**x</u>**', '1: </u> closes nothing that is open here; write <u> before it', '1: <u> is not closed'],
  ['<u><kbd>x</u></kbd>', '1: <kbd> is not closed; write </kbd> where it ends'],
  ['一</sub>', '1: </sub> closes nothing that is open here; write <sub> before it, or leave it out'],
  ['</br>', '1: </br> closes nothing that is open here; write <br>'],
  [
    '一\n\n<details>\n<summary>x</summary>\n\n## 二\n\n三',
    '3: <details> is not closed; write </details> where it ends',
  ],
  [
    '> <details>\n> <summary>x</summary>\n\n</details>',
    '1: <details> is not closed; write </details> where it ends, within the list item or quotation',
  ],
  ['<details>\n\n一\n\n</details>', '1: <details> has no title; begin it with <summary>words</summary>'],
  [
    '<details>\n一\n<summary>x</summary>\n</details>',
    '3: <summary> may not stand in this place of <details>; put it once into <details>, before all else',
  ],
  [
    '<details><summary>\n\n一\n\n</summary>\n</details>',
    '3: a block of Markdown stands directly in <summary>; write its words in one line',
  ],
  ['<rt>x</rt>', '1: <rt> may not stand in this place; put it directly into <ruby>'],
  ['<ruby>**茶<rt>x</rt>**</ruby>', '1: <rt> may not stand in this place; put it directly into <ruby>'],
  [
    '文 <table><tr>',
    '1: <table> may not stand in this place; begin a line of its own',
    '1: <tr> may not stand in this place; put it into <table>',
  ],
  [
    '<figure>\n一\n<figcaption>x</figcaption>\n二\n</figure>',
    '3: <figcaption> may not stand in this place; put it once into <figure>',
  ],
  [
    '<table>\n<tr><td>x</td></tr>\n<caption>x</caption>\n</table>',
    '3: <caption> may not stand in this place of <table>; put it into <table>, in the order',
  ],
  [
    '<table>\n<tr>\n字<td>x</td></tr>\n</table>',
    '3: words stand directly in <tr>; put them into <td>, <th> or <caption>',
  ],
  [
    '<table>\n\n    <tr>\n\n</table>',
    '3: a block of Markdown stands directly in <table>; put it into <td>, <th> or <caption>, without spaces',
  ],
  [
    '<details>\n<summary>x</summary>\n一 **二** [三](/x)\n[^1]\n</details>',
    '3: **二** is Markdown in a block of HTML, where it is not read; leave a blank line',
    '3: [三](/x) is Markdown',
    '4: [^1] is Markdown',
  ],
  ['<table\ntitle="x', '1: <table is a tag that does not end; write > at its end'],
  ['<sub/onclick=x>', '1: <sub> is not written as a tag; write it as <sub>, or \\< where no tag is meant'],
];

test.for(mistakes)('%j is told with its line and the way out', async ([source, ...told]) => {
  const problems = await problemsOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': anArticle({}, source) });
  // The body begins in line 7.
  const inBody = problems.map((problem) =>
    problem.replace(/^articles\/a\.md:(\d+)/, (_, line) => String(Number(line) - 6)),
  );
  expect(inBody.filter((problem) => !told.some((start) => problem.startsWith(start)))).toEqual([]);
  for (const start of told) expect(inBody).toContainEqual(expect.stringContaining(start));
});

describe('HTML that would become another in a browser', () => {
  const hostile = [
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<details>\n<summary><noscript><p title="</noscript><img src=x onerror=alert(1)>"></summary>\n</details>',
    '<abbr title="</abbr><img src=x onerror=alert(1)>">x</abbr>',
    "<abbr title='\"><img src=x onerror=alert(1)>'>x</abbr>",
    '<abbr title=`"onmouseover=alert(1)`>x</abbr>',
    '<abbr title="x"onmouseover="alert(1)">x</abbr>',
    '<abbr title=x/onmouseover=alert(1)>x</abbr>',
    '<abbr title="href=&quot;/" title="onclick=">x</abbr>',
    '<table><tr><td><table><td><img src=x onerror=alert(1)></td></table></td></tr></table>',
    '<table>\n<a href="javascript:alert(1)">x\n<tr><td>y</td></tr>\n</table>',
    '<table><svg><tr><td>x</td></tr></svg></table>',
    '<td><script>alert(1)</script></td>',
    '<details><template><img src=x onerror=alert(1)></template></details>',
    '<details>\n<textarea></details><img src=x onerror=alert(1)>',
    '<details>\n<title></details><img src=x onerror=alert(1)></title>',
    '<details>\n<plaintext>',
    '<details>\n<xmp><img src=x onerror=alert(1)></xmp>\n</details>',
    '<details>\n<summary>x</summary>\n<!--><img src=x onerror=alert(1)>-->\n</details>',
    '<details>\n<summary>x</summary>\n<![CDATA[<img src=x onerror=alert(1)>]]>\n</details>',
    '<details>\n<summary>x</summary>\n<?x ><img src=x onerror=alert(1)>?>\n</details>',
    '<details>\n<summary>&lt;img src=x onerror=alert(1)&gt; &#60;script&#62;</summary>\n</details>',
    '<details>\n<summary>x</summary>\n<img src="media/a.svg" alt="x" onerror="alert(1)">\n</details>',
    '<details>\n<summary>x</summary>\nclass="footnote-backref"> <img src="media/x" alt="y">\n</details>',
    '<sub\u0000onclick=alert(1)>x</sub>',
    '<sub\u000Conclick=alert(1)>x</sub>',
    '<\u017Fub>x</\u017Fub><\u212Abd>x</\u212Abd>',
    '<ruby><rt><ruby><rt>x</rt></ruby></rt></ruby></rt>',
    '<u><details>\n</u>\n</details>',
    '<details>\n<u>\n</details>\n</u>',
    '`<sub>` <sub>`</sub>`<img src=x onerror=alert(1)></sub>',
    '[<sub>](/a)</sub><abbr title="](javascript:alert(1))">x</abbr>',
    '| <details> | </details> |\n|--|--|\n| <td> | </table> |',
    '<figure>\n\n![x](media/a.svg)<img src=x onerror=alert(1)>\n\n</figure>',
  ];

  test.for(hostile)('%j has nothing but elements of texts, as browsers read it', (source) => {
    const { html } = render(source);
    expect(foreign(html)).toEqual([]);
    expect(asBrowsersDo(html)).toBe(inOneSpelling(html));
  });

  test('is not made of pieces of it, whatever their order', () => {
    const pieces = [
      ...hostile.flatMap((source) => source.split(/(?=<)|(?<=>)/)),
      '\n',
      '\n\n',
      '> ',
      '- ',
      '    ',
    ];
    let state = 20261122;
    for (let round = 0; round < 3000; round += 1) {
      const source = Array.from({ length: 8 }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return pieces[Math.floor((state / 2 ** 32) * pieces.length)];
      }).join('');
      const { html } = render(source);
      expect(foreign(html), source).toEqual([]);
      expect(asBrowsersDo(html), source).toBe(inOneSpelling(html));
    }
  });
});

test('a tag that is refused is shown as it was typed, those beside it are elements', () => {
  expect(render('<sub onclick="x">2</sub> <sup>3</sup>').html).toBe(
    '<p>&lt;sub onclick=&quot;x&quot;&gt;2&lt;/sub&gt; <sup>3</sup></p>\n',
  );
  expect(render('<sub>2 <sup>3</sup>').html).toBe('<p>&lt;sub&gt;2 <sup>3</sup></p>\n');
});

test('what browsers would move is text altogether', () => {
  const { html } = render('<table>\n<tr onclick="x"><td>**茶**</td></tr>\n</table>\n\n<sub>2</sub>');
  expect(html).toContain('&lt;td&gt;<strong>茶</strong>&lt;/td&gt;');
  expect(html).toContain('<p>&lt;sub&gt;2&lt;/sub&gt;</p>');
});

test.for([
  ['<p>一 &amp; "二" &quot;</p>\n<ul>\n<li><br></li>\n</ul>', null],
  ['<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>', null],
  ['<table><tr><td>x</td></tr></table>', 'tbody'],
  ['<p>一<details></details></p>', 'p'],
  ['<a href="/a"><a href="/b">x</a></a>', 'a'],
  ['<table>x</table>', 'table'],
  ['<p>一', 'p'],
  ['<script>1</script>', 'script'],
  ['<p onclick="x">一</p>', 'p'],
  ['<td style="x">一</td>', 'td'],
  ['<abbr title="">x</abbr>', 'abbr'],
  ['<p>一<!-- x --></p>', 'p'],
] as const)('of %j the last gate names %j', ([html, moved]) => {
  expect(findMovedHtml(html)).toBe(moved);
});

test('an element that is left open takes nothing with it', () => {
  const { html } = render('<details>\n<summary>x</summary>\n\n一 <sub>二\n\n<figure>\n\n> <table>\n\n三');
  expect(html).toContain('<p>一 &lt;sub&gt;二</p>');
  expect(html.trim().endsWith('<p>三</p>')).toBe(true);
  expect(foreign(html)).toEqual([]);
});

const elements = new Set(
  (
    'p br strong em s code pre blockquote hr ul ol li h2 h3 h4 h5 h6 a img figure figcaption div table thead tbody tfoot ' +
    'tr th td caption colgroup col sup sub section ruby rt rp kbd mark abbr del ins u small details summary'
  ).split(' '),
);
const attributes = new Set(
  'href src alt title id class rel loading decoding start colspan rowspan span scope'.split(' '),
);

function asBrowsersDo(html: string): string {
  return inOneSpelling(serialize(parseFragment(html)));
}

/** Within text, quotes and spaces need no escape. */
function inOneSpelling(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&nbsp;', '\u00A0');
}

/** Elements and attributes that no text may have, in what a browser makes of the HTML; and addresses that run. */
function foreign(html: string): string[] {
  const found: string[] = [];
  const rest: DefaultTreeAdapterTypes.Node[] = [parseFragment(html)];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if ('childNodes' in node) rest.push(...node.childNodes);
    if (node.nodeName.startsWith('#')) {
      if (node.nodeName === '#comment') found.push(node.nodeName);
    } else if (!elements.has(node.nodeName)) found.push(node.nodeName);
    for (const { name, value } of 'attrs' in node ? node.attrs : []) {
      if (!attributes.has(name)) found.push(`${node.nodeName} ${name}`);
      if (/^(?:href|src)$/.test(name) && /^\s*(?:javascript|data|vbscript):/i.test(value)) found.push(value);
      if (name === 'id' && !/^(?:s-|fn)/.test(value)) found.push(`#${value}`);
    }
  }
  return found;
}
