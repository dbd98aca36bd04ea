import { expect, test } from 'vitest';
import { createMarkdownRenderer } from '#server/content/markdown/render-markdown.ts';
import { anArticle, anAuthor, problemsOf } from '../helpers/content.ts';

const render = createMarkdownRenderer();

/** Each with its line, what is wrong, and the way out. */
const mistakes: [source: string, ...told: string[]][] = [
  [
    '<script>alert(1)</script>',
    '1: <script> is HTML that texts may not have; leave it out: texts have no scripts',
  ],
  [
    '文\n<style>*{}</style>',
    '2: <style> is HTML that texts may not have; leave it out: texts have no scripts and',
  ],
  [
    '<iframe src="https://a.example">',
    '1: <iframe> is HTML that texts may not have; link to it: [words](https://…)',
  ],
  [
    '<video src="https://tea.example/a.mp4"></video>',
    '1: <video> has src="https://tea.example/a.mp4"; name a film of the media folder, such as media/films/whisking.mp4',
  ],
  [
    '<video autoplay src="media/../a.mp4"></video>',
    '1: <video> has src="media/../a.mp4"; name a film of the media folder',
    '1: <video> has the attribute autoplay; leave it out: nothing plays unasked',
  ],
  [
    '<audio></audio>',
    '1: <audio> has no src; name a recording of the media folder, such as media/sounds/rain.mp3',
  ],
  [
    '<audio>雨</audio>',
    '1: <audio> has no src; name a recording',
    '1: words stand directly in <audio>; close <audio> at once: what is said of it stands outside',
  ],
  [
    '<form><input></form>',
    '1: <form> is HTML that texts may not have; leave it out: texts have no forms',
    '1: <input>',
  ],
  ['<a href="/x">x</a>', '1: <a> is HTML that texts may not have; write [words](/articles), or put code'],
  [
    '<img src=x>',
    '1: <img> is HTML that texts may not have; write ![what it shows](media/articles/spring.svg)',
  ],
  ['<x-y>', '1: <x-y> is HTML that texts may not have; write Markdown, or put code between backquotes'],
  [
    '<!-- 註 -->',
    '1: <!-- is HTML that texts may not have; leave it out: what only editors read belongs into',
  ],
  [
    '<details>\n<summary>x</summary>\n<!-- 註 --><div>x</div>\n</details>',
    '3: <!-- is HTML',
    '3: <div> is HTML',
  ],
  ['<sub onclick="x">2</sub>', '1: <sub> has the attribute onclick; leave it out: texts run nothing'],
  ['一\n<u style="x">二</u>', '2: <u> has the attribute style; leave it out: looks are those of the site'],
  [
    '<u id="app">二</u>',
    '1: <u> has the attribute id; leave it out: headings are what can be linked to: ## 水溫',
  ],
  [
    '<u class="x" lang=en>二</u>',
    '1: <u> has the attribute class; leave it out: looks',
    '1: <u> has the attribute lang; leave it out: <u> has none',
  ],
  [
    '<details open>\n<summary>x</summary>\n</details>',
    '1: <details> has the attribute open; leave it out: <details> has none',
  ],
  [
    '<table><tr><td width=3>x</td></tr></table>',
    '1: <td> has the attribute width; leave it out: <td> may have colspan, rowspan',
  ],
  [
    '<table><tr>\n<td colspan="0" rowspan="101">x</td></tr></table>',
    '2: <td> has colspan="0"; use a whole number from 1 to 100',
    '2: <td> has rowspan="101"; use',
  ],
  [
    '<table><tr><th scope="x">x</th></tr></table>',
    '1: <th> has scope="x"; use row, col, rowgroup or colgroup',
  ],
  ['<abbr title="">x</abbr>', '1: <abbr> has title=""; write what the short form stands for'],
  ['一\n\n`<sub>`\n二 <sub>三', '4: <sub> is not closed; write </sub> where it ends, in the same paragraph'],
  ['<u>**x</u>**', '1: </u> closes nothing that is open here; write <u> before it', '1: <u> is not closed'],
  ['<u><kbd>x</u></kbd>', '1: <kbd> is not closed; write </kbd> where it ends'],
  ['一</sub>', '1: </sub> closes nothing that is open here; write <sub> before it, or leave it out'],
  ['</br>', '1: </br> closes nothing that is open here; write <br>'],
  [
    '一\n\n<details>\n<summary>x</summary>\n\n## 二\n\n三',
    '3: <details> is not closed; write </details> where it ends',
  ],
  [
    '> <details>\n> <summary>x</summary>\n\n</details>',
    '1: <details> is not closed; write </details> where it ends, within the list item or quotation',
  ],
  ['<details>\n\n一\n\n</details>', '1: <details> has no title; begin it with <summary>words</summary>'],
  [
    '<details>\n一\n<summary>x</summary>\n</details>',
    '3: <summary> may not stand in this place of <details>; put it once into <details>, before all else',
  ],
  [
    '<details><summary>\n\n一\n\n</summary>\n</details>',
    '3: a block of Markdown stands directly in <summary>; write its words in one line',
  ],
  ['<rt>x</rt>', '1: <rt> may not stand in this place; put it directly into <ruby>'],
  ['<ruby>**茶<rt>x</rt>**</ruby>', '1: <rt> may not stand in this place; put it directly into <ruby>'],
  [
    '文 <table><tr>',
    '1: <table> may not stand in this place; begin a line of its own',
    '1: <tr> may not stand in this place; put it into <table>',
  ],
  [
    '<figure>\n一\n<figcaption>x</figcaption>\n二\n</figure>',
    '3: <figcaption> may not stand in this place; put it once into <figure>',
  ],
  [
    '<table>\n<tr><td>x</td></tr>\n<caption>x</caption>\n</table>',
    '3: <caption> may not stand in this place of <table>; put it into <table>, in the order',
  ],
  [
    '<table>\n<tr>\n字<td>x</td></tr>\n</table>',
    '3: words stand directly in <tr>; put them into <td>, <th> or <caption>',
  ],
  [
    '<table>\n\n    <tr>\n\n</table>',
    '3: a block of Markdown stands directly in <table>; put it into <td>, <th> or <caption>, without spaces',
  ],
  [
    '<details>\n<summary>x</summary>\n一 **二** [三](/x)\n[^1]\n</details>',
    '3: **二** is Markdown in a block of HTML, where it is not read; leave a blank line',
    '3: [三](/x) is Markdown',
    '4: [^1] is Markdown',
  ],
  ['<table\ntitle="x', '1: <table is a tag that does not end; write > at its end'],
  ['<sub/onclick=x>', '1: <sub> is not written as a tag; write it as <sub>, or \\< where no tag is meant'],
];

test.for(mistakes)('%j is told with its line and the way out', async ([source, ...told]) => {
  const problems = await problemsOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': anArticle({}, source) });
  // The body begins in line 7.
  const inBody = problems.map((problem) =>
    problem.replace(/^articles\/a\.md:(\d+)/, (_, line) => String(Number(line) - 6)),
  );
  expect(inBody.filter((problem) => !told.some((start) => problem.startsWith(start)))).toEqual([]);
  for (const start of told) expect(inBody).toContainEqual(expect.stringContaining(start));
});

test('a tag that is refused is shown as it was typed, those beside it are elements', () => {
  expect(render('<sub onclick="x">2</sub> <sup>3</sup>').html).toBe(
    '<p>&lt;sub onclick=&quot;x&quot;&gt;2&lt;/sub&gt; <sup>3</sup></p>\n',
  );
  expect(render('<sub>2 <sup>3</sup>').html).toBe('<p>&lt;sub&gt;2 <sup>3</sup></p>\n');
});
