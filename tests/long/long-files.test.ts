import { expect, test } from 'vitest';
import { formatProblem } from '#server/content/front-matter/problem.ts';
import { checkContent } from '#server/features/import-export/import-content.ts';
import { anArticle, anAuthor, contentFolder, problemsOf, type Files } from '../helpers/content.ts';

/** Generous: before, each took from ten seconds to minutes, and four times as long for twice the length. */
const mostMs = 5_000;

function repeat(count: number, line: (index: number) => string, between = '\n'): string {
  return Array.from({ length: count }, (_, index) => line(index)).join(between);
}

function frontMatter(lines: string): string {
  return `---\n${lines}\n---\n\n內文。\n`;
}

const files: [what: string, file: string, problems: number | undefined, told: string | undefined][] = [
  [
    '16,000 keys that nobody knows',
    frontMatter(repeat(16_000, (i) => `key${i}: 1`)),
    16_003,
    'articles/a.md:2: key0 is not a known key; the known keys are title,',
  ],
  [
    '16,000 times the same key',
    frontMatter(repeat(16_000, () => 'title: 茶')),
    15_999,
    'articles/a.md:3: the YAML cannot be read (Map keys must be unique); write one "key: value" a line',
  ],
  [
    '5,000 quotes with something after them',
    frontMatter(repeat(5_000, (i) => `key${i}: "a" b`)),
    5_000,
    'articles/a.md:2: the YAML cannot be read (Unexpected scalar at node end); write one "key: value" a line',
  ],
  [
    '3,000 brackets that are never closed',
    frontMatter(`title: ${'{'.repeat(3_000)}`),
    1,
    'articles/a.md:2: the YAML cannot be read (it is nested too deeply)',
  ],
  [
    '3,000 brackets one in the other',
    frontMatter(`title: ${'['.repeat(3_000)}${']'.repeat(3_000)}`),
    1,
    'articles/a.md:2: the YAML cannot be read (it is nested too deeply)',
  ],
  [
    '10,000 footnotes',
    anArticle(
      {},
      repeat(10_000, (i) => `字[^${i}]\n\n[^${i}]: 註\n`),
    ),
    1,
    'articles/a.md:4007: [^1000] is footnote 1001; use at most 1000 in one text',
  ],
  [
    '10,000 footnotes within lines',
    anArticle(
      {},
      repeat(10_000, (i) => `字^[註${i}]`),
    ),
    1,
    'articles/a.md:1007: ^[ is footnote 1001; use at most 1000 in one text',
  ],
  [
    '10,000 places with the same footnote',
    anArticle({}, `${repeat(10_000, () => '字[^a]')}\n\n[^a]: 註`),
    0,
    undefined,
  ],
  [
    '10,000 footnotes that nothing refers to',
    anArticle(
      {},
      repeat(10_000, (i) => `[^${i}]: 註`),
    ),
    10_000,
    'articles/a.md:7: [^0] is a footnote that nothing refers to; write [^0] in the text',
  ],
  [
    '10,000 footnotes of the same name',
    anArticle({}, `字[^a]\n\n${repeat(10_000, () => '[^a]: 註')}`),
    9_999,
    'articles/a.md:10: [^a] is defined a second time; give each a name of its own',
  ],
  [
    '40,000 footnotes that are not there, in one line',
    anArticle(
      {},
      repeat(40_000, (i) => `字[^${i}]`, ''),
    ),
    40_000,
    'articles/a.md:7: [^0] names a footnote that is not there; add a line [^0]: with its text',
  ],
  ['40,000 footnotes that are never closed', anArticle({}, '[^'.repeat(40_000)), 0, undefined],
  [
    '10,000 addresses that no link uses',
    anArticle(
      {},
      repeat(10_000, (i) => `[${i}]: /articles`),
    ),
    10_000,
    'articles/a.md:7: [0] is an address that no link uses; write [words][0] in the text',
  ],
  [
    '40,000 addresses that are not there',
    anArticle(
      {},
      repeat(40_000, (i) => `[字][${i}]`),
    ),
    40_000,
    'articles/a.md:7: [0] names an address that is not there; add a line [0]: with the address',
  ],
  [
    '40,000 links to parts that are not there',
    anArticle({}, `## 水\n\n${repeat(40_000, (i) => `[字](#${i})`)}`),
    40_000,
    'articles/a.md:9: #0 is not a part of this page; name a heading of the text, such as #s-水',
  ],
  [
    '20,000 equal headings',
    anArticle(
      {},
      repeat(20_000, () => '## 春茶', '\n\n'),
    ),
    0,
    undefined,
  ],
  [
    '40,000 links that lead nowhere',
    anArticle(
      {},
      repeat(40_000, (i) => `[x](javascript:${i})`),
    ),
    40_000,
    'articles/a.md:7: javascript:0 is not an address that may be linked; use https://',
  ],
  [
    '40,000 pictures that are not there, in one line',
    anArticle(
      {},
      repeat(40_000, (i) => `![x](media/a${i}.svg)`, ' '),
    ),
    40_000,
    'articles/a.md:7: a picture in the text names media/a0.svg, which does not exist; add media/a0.svg',
  ],
  [
    '40,000 addresses that are written otherwise than they are meant',
    anArticle(
      {},
      repeat(40_000, (i) => `![x](media/&#97;${i}.svg)`),
    ),
    40_000,
    'articles/a.md:7: a picture in the text names media/a0.svg, which does not exist; add media/a0.svg',
  ],
  [
    '100,000 elements of HTML one in the other, never closed',
    anArticle({}, '<sub>'.repeat(100_000)),
    2,
    'articles/a.md:7: <sub> is not closed; write </sub> where it ends, in the same paragraph',
  ],
  ['50,000 elements of HTML in one line', anArticle({}, '<sub>2</sub>'.repeat(50_000)), 0, undefined],
  [
    '50,000 elements of HTML one in the other',
    anArticle({}, '<sub>'.repeat(50_000) + '</sub>'.repeat(50_000)),
    1,
    'articles/a.md:7: <sub> stands in 50 others; take it out of some of them',
  ],
  [
    '20,000 lists with an element that is never closed',
    anArticle({}, '- <details>\n'.repeat(20_000)),
    20_000,
    'articles/a.md:7: <details> is not closed; write </details> where it ends',
  ],
  [
    '50,000 elements that are closed in the wrong order',
    anArticle({}, '<u><kbd></u>'.repeat(50_000)),
    1,
    'articles/a.md:7: <kbd> is not closed; write </kbd> where it ends, in the same paragraph',
  ],
  ['50,000 cells', anArticle({}, `<table><tr>${'<td>x</td>'.repeat(50_000)}</tr></table>`), 0, undefined],
  ['40,000 attributes that never end', anArticle({}, `<sub a='<sub a="`.repeat(20_000)), 0, undefined],
  [
    '50,000 signs of Markdown in a block of HTML',
    anArticle({}, `<table><tr><td>${'[^'.repeat(50_000)}${'**a'.repeat(50_000)}[](${'[]('.repeat(50_000)}`),
    undefined,
    'articles/a.md:7: <td> is not closed',
  ],
];

test.for(files)('%s are checked in seconds', async ([, file, count, told]) => {
  const before = process.threadCpuUsage();
  const problems = await toldOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': file });
  // Not by the clock: a busy machine takes its time.
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1000;
  if (count !== undefined) expect(problems).toHaveLength(count);
  if (told !== undefined) expect(problems).toContainEqual(expect.stringContaining(told));
  expect(ms).toBeLessThan(mostMs);
});

/** Problems of files or, where there is none, what is said beside. */
async function toldOf(files: Files): Promise<string[]> {
  const problems = await problemsOf(files);
  if (problems.length > 0) return problems;
  return (await checkContent(contentFolder(files), null)).warnings.map(formatProblem);
}
