import { describe, expect, test } from 'vitest';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import { checkContent } from '#server/features/import-export/import-content.ts';
import { anArticle, anAuthor, aPage, aProduct, contentFolder, problemsOf } from '../helpers/content.ts';

const render = createMarkdownRenderer();
const refusedIn = (source: string) =>
  render(source).refused.map(({ path, line, column, reason }) => `${reason} ${path} ${line}:${column}`);

describe('a control character of a body', () => {
  test.for([
    ['茶\u0007葉', 'U+0007 1:2'],
    ['一\n\n𠮷茶\u000B葉\u0001', 'U+000B 3:3'],
    ['- 茶\n  - \u001B[31m', 'U+001B 2:5'],
    ['```\n\u0008\n```', 'U+0008 2:1'],
    ['茶\u007F', 'U+007F 1:2'],
    ['茶\u0085', 'U+0085 1:2'],
    ['茶\uFFFE', 'U+FFFE 1:2'],
    ['茶&#x7;葉', 'U+0007 1:2'],
    ['一\n二&#12;三&#0;', 'U+000C 2:2'],
    ['[茶](/articles "一&#x1b;")', 'U+001B 1:17'],
    ['![茶&#1;](media/a.png)', 'U+0001 1:4'],
    ['<mark>茶&#x7;</mark>\n\n<details>\n<summary>&#x7</summary>\n</details>', 'U+0007 1:8', 'U+0007 4:10'],
    ['<abbr title="茶&#x7;">茶</abbr>', 'U+0007 1:15'],
    ['茶[^a]\n\n[^a]: &#x7;', 'U+0007 3:7'],
  ])('is told with its name, line and column: %j', ([source = '', ...told]) => {
    expect(refusedIn(source)).toEqual(told.map((place) => `control-character ${place}`));
  });

  test.for([
    '茶\t葉\n葉',
    '\uFEFF茶\u200B葉\u00AD\u2028',
    '茶&#9;葉&#10;葉&#x3000;',
    '`&#x7;` \\&#x7; &amp;#x7;',
    '    &#x7;\n\n```\n&#7;\n```',
    '\uFFFD &#xFFFD;',
  ])('is none in %j', (source) => {
    expect(refusedIn(source)).toEqual([]);
  });
});

describe('a control character of a file', () => {
  const right = 'delete it: it cannot be seen';

  test('is told at its line, whether it is typed or escaped, in whatever field', async () => {
    const files = {
      'authors/lin.md': anAuthor().replace('name: ', 'name: \u0007'),
      'articles/a.md':
        '---\ntitle: "春\\x07茶"\nauthor: lin\nsummary: |\n  一\n  二\u000B\n---\n\n\n內\u0001文',
      'products/p.md': '---\nname: 壺\ncategory: "\\e"\nspecs: { "產\\u0008地": 鶯歌 }\n---\n',
      'pages/p.md': '---\ntitle: 頁 # \u0007\n---\n\n內\0文',
      'site.yaml': 'name: 誌\nfooter:\n  about: "\\f"\n',
    };
    const told = (place: string, name: string, column: number) =>
      `${place}: the control character ${name} stands at column ${column}; ${right}`;
    expect(await problemsOf(files)).toEqual([
      told('articles/a.md:2', 'U+0007', 10),
      told('articles/a.md:6', 'U+000B', 4),
      told('articles/a.md:10', 'U+0001', 2),
      told('authors/lin.md:2', 'U+0007', 7),
      told('pages/p.md:5', 'U+0000', 2),
      told('products/p.md:3', 'U+001B', 12),
      told('products/p.md:4', 'U+0008', 12),
      told('site.yaml:3', 'U+000C', 11),
    ]);
  });

  test('is none in what editors of texts leave behind: a mark of UTF-8, line ends of other systems', async () => {
    const withMark = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    const files = {
      'authors/lin.md': withMark(anAuthor()),
      'articles/a.md': withMark(anArticle({}, '一\n\n二\u200B\t三')),
      'pages/p.md': aPage().replaceAll('\n', '\r'),
      'products/p.md': withMark(aProduct()),
      'site.yaml': withMark('name: 誌\n'),
    };
    expect(await problemsOf(files)).toEqual([]);
  });
});

test('what is missing in the media folder is called what it is', async () => {
  const body =
    '![茶](media/%E6.png)\n\n![茶](media/a.png)\n\n[![茶](media/a.png)](media/b.png)[![茶](media/c.png)](media/c.png)\n\n<video src="media/a.mp4"></video>';
  expect(await problemsOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': anArticle({}, body) })).toEqual(
    [
      [7, 'a picture', '%E6.png'],
      [9, 'a picture', 'a.png'],
      [11, 'a picture', 'b.png'],
      [11, 'a picture', 'a.png'],
      [11, 'a picture', 'c.png'],
      [13, 'a film or sound', 'a.mp4'],
    ].map(
      ([line, what, name]) =>
        `articles/a.md:${line}: ${what} in the text names media/${name}, which does not exist; add media/${name}, or name one that exists`,
    ),
  );
});

test('a warning stops no check', async () => {
  const folder = contentFolder({ 'authors/lin.md': anAuthor({}, '茶\n\n[^a]: 註\n') });
  const { problems, warnings } = await checkContent(folder, null);
  expect(problems).toEqual([]);
  expect(warnings).toMatchObject([{ file: 'authors/lin.md', line: 7 }]);
});
