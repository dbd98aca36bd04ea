import { parseFragment, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';

const render = createMarkdownRenderer();
const html = (source: string) => render(source).html.trim();

/** The HTML as a browser parses and serializes it. */
function asBrowsersDo(rendered: string): string {
  return serialize(parseFragment(rendered));
}

describe('an element of lines stays as it was typed', () => {
  test.for([
    '<ruby>烏龍<rp>(</rp><rt>ㄨ ㄌㄨㄥˊ</rt><rp>)</rp></ruby>茶',
    '按 <kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>',
    'CO<sub>2</sub> 與 x<sup>2</sup>',
    '<mark>重點</mark>在此',
    '第一行<br>第二行',
    '<abbr title="World Health &quot;Organization&quot; &lt;x&gt;">WHO</abbr>',
    '<abbr>WHO</abbr>',
    '<del>舊</del><ins>新</ins>',
    '<u>臺北</u>的<small>附註</small>',
    '<small>\n附註\n</small>',
  ])('%j', (source) => {
    const { html: rendered, refused } = render(source);
    expect(refused).toEqual([]);
    expect(rendered).toBe(`<p>${source}</p>\n`);
  });

  test('in the one spelling of HTML, whatever was typed', () => {
    expect(html('<SUB >2</SUB\t><br/><ABBR Title=\'a "b"\'>x</ABBR>')).toBe(
      '<p><sub>2</sub><br><abbr title="a &quot;b&quot;">x</abbr></p>',
    );
  });

  test('with Markdown in it, around it and beside it', () => {
    expect(html('## 春<sub>**茶**</sub>')).toBe('<h2 id="s-春茶">春<sub><strong>茶</strong></sub></h2>');
    expect(html('- [<mark>茶</mark>](/a)')).toContain('<a href="/a"><mark>茶</mark></a>');
    expect(html('| a |\n|--|\n| 一<br>二 |')).toContain('<td>一<br>二</td>');
    expect(html('字[^1]\n\n[^1]: H<sub>2</sub>O')).toContain('<p>H<sub>2</sub>O ');
  });

  test('in the words for a picture only its words', () => {
    expect(html('![CO<sub>2</sub> <ruby>茶<rt>ㄔㄚˊ</rt></ruby>](media/a.svg)')).toContain(
      'alt="CO2 茶ㄔㄚˊ"',
    );
  });
});

describe('an element of blocks', () => {
  test('details hold Markdown after a blank line', () => {
    expect(html('<details>\n<summary>更多 <kbd>K</kbd></summary>\n\n**茶**：\n\n- 一\n\n</details>')).toBe(
      '<details>\n<summary>更多 <kbd>K</kbd></summary>\n<p><strong>茶</strong>：</p>\n<ul>\n<li>一</li>\n</ul>\n</details>',
    );
  });

  test('details stand in a list or quotation and end with it', () => {
    const { html: rendered, refused } = render(
      '- 一\n\n  <details>\n  <summary>二</summary>\n\n  > 三\n\n  </details>\n- 四',
    );
    expect(refused).toEqual([]);
    expect(rendered).toContain('<blockquote>\n<p>三</p>\n</blockquote>\n</details>\n</li>');
  });

  test('a figure holds pictures of Markdown and words below them', () => {
    expect(
      html(
        '<figure>\n\n![茶](media/a.svg)\n\n![水](media/b.svg)\n\n<figcaption>一 &lt; 二</figcaption>\n</figure>',
      ),
    ).toBe(
      '<figure>\n<img src="media/a.svg" alt="茶" loading="lazy" decoding="async">\n' +
        '<img src="media/b.svg" alt="水" loading="lazy" decoding="async">\n' +
        '<figcaption>一 &lt; 二</figcaption>\n</figure>',
    );
  });

  test('a picture with a caption of its own is a figure within the figure', () => {
    expect(
      html('<figure>\n\n![茶](media/a.svg "壺")\n\n<figcaption>\n\n*兩*張\n\n</figcaption>\n</figure>'),
    ).toBe(
      '<figure>\n<figure><img src="media/a.svg" alt="茶" loading="lazy" decoding="async">' +
        '<figcaption>壺</figcaption></figure>\n<figcaption>\n<p><em>兩</em>張</p>\n</figcaption>\n</figure>',
    );
  });

  test('a table has spans, a caption, columns and scopes, and can be scrolled', () => {
    const table =
      '<table>\n<caption>春茶</caption>\n<colgroup><col><col span="2"></colgroup>\n' +
      '<thead>\n<tr><th scope="col" colspan="3">茶</th></tr>\n</thead>\n' +
      '<tbody>\n<tr><th scope="row" rowspan="2">包種</th><td>H<sub>2</sub>O</td><td></td></tr>\n</tbody>\n' +
      '<tfoot>\n<tr><td colspan="3">完</td></tr>\n</tfoot>\n</table>';
    const { html: rendered, refused } = render(table);
    expect(refused).toEqual([]);
    expect(rendered).toBe(`<div class="table-scroll">${table}</div>`);
  });

  test('rows without a body get the one that browsers would give them', () => {
    expect(html('<table>\n<tr><td>一</td></tr>\n<tr><td>二</td></tr>\n</table>')).toBe(
      '<div class="table-scroll"><table>\n<tbody><tr><td>一</td></tr>\n<tr><td>二</td></tr>\n</tbody></table></div>',
    );
  });

  test('a cell holds Markdown after a blank line', () => {
    expect(html('<table><tr><td>\n\n**茶**\n\n</td></tr></table>')).toContain(
      '<td>\n<p><strong>茶</strong></p>\n</td>',
    );
  });

  test('a film or a sound is played when asked for, however it was typed', () => {
    expect(html("<VIDEO poster=media/a.jpg controls src='media/films/\u{8336}.mp4'></video>")).toBe(
      '<video src="media/films/茶.mp4" poster="media/a.jpg" controls="" preload="metadata" playsinline=""></video>',
    );
    const {
      html: rendered,
      images,
      refused,
    } = render('<figure>\n<audio src="media/rain.mp3"></audio>\n<figcaption>雨</figcaption>\n</figure>');
    expect(refused).toEqual([]);
    expect(images).toEqual([{ path: 'media/rain.mp3', line: 2 }]);
    expect(rendered).toContain('<audio src="media/rain.mp3" controls="" preload="metadata"></audio>');
  });

  test.for([
    ['<video src="media/a.mp4" autoplay></video>', 'html-attribute autoplay'],
    ['<video src="media/a.mp4" onplay="alert(1)"></video>', 'html-attribute onplay'],
    ['<video src="https://tea.example/a.mp4"></video>', 'html-value src="https://tea.example/a.mp4"'],
    ['<video src="media/../a.mp4"></video>', 'html-value src="media/../a.mp4"'],
    ['<video src="media/a.svg"></video>', 'html-value src="media/a.svg"'],
    ['<video src="media/a.mp4" poster="media/b.mp4"></video>', 'html-value poster="media/b.mp4"'],
    ['<audio src="media/a.mp4"></audio>', 'html-value src="media/a.mp4"'],
    ['<audio></audio>', 'html-missing src'],
    ['<audio src="media/a.mp3">雨</audio>', 'words-in-element <audio>'],
    ['雨 <audio src="media/a.mp3"></audio>', 'misplaced-html <audio>'],
    ['<video>\n<source src="media/a.mp4">\n</video>', 'html-missing src'],
  ])('%j is refused and shown as typed', ([source = '', told = '']) => {
    const { html: rendered, refused } = render(source);
    expect(refused.map(({ reason, path }) => `${reason} ${path}`)).toContain(told);
    if (!told.startsWith('words')) expect(rendered).not.toMatch(/<(?:video|audio)/);
  });

  test('is what browsers make of it', () => {
    for (const source of everything) {
      const { html: rendered, refused } = render(source);
      expect(refused, source).toEqual([]);
      expect(asBrowsersDo(rendered), source).toBe(rendered);
    }
  });
});

describe('the words of a text', () => {
  test('have what ruby writes above them only once', () => {
    expect(render('<ruby>烏龍<rp>(</rp><rt>ㄨ ㄌㄨㄥˊ</rt><rp>)</rp></ruby>茶').text).toBe('烏龍茶');
    const { headings } = render('## <ruby>烏龍<rt>ㄨ</rt></ruby>茶');
    expect(headings).toEqual([{ id: 's-烏龍茶', level: 2, text: '烏龍茶' }]);
  });

  test('are there from every block, one space between blocks', () => {
    expect(
      render(
        '<details>\n<summary>更<mark>多</mark></summary>\n\n內文\n\n</details>\n\n' +
          '<table><tr><td>春<sub>1</sub></td><td>冬&amp;<br>秋</td></tr></table>',
      ).text,
    ).toBe('更多 內文 春1 冬& 秋');
  });

  test('are text where tags are code or escaped', () => {
    const {
      html: rendered,
      refused,
      text,
    } = render('`<sub>` \\<sub> &lt;sub>\n\n```\n<details>\n```\n\n    <table>');
    expect(refused).toEqual([]);
    expect(text).toBe('<sub> <sub> <sub>');
    expect(rendered).not.toMatch(/<(?:sub|details|table)/);
  });
});

describe('a heading with one sign', () => {
  test('is an h2, and those below it stay below it', () => {
    const { html: rendered, headings } = render(
      '# 一\n\n## 二\n\n##### 五\n\n###### 六\n\n> # 七\n\n八\n===',
    );
    expect(headings.map(({ level }) => level)).toEqual([2, 3, 6, 6, 2, 2]);
    expect(rendered).toContain('<h2 id="s-一">一</h2>');
    expect(rendered).not.toContain('<h1');
  });

  test('changes nothing in a text that has none', () => {
    expect(render('## 一\n\n### 二\n\n###### 六').headings.map(({ level }) => level)).toEqual([2, 3, 6]);
  });
});

const everything = [
  '<ruby>茶<rt>ㄔㄚˊ</rt></ruby> <kbd>K</kbd> <sub>1</sub><sup>2</sup><mark>m</mark><br><abbr title="x">a</abbr>' +
    '<del>d</del><ins>i</ins><u>u</u><small>s</small>',
  '<details>\n<summary>題</summary>\n\n# 茶\n\n<details>\n<summary>內</summary>\n文\n</details>\n</details>',
  '<figure>\n<figcaption>前</figcaption>\n\n![茶](media/a.svg)\n\n</figure>',
  '<figure>\n<table>\n<tr><th>一</th></tr>\n</table>\n</figure>',
  '<table>\n\n<tr>\n\n<td>\n\n| a |\n|--|\n| b |\n\n</td>\n\n</tr>\n\n</table>',
  '<video src="media/a.mp4"></video>\n\n- <audio controls src="media/a.m4a"></audio>',
  '<u><small>**茶**</small></u>\n\n- <u>一\n  二</u>',
];
