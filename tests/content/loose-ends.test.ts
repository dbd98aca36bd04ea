import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { partsAround } from '#server/content/markdown/find-lost-parts.ts';
import { checkContent } from '#server/features/import-export/import-content.ts';
import { anArticle, anAuthor, aProduct, contentFolder, problemsOf } from '../helpers/content.ts';

/** Problems of an article with this body, with lines counted in the body. */
async function problemsOfBody(body: string): Promise<string[]> {
  const problems = await problemsOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': anArticle({}, body) });
  return problems.map((line) => line.replace(/^articles\/a\.md:(\d+)/, (_, at) => String(Number(at) - 6)));
}

/** Warnings, which stop nothing. */
async function warningsOfBody(body: string): Promise<string[]> {
  expect(await problemsOfBody(body)).toEqual([]);
  const folder = contentFolder({ 'authors/lin.md': anAuthor(), 'articles/a.md': anArticle({}, body) });
  const { warnings } = await checkContent(folder, null);
  return warnings.map(({ line, wrong, right }) => `${line - 6}: ${wrong}; ${right}`);
}

describe('footnotes', () => {
  test('one that nothing refers to is told as a warning: no reader would see it', async () => {
    expect(await warningsOfBody('春茶[^b]。\n\n[^a]: 三月\n    採。\n\n[^b]: 冬天採。\n[^c]:\n')).toEqual([
      '3: [^a] is a footnote that nothing refers to; write [^a] in the text where it belongs, or remove the footnote',
      '7: [^c] is a footnote that nothing refers to; write [^c] in the text where it belongs, or remove the footnote',
    ]);
  });

  test('one in a list or a quotation is told at its line, one in code is none', async () => {
    const body = '- 一\n\n  [^a]: 註\n\n> 二\n> [^b]: 註\n\n```\n[^c]: 註\n```\n\n    [^d]: 註\n\n`[^e]: 註`';
    expect((await warningsOfBody(body)).map((line) => line.slice(0, 7))).toEqual(['3: [^a]', '6: [^b]']);
  });

  test('one that only another one refers to is there for both', async () => {
    expect(await problemsOfBody('春茶[^a]。\n\n[^a]: 三月採[^b]。\n\n[^b]: 或四月。')).toEqual([]);
  });

  test('a second one of the same name is told: it would take the place of the first', async () => {
    expect(await problemsOfBody('春茶[^a]。\n\n[^a]: 一\n\n[^a]: 二')).toEqual([
      '5: [^a] is defined a second time; give each a name of its own',
    ]);
  });

  test('one that is not there is told where it is named', async () => {
    expect(await problemsOfBody('一\n二[^b]三^[四[^c]]。\n\n| 表 |\n|--|\n| [^春 茶] |')).toEqual([
      '2: [^b] names a footnote that is not there; add a line [^b]: with its text, or write \\[^b] where no footnote is meant',
      '2: [^c] names a footnote that is not there; add a line [^c]: with its text, or write \\[^c] where no footnote is meant',
      '6: [^春 茶] names a footnote that is not there; give the footnote a name without spaces',
    ]);
  });

  test('what is code or escaped names none', async () => {
    expect(await problemsOfBody('`[^a-z]` \\[^b] [^c\\]\n\n    [^d]')).toEqual([]);
  });
});

describe('addresses that are kept apart from their links', () => {
  test('one that is used, in whichever way, is fine', async () => {
    const body =
      '[茶][tea]、[tea][]、[Tea]、[*壺*][pot]、[^n]、^[[水]]。\n\n[^n]: [酒]\n\n[tea]: /articles\n[POT]: /product "壺"\n[水]: /a\n[酒]: /b';
    expect(await problemsOfBody(body)).toEqual([]);
  });

  test('one that no link uses is told as a warning', async () => {
    expect(await warningsOfBody('茶\n\n[Tea]:\n  /articles\n[pot]: /product')).toEqual([
      '3: [Tea] is an address that no link uses; write [words][Tea] in the text, or remove the address',
      '5: [pot] is an address that no link uses; write [words][pot] in the text, or remove the address',
    ]);
  });

  test('a second one of the same name is told: links lead to the first', async () => {
    expect(await problemsOfBody('[茶][tea]\n\n[tea]: /articles\n[TEA]: /product')).toEqual([
      '4: [TEA] is defined a second time; give each a name of its own',
    ]);
  });

  test('one that is not there is told where it is named', async () => {
    expect(
      await problemsOfBody('[茶][tea]\n**[壺][]**\n![圖][pic]\n\n[plain] \\[x][y] `[x][y]` string[][]'),
    ).toEqual([
      '1: [tea] names an address that is not there; add a line [tea]: with the address, or write \\[ where no link is meant',
      '2: [壺] names an address that is not there; add a line [壺]: with the address, or write \\[ where no link is meant',
      '3: [pic] names an address that is not there; add a line [pic]: with the address, or write \\[ where no link is meant',
    ]);
  });

  test('one that is refused is told once, not by those who name it too', async () => {
    expect(await problemsOfBody('[茶][Tea]\n\n[tea]: javascript:x')).toEqual([
      expect.stringMatching(/^3: javascript:x is not an address/),
    ]);
  });

  test("Markdown's comments are none", async () => {
    expect(await problemsOfBody('[//]: # (要查證)\n\n茶\n\n[//]: # (還要)')).toEqual([]);
  });
});

describe('links to a part of the page', () => {
  test('lead to headings and footnotes of the text, and to what the page has around it', async () => {
    const body =
      '## 水，與 Fire\n\n[一](#s-水-與-fire) [二](#fn1) [三](#fnref1) [四](#) [五](#specs)[^n] [六][p]\n\n[^n]: 註\n\n[p]: #s-水-與-fire';
    expect(await problemsOfBody(body)).toEqual([]);
  });

  test('that are not there are told with what was probably meant', async () => {
    expect(
      await problemsOfBody('## 水\n\n[一](#水)\n[二](#s-火)\n[三](#fn1)\n\n### 茶\n\n[四](#茶)'),
    ).toEqual([
      '3: #水 is not a part of this page; name a heading of the text, such as #s-水',
      '4: #s-火 is not a part of this page; name a heading of the text, such as #s-水',
      '5: #fn1 is not a part of this page; name a heading of the text, such as #s-水',
      '9: #茶 is not a part of this page; name a heading of the text, such as #s-茶',
    ]);
    const files = { 'products/pot.md': aProduct({}, '[一](#水)') };
    expect(await problemsOf(files)).toEqual([
      'products/pot.md:8: #水 is not a part of this page; the text has no headings to link to',
    ]);
  });

  test('may be those that are known to be around a text, which pages do have', () => {
    const client = path.join(import.meta.dirname, '../../client');
    const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.tsx'),
    );
    const sources = files.map((file) => readFileSync(path.join(client, file), 'utf8')).join('\n');
    const missing = [...partsAround].filter(
      (part) => part !== '' && part !== 'top' && !sources.includes(`id="${part}"`),
    );
    expect(missing).toEqual([]);
  });
});
