import { describe, expect, test } from 'vitest';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import { anAuthor, problemsOf } from '../helpers/content.ts';

const render = createMarkdownRenderer();
const pageOfTheSite = 'https://site.example/articles/春茶';

const hostile = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](javascript:alert(1) "題")',
  '[x](<javascript:alert(1)>)',
  '[x](  javascript:alert(1)  )',
  '[x](\u0001javascript:alert(1))',
  '[x](\u00A0javascript:alert(1))',
  '[x](\uFEFFjavascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](javascript%3Aalert(1))',
  '[x](%6Aavascript:alert(1))',
  '[x](javascript\\:alert(1))',
  '[x](vbscript:msgbox)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](blob:https://site.example/1)',
  '[x](file:///etc/passwd)',
  '[x](filesystem:https://site.example/1)',
  '[x](view-source:https://site.example)',
  '[x](ftp://evil.example)',
  '[x](//evil.example)',
  '[x](\\/\\/evil.example)',
  '[x](/&#47;evil.example)',
  '[x](/\\evil.example)',
  '[x](/\\\\evil.example)',
  '[x](\\\\evil.example)',
  '[x](/\t/evil.example)',
  '[x](</\t/evil.example>)',
  '[x](</&Tab;/evil.example>)',
  '[x](/&NewLine;/evil.example)',
  '[x](&#9;//evil.example)',
  '[x](.//evil.example)',
  '[x](/..//evil.example)',
  '[x](/%2e%2e//evil.example)',
  '[x](/a/../..//evil.example)',
  '[x](/../beside)',
  '[x](https:evil.example)',
  '[x](http:\\\\evil.example)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](//evil.example/x.png)',
  '![x](https://evil.example/x.png)',
  '![x](/\\evil.example/x.png)',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[x][r]\n\n[r]: javascript:alert(1)',
  '[r]\n\n[r]: <data:text/html,x>',
  '![x][r]\n\n[r]: //evil.example/x.png',
  '[![x](javascript:alert(1))](javascript:alert(2))',
  '## [x](javascript:alert(1))',
  '| x |\n|--|\n| [x](javascript:alert(1)) |',
  'x[^1]\n\n[^1]: [x](javascript:alert(1))',
  'x^[[x](javascript:alert(1))]',
] as const;

/** Stay on the site although they look as if they led away: the sign that would matter is encoded. */
const harmless = new Set([
  '[x](/\\evil.example)',
  '[x](/\\\\evil.example)',
  '[x](</\t/evil.example>)',
  '[x](</&Tab;/evil.example>)',
  '[x](/&NewLine;/evil.example)',
]);

describe('an address that runs something or leads away in disguise', () => {
  test.for(hostile)('%j is no address in the page', (source) => {
    const { html } = render(source);
    for (const address of addressesIn(html)) {
      expect(new URL(address, pageOfTheSite).origin, address).toBe('https://site.example');
    }
  });

  test.for(hostile.filter((source) => !harmless.has(source)))('%j is told to the editor', (source) => {
    expect(render(source).refused).not.toEqual([]);
  });
});

test('an address that leads nowhere is told to the editor', () => {
  const refusedIn = (source: string) => render(source).refused.map(({ path, reason }) => `${reason} ${path}`);
  expect(refusedIn('[x]()')).toEqual(['link ()']);
  expect(refusedIn('![x]()')).toEqual(['image ()']);
  expect(refusedIn('[x](https://)')).toEqual(['link https://']);
  expect(refusedIn('[下一篇](next.md)')).toEqual(['link next.md']);
  expect(refusedIn('[大圖](media/pot.svg)')).toEqual(['link media/pot.svg']);
  expect(refusedIn('![圖](/media/pot.svg)')).toEqual(['image /media/pot.svg']);
});

test('each refused address is told once, with its line in the file', async () => {
  const body = [
    '[a](javascript:1) 與 <b>粗</b>',
    '![c](https://evil.example/c.png)',
    '[b](javascript:1) 與 [b](javascript:2)',
    '',
    '| x |',
    '|--|',
    '| y |',
    '| [a](javascript:1) |',
    '',
    '文字[^1]',
    '',
    '[^1]: [a](javascript:1)',
  ];
  const problems = await problemsOf({ 'authors/lin.md': anAuthor({}, body.join('\n')) });
  const link =
    'is not an address that may be linked; use https://…, mailto:… or a path of this site such as /articles';
  expect(problems).toEqual([
    `authors/lin.md:5: javascript:1 ${link}`,
    'authors/lin.md:5: <b> is HTML that texts may not have; write **words**, or put code between backquotes',
    'authors/lin.md:6: https://evil.example/c.png is not a picture of the media folder; put the picture into media/ and name it as media/articles/spring.svg',
    `authors/lin.md:7: javascript:1 ${link}`,
    `authors/lin.md:7: javascript:2 ${link}`,
    `authors/lin.md:12: javascript:1 ${link}`,
    `authors/lin.md:16: javascript:1 ${link}`,
  ]);
});

describe('a link', () => {
  test.for([
    '[x](https://a.example/)',
    '[x](HTTP://a.example)',
    '<https://a.example>',
    '[x](mailto:lin@a.example)',
    '<lin@a.example>',
    '[x](tel:+886-2-1234)',
    '[x][r]\n\n[r]: https://a.example',
  ])('%j leads out and says so in its rel', (source) => {
    const { html, refused } = render(source);
    expect(html).toMatch(/<a href="[^"]+" rel="noopener noreferrer">/);
    expect(refused).toEqual([]);
  });

  test.for([
    '[x](/articles)',
    '[x](/product/info/春茶?from=a&b=1#s-茶)',
    '[x](#s-春茶)\n\n## 春茶',
    '[x](/)',
  ])('%j stays on the site and has no rel', (source) => {
    const { html, refused } = render(source);
    expect(html).toMatch(/<a href="[/#][^"]*">x<\/a>/);
    expect(refused).toEqual([]);
  });

  test('in a code span or behind a backslash is text that was meant so', () => {
    expect(render('`[x](javascript:1)` \\[y](javascript:2) `<javascript:3>`').refused).toEqual([]);
  });
});

function addressesIn(html: string): string[] {
  const named = [
    ...html.matchAll(/\s(?:href|src|srcset|action|formaction|xlink:href|style)\s*=\s*"([^"]*)"/gi),
  ];
  return named.map((match) =>
    String(match[1]).replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  );
}
