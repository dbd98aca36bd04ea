import { describe, expect, test } from 'vitest';
import { htmlToMarkdown } from '#client/edit/script/paste/html-to-markdown.ts';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import * as clipboard from '#tests/helpers/clipboard.ts';

const toMarkdown = (html: string) => htmlToMarkdown(html, 'https://site.example');
const render = createMarkdownRenderer();

const programs = [
  ['Word', clipboard.fromWord, clipboard.wordAsMarkdown],
  ['Google Docs', clipboard.fromGoogleDocs, clipboard.googleDocsAsMarkdown],
  ['Pages', clipboard.fromPages, clipboard.pagesAsMarkdown],
  ['WordPress', clipboard.fromWordPress, clipboard.wordPressAsMarkdown],
  ['mail', clipboard.fromMail, clipboard.mailAsMarkdown],
  ['a web page', clipboard.fromWebPage, clipboard.webPageAsMarkdown],
] as const;

describe('what comes from other programs', () => {
  test.for(programs)('%s keeps headings, lists, links, tables and emphasis', ([, html, markdown]) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  test.for(programs)('%s becomes a text that can be published', ([, html]) => {
    const { refused, warnings } = render(toMarkdown(html) ?? '');
    expect([refused, warnings]).toEqual([[], []]);
  });
});

test.for([
  ['code', clipboard.fromCodeEditor],
  ['a word', '<meta charset="utf-8"><span style="color: red; font-weight: 400">春茶</span>'],
  ['a paragraph', '<p>春茶</p>'],
  ['lines', '春茶<br>冬茶'],
  ['nothing', ''],
])('plain text says the same as %s', ([, html = '']) => expect(toMarkdown(html)).toBeNull());

test.for([
  ['<b>「重點」</b>的', '**「重點」**的'],
  ['他說<b>「好。」</b>然後走了', '他說**「好。」**然後走了'],
  ['<b>春茶 </b>好', '**春茶** 好'],
  ['<b>tea</b><span class="Apple-converted-space">\u00A0</span>cup', '**tea** cup'],
  ['<b>春</b><b>茶</b>好', '**春茶**好'],
  ['<b><p>甲</p><p>乙</p></b>', '**甲**\n\n**乙**'],
  ['<h1>一</h1><h2>二</h2><p>三</p>', '## 一\n\n### 二\n\n三'],
  ['<h2><b>二</b></h2><p>三</p>', '## 二\n\n三'],
  ['<p>甲\n乙</p><p>tea\ncup</p>', '甲乙\n\ntea cup'],
  ['<p>甲<span>\n乙</span></p><p>丙</p>', '甲乙\n\n丙'],
  [
    '<table><tr><td><table><tr><td>甲</td><td>乙</td></tr><tr><td>丙</td><td>丁</td></tr></table></td></tr></table>',
    '| 甲 | 乙 |\n| - | - |\n| 丙 | 丁 |',
  ],
  [
    '<table><tr><td>甲</td><td>乙</td></tr><tr><td colspan="2">丙</td></tr></table>',
    '| 甲 | 乙 |\n| - | - |\n| 丙 | |',
  ],
  ['<a href="file:///C:/a.doc">檔案</a><b>好</b>', '檔案**好**'],
  ['<p># 不是標題</p><p>1. 不是清單</p>', '\\# 不是標題\n\n1\\. 不是清單'],
] as const)('%s becomes %s', ([html, markdown]) => {
  expect(toMarkdown(html)).toBe(markdown);
  expect(render(markdown).refused).toEqual([]);
});

test('a large paste is converted', () => {
  const rows = '<tr><td>甲</td><td><p>乙</p></td></tr>'.repeat(300);
  expect(toMarkdown(`<table>${rows}</table>`)?.split('\n')).toHaveLength(301);
  expect(toMarkdown('<p>甲<i>\n</i></p>'.repeat(3_000))?.split('\n\n')).toHaveLength(3_000);
  expect(toMarkdown(`<b>甲${' '.repeat(300_000)}乙</b>`)).toBe('**甲 乙**');
});
