import { expect, test } from 'vitest';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';

const render = createMarkdownRenderer();

const codeOf = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

/** Everything that docs/content.md lets a text have, each as a block of its own, with a part of what it becomes. */
const features: [name: string, source: string, part: string][] = [
  ['a paragraph', '一段**粗體**與*斜體*，~~刪去~~。', '<strong>粗體</strong>'],
  ['a heading', '## 水溫', '<h2 id="s-水溫"'],
  ['a link', '見[文章](/articles)與 [外站](https://example.com/a "標題")。', 'rel="noopener noreferrer"'],
  ['a picture', '![茶席](media/a.svg "圖說")', '<figcaption>圖說</figcaption>'],
  ['a picture in a line', '杯子 ![杯](media/a.svg) 在此。', '<img src="media/a.svg"'],
  ['a list', '- 一\n- 二\n  1. 子\n  2. 子', '<ul>'],
  ['a numbered list', '3. 三\n4. 四', '<ol start="3">'],
  ['a quotation', '> 引文。', '<blockquote>'],
  ['a callout', '> [!NOTE]\n> 先燙杯。', 'role="note"'],
  ['a callout with a list', '> [!WARNING]\n>\n> - 燙\n> - 慢', 'callout-warning'],
  ['a table', '| 茶 | 溫 |\n| :-- | --: |\n| 綠 | 80 |', 'class="align-right"'],
  ['a note', '話[^1]，又[^1]。\n\n[^1]: 註。', 'class="footnotes"'],
  ['a rule', '---', '<hr>'],
  ['code in a line', '用 `npm <b>`。', '<code>npm &lt;b&gt;</code>'],
  ['code of no language', codeOf('', 'a < b'), '<pre><code>'],
  ['code in js', codeOf('js', "let tea = 'a'; // <b>"), 'hljs-keyword'],
  ['code in html', codeOf('html', '<p class="a">b</p>'), 'hljs-tag'],
  ['code in bash', codeOf('bash', 'echo "$HOME"'), 'hljs-'],
  ['code in diff', codeOf('diff', '- a\n+ b'), 'hljs-deletion'],
  ['ruby', '<ruby>烏龍<rp>(</rp><rt>ㄨ ㄌㄨㄥˊ</rt><rp>)</rp></ruby>茶', '<rt>'],
  ['keys', '按 <kbd>Ctrl</kbd>+<kbd>K</kbd>。', '<kbd>K</kbd>'],
  ['low and raised', 'H<sub>2</sub>O 與 m<sup>2</sup>。', '<sub>2</sub>'],
  [
    'marked, corrected and small',
    '<mark>重</mark><del>舊</del><ins>新</ins><u>名</u><small>小</small>',
    '<mark>',
  ],
  ['an abbreviation', '<abbr title="超文字">HTML</abbr>', '<abbr title="超文字">'],
  ['a line break', '一行<br>二行', '<br>'],
  ['details', '<details>\n<summary>怎麼量？</summary>\n\n用**溫度計**。\n\n</details>', '<summary>'],
  [
    'a figure',
    '<figure>\n\n![一](media/a.svg)\n\n![二](media/b.svg)\n\n<figcaption>兩張</figcaption>\n</figure>',
    '<figcaption>兩張</figcaption>',
  ],
  ['a film', '<video src="media/a.mp4" poster="media/a.jpg"></video>', '<video'],
  ['a sound', '<audio src="media/a.mp3"></audio>', '<audio'],
  [
    'a table of HTML',
    '<table>\n<caption>茶</caption>\n<tr><th scope="col" colspan="2">名</th></tr>\n<tr><td>綠</td><td>紅</td></tr>\n</table>',
    'colspan="2"',
  ],
];

test.for(features)('%s is rendered beside everything else', ([name, source, part]) => {
  for (const [other, otherSource, otherPart] of features) {
    for (const both of [`${source}\n\n${otherSource}`, `${otherSource}\n\n${source}`]) {
      // The same note twice is a mistake of its own.
      if (name === other && name === 'a note') continue;
      const { html, refused } = render(both);
      expect.soft(refused, `${name}, ${other}`).toEqual([]);
      expect.soft(html, `${name}, ${other}`).toContain(part);
      expect.soft(html, `${name}, ${other}`).toContain(otherPart);
    }
  }
});

const within = features.filter(([name]) => !/note|heading/.test(name));

test.for(within)('%s is rendered in a list, a quotation and a callout', ([, source, part]) => {
  const lines = source.split('\n');
  const inItem = lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`.trimEnd()).join('\n');
  const inQuotation = lines.map((line) => `> ${line}`.trimEnd()).join('\n');
  for (const both of [inItem, inQuotation, `> [!TIP]\n>\n${inQuotation}`]) {
    const { html, refused } = render(`按 <kbd>K</kbd>。\n\n${both}`);
    expect.soft(refused, both).toEqual([]);
    expect.soft(html, both).toContain(part);
  }
});
