import { describe, expect, test } from 'vitest';
import { withLabels } from '#shared/locale/stored-html.ts';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import { plainBody } from '#server/search/index/plain-body.ts';

const render = createMarkdownRenderer();
const html = (source: string) => render(source).html.trim();

describe('callouts', () => {
  test.for([
    ['NOTE', '附註'],
    ['tip', '小提示'],
    ['Important', '重要'],
    ['WARNING', '注意'],
    ['CAUTION', '警告'],
  ])('[!%s] is called %s', ([mark, name]) => {
    const shown = withLabels(html(`> [!${mark}]\n> 先**燙**杯。\n>\n> - 再倒`));
    expect(shown).toMatch(/^<div class="callout callout-[a-z]+" role="note">/);
    expect(shown).toContain(`<p class="callout-name">${name}</p>`);
    expect(shown).toContain('<p>先<strong>燙</strong>杯。</p>\n<ul>');
    expect(shown).not.toContain('[!');
    expect(shown).not.toContain('blockquote');
  });

  test.for([
    '> [!TIP] 同一行',
    '> 文字\n> [!TIP]',
    '> [!OTHER]\n> 文字',
    '[!TIP]\n文字',
    '> \\[!TIP]\n> 文字',
  ])('%j is none', (source) => {
    expect(html(source)).not.toContain('callout');
  });

  test('its mark is no word of the text', () => {
    expect(render('> [!TIP]\n> 先燙杯。\n\n> [!NOTE]').text).toBe('先燙杯。');
  });
});

describe('code', () => {
  test('of a known language has classes and no more', () => {
    const rendered = html('```js\nconst tea = "<b>\'包種\'</b>"; // 茶\n```');
    expect(rendered).toContain('<code class="language-js"><span class="hljs-keyword">const</span>');
    expect(new Set([...rendered.matchAll(/<(\w+)/g)].map(([, name]) => name))).toEqual(
      new Set(['pre', 'code', 'span']),
    );
    expect([...rendered.matchAll(/&[^;]+;/g)].map(([entity]) => entity)).not.toContain('&#x27;');
    expect(plainBody(rendered).text).toBe('const tea = "<b>\'包種\'</b>"; // 茶');
  });

  test.for([
    ['no language', '```\nconst a = 1;\n```'],
    ['an unknown one', '```klingon\nconst a = 1;\n```'],
    ['a long line', `\`\`\`js\n${'a('.repeat(300)}\n\`\`\``],
    ['many characters', `\`\`\`js\n${'let a = 1;\n'.repeat(1_000)}\`\`\``],
  ])('of %s stays as it was typed', ([, source = '']) => {
    expect(html(source)).not.toContain('<span');
  });

  test('takes no longer than a text of that length may', () => {
    const block = `\`\`\`js\n${'\n'.repeat(7_990)}x\n\`\`\`\n\n`;
    const before = process.cpuUsage();
    html(block.repeat(20));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });
});
