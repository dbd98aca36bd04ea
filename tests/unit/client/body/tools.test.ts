import { describe, expect, test } from 'vitest';
import type { BodyTool } from '#shared/editing/body-tools.ts';
import { insertMedia, insertPicked, linkTo } from '#client/edit/script/body/insert.ts';
import { changes } from '#client/edit/script/body/tools.ts';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import { aText, afterChange } from '#tests/helpers/selected-text.ts';

const used = (tool: BodyTool, marked: string) => {
  const text = aText(marked);
  return afterChange(text, changes[tool](text));
};

type Row = readonly [tool: BodyTool, before: string, after: string];

describe('a tool changes the selected words, and takes its change back', () => {
  test.for<Row>([
    ['bold', '喝《春茶》吧', '喝**《春茶》**吧'],
    ['bold', '喝**《春茶》**吧', '喝《春茶》吧'],
    ['bold', '喝《**春茶**》吧', '喝《春茶》吧'],
    ['bold', '喝《 春茶 》吧', '喝 **《春茶》** 吧'],
    ['bold', '喝‸吧', '喝**‸**吧'],
    ['bold', '喝**‸**吧', '喝‸吧'],
    ['bold', '喝**春‸茶**吧', '喝春‸茶吧'],
    ['bold', '喝*《春茶》*吧', '喝***《春茶》***吧'],
    ['emphasis', '喝**《春茶》**吧', '喝***《春茶》***吧'],
    ['emphasis', '喝***《春茶》***吧', '喝**《春茶》**吧'],
    ['bold', '《- 春茶\n\n- 冬茶》', '《- **春茶**\n\n- **冬茶**》'],
    ['bold', '《- **春茶**\n\n- **冬茶**》', '《- 春茶\n\n- 冬茶》'],
    ['heading', '春‸茶', '## 春‸茶'],
    ['heading', '## 春‸茶', '### 春‸茶'],
    ['heading', '### 春‸茶', '春‸茶'],
    ['heading', '# 春‸茶', '春‸茶'],
    ['heading', '‸', '## ‸'],
    ['list', '《春茶\n冬茶》', '《- 春茶\n- 冬茶》'],
    ['list', '《- 春茶\n* 冬茶》', '《春茶\n冬茶》'],
    ['list', '茶有：\n春‸茶\n都好。', '茶有：\n\n- 春‸茶\n\n都好。'],
    ['list', '- 春茶\n冬‸茶', '- 春茶\n- 冬‸茶'],
    ['numbers', '《- 春茶\n- 冬茶》', '《1. 春茶\n2. 冬茶》'],
    ['numbers', '《1. 春茶\n2. 冬茶》', '《春茶\n冬茶》'],
    ['quote', '《春茶\n\n冬茶》', '《> 春茶\n>\n> 冬茶》'],
    ['quote', '《> 春茶\n>\n> 冬茶》', '《春茶\n\n冬茶》'],
    ['callout', '水‸要滾', '> [!TIP]\n> 水‸要滾'],
    ['callout', '前\n\n> [!TIP]\n> 水‸要滾\n\n後', '前\n\n水‸要滾\n\n後'],
    ['link', '見《春茶》', '見[春茶](‸)'],
    ['link', '見《[春]》', '見[\\[春\\]](‸)'],
    ['link', '見《https://tea.example/a》', '見[‸](https://tea.example/a)'],
    ['link', '見[春‸茶](/articles/a)。', '見《春茶》。'],
    ['link', '見‸', '見[‸]()'],
    ['ruby', '《青葉》', '<ruby>青葉<rt>‸</rt></ruby>'],
    ['ruby', '<ruby>青葉<rt>ㄑㄧㄥ‸</rt></ruby>', '《青葉》'],
  ])('%s: %s', ([tool, before, after]) => expect(used(tool, before)).toBe(after));

  test.for<Row>([
    ['footnote', '春茶‸好喝。\n\n下一段。', '春茶[^1]好喝。\n\n[^1]: ‸\n\n下一段。'],
    ['footnote', '甲[^3]乙‸\n\n[^3]: 註', '甲[^3]乙[^4]\n\n[^4]: ‸\n\n[^3]: 註'],
    ['footnote', '- 春‸茶\n\n- 冬茶\n\n段', '- 春[^1]茶\n\n- 冬茶\n\n[^1]: ‸\n\n段'],
    ['footnote', '春茶‸\n\n- 冬茶', '春茶[^1]\n\n[^1]: ‸\n\n- 冬茶'],
    ['table', '春茶‸', '春茶\n\n| 《第 1 欄》 | 第 2 欄 |\n| --- | --- |\n|  |  |\n|  |  |'],
    ['table', '‸\n\n後', '| 《第 1 欄》 | 第 2 欄 |\n| --- | --- |\n|  |  |\n|  |  |\n\n後'],
  ])('%s stands apart: %s', ([tool, before, after]) => expect(used(tool, before)).toBe(after));
});

