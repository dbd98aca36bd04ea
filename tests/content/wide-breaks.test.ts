import { describe, expect, test } from 'vitest';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import { parseYaml } from '#server/content/front-matter/front-matter.ts';
import { articleKind } from '#server/content/kinds/article.ts';
import { plainBody } from '#server/search/index/plain-body.ts';

const render = createMarkdownRenderer();
const shown = (source: string) => plainBody(render(source).html).text;

describe('a line break between characters of a script without spaces', () => {
  test.for([
    ['第一行\n第二行', '第一行第二行'],
    ['第一行。  \n第二行', '第一行。\n第二行'],
    ['（全形）\n「括號」', '（全形）「括號」'],
    ['カタカナ\nひらがな', 'カタカナひらがな'],
    ['ㄅㄆㄇ\nㄈ', 'ㄅㄆㄇㄈ'],
    ['好茶🍵\n🍵好茶', '好茶🍵🍵好茶'],
    ['他說——\n走了……\n真的', '他說——走了……真的'],
    ['零寬\u200B\n空格', '零寬\u200B空格'],
    ['葛\u{E0100}\n城', '葛\u{E0100}城'],
    ['**粗體**\n字', '粗體字'],
    ['字\n**粗*斜\n體***', '字粗斜體'],
    ['[連結](/articles)\n[連結](/product)', '連結連結'],
    ['~~刪~~\n`碼`\n字', '刪碼字'],
    ['字[^1]\n字\n\n[^1]: 註\n    釋', '字字\n註釋'],
    ['<ruby>茶<rt>ㄔㄚˊ</rt></ruby>\n葉', '茶葉\nㄔㄚˊ'],
    ['<mark>字</mark>\n<u>字</u>', '字字'],
    ['字\\*\n字\\\n字', '字*\n字\n字'],
    ['字&#x3002;\n字', '字。字'],
    ['- 項目\n  一行\n- 項目', '項目一行\n項目'],
    ['> 引文\n> 一行\n> - 項\n>   目', '引文一行\n項目'],
    ['> [!TIP]\n> 提示\n> 一行', '提示一行'],
    ['<details>\n<summary>標\n題</summary>\n\n內\n文\n\n</details>', '標題\n內文'],
    ['<table>\n<tr><td>\n字\n<mark>字</mark>\n字\n</td><td>a\n字</td></tr>\n</table>', '字字字\na\n字'],
  ])('%j is shown as %j', ([source = '', text]) => {
    expect(shown(source)).toBe(text);
  });

  test.for([
    'tea\nhouse',
    '茶\ntea',
    'tea\n茶',
    '한국\n한국',
    '字\n한국',
    '茶 7\n公克',
    '字`code`\n字',
    'a——\nb',
  ])('%j keeps its space', (source) => {
    const { html, text } = render(source);
    expect(html.trim()).toContain('\n');
    expect(text).toContain(' ');
  });

  test('is joined alike in the text, in headings with their ids, in captions and in words of pictures', () => {
    const { html, text, headings } = render(
      '二十四\n節**氣**\n===\n\n![圖\n片](media/a.png "說\n明")\n\n見[連\n結](/articles "標\n題")',
    );
    expect(text).toBe('二十四節氣 見連結');
    expect(headings).toEqual([{ id: 's-二十四節氣', level: 2, text: '二十四節氣' }]);
    expect(html).toContain('alt="圖片"');
    expect(html).toContain('<figcaption>說明</figcaption>');
    expect(html).toContain('title="標題"');
  });

  test('stays in code', () => {
    expect(render('```\n第一行\n第二行\n```').html).toContain('第一行\n第二行');
  });

  test.for([
    ['|\n  一行\n  又一行\n  and one\n\n  又\n\n  一段', '一行又一行\nand one\n\n又\n\n一段'],
    ['>\n  一行\n  又 一行\n  and\n  one\n\n  末行', '一行又 一行 and one\n末行'],
    ['一行\n  又一行 一行\n  又一行', '一行又一行 一行又一行'],
    ['"一行\n  又「一行」\\n\n  tea\n  茶"', '一行又「一行」\n tea 茶'],
    ["'一行\n  ''又''\n  一行'", "一行 '又' 一行"],
  ])('is joined in the value %j of the front matter', ([yaml, summary]) => {
    const text = `title: "春茶\n  日記"\nauthor: lin\nstatus: draft\nsummary: ${yaml}\n`;
    expect(parseYaml({ file: 'a.md', text, firstLine: 2 }, articleKind.schema, {})).toMatchObject({
      value: { title: '春茶日記', summary },
    });
  });

  test('leaves a full-width blank at the start of a line', () => {
    expect(render('第一行\n　第二行').html).toBe('<p>第一行　第二行</p>\n');
  });
});
