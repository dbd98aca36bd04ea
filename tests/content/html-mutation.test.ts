import { parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';
import { findMovedHtml } from '#server/content/html/moved-html.ts';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import { howMany } from '../helpers/how-many.ts';

const render = createMarkdownRenderer();

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
    const rounds = howMany({ usually: 800, whole: 3000 });
    let state = 20261122;
    for (let round = 0; round < rounds; round += 1) {
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