test('the renderer shows each of them as what it is', () => {
  const render = createMarkdownRenderer();
  const elements: Readonly<Record<BodyTool, string>> = {
    bold: '<strong>',
    emphasis: '<em>',
    heading: '<h2 ',
    list: '<ul>',
    numbers: '<ol>',
    quote: '<blockquote>',
    callout: 'class="callout callout-tip"',
    link: '<a href',
    footnote: 'class="footnotes"',
    table: '<table>',
    ruby: '<ruby>',
  };
  for (const [tool, element] of Object.entries(elements)) {
    // The names of the tools are its keys.
    const text = used(tool as BodyTool, '前一段。\n\n《「春茶」，》好喝。\n\n後一段。');
    const typed = text.replace(/\[\^1\]: $/m, '[^1]: 註').replace('](', '](/articles');
    const { html, refused } = render(
      typed
        .replace(/[《》‸]/g, '')
        .replace('<rt>', '<rt>ㄔ')
        .replace('[^1]: \n', '[^1]: 註\n'),
    );
    expect.soft(html, tool).toContain(element);
    expect.soft(refused, tool).toEqual([]);
  }
});

test.for([
  ['見《春茶》。', 'https://tea.example/a?b=c#d', '見[春茶](https://tea.example/a?b=c#d)‸。'],
  ['見《春茶》。', ' mailto:a@tea.example\n', '見[春茶](mailto:a@tea.example)‸。'],
  ['見《春茶》。', 'tea.example', null],
  ['見《春茶》。', 'https://a.example/ https://b.example/', null],
  ['見《https://a.example/》。', 'https://b.example/', null],
  ['見《春\n茶》。', 'https://b.example/', null],
  ['見‸。', 'https://b.example/', null],
] as const)('pasted over %s, %s links it where it is an address', ([before, address, after]) => {
  const text = aText(before);
  const change = linkTo(text, address);
  expect(change && afterChange(text, change)).toBe(after);
});

const media = (contentType: string, path = 'media/uploads/茶 (1).png') => ({
  path,
  contentType,
});

test.for([
  ['前‸後', media('image/webp'), '前\n\n![‸](media/uploads/茶%20%281%29.png)\n\n後'],
  ['‸', media('video/mp4', 'media/a.mp4'), '<video src="media/a.mp4"></video>‸'],
  ['‸', media('audio/mpeg', 'media/a.mp3'), '<audio src="media/a.mp3"></audio>‸'],
  // A link to it could not be published.
  ['見‸', media('application/pdf', 'media/a.pdf'), null],
  // Several at once: each is stored when the caret stands in the words of the first.
  ['![‸](media/a.png)', media('image/png', 'media/b.png'), '![‸](media/a.png)\n\n![](media/b.png)'],
  [
    '![茶‸](media/a.png)\n\n![](media/b.png)\n\n後',
    media('image/png', 'media/c.png'),
    '![茶‸](media/a.png)\n\n![](media/b.png)\n\n![](media/c.png)\n\n後',
  ],
] as const)('a file comes into the text as what it is: %#', ([before, file, after]) => {
  const text = aText(before);
  const change = insertMedia(text, file);
  expect(change && afterChange(text, change)).toBe(after);
});

test.for([
  ['見‸', { value: 'a', label: '[新]壺', path: '/product/info/a' }, '見[\\[新\\]壺](/product/info/a)‸'],
  ['見《這個》', { value: 'a', label: '壺', path: '/articles/a' }, '見[這個](/articles/a)‸'],
  ['‸', { value: 'media/a.svg', label: '壺', path: null }, '![‸](media/a.svg)'],
  [
    '![‸](media/a.svg)',
    { value: 'media/b.svg', label: '壺', path: null },
    '![](media/a.svg)\n\n![‸](media/b.svg)',
  ],
] as const)('what was chosen is linked or shown: %#', ([before, item, after]) => {
  const text = aText(before);
  expect(afterChange(text, insertPicked(text, item))).toBe(after);
});
