import { expect, test } from 'vitest';
import { checkContent, importContent } from '#server/features/import-export/import-content.ts';
import { ContentError, formatProblem } from '#server/content/front-matter/problem.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aDrawing,
  anArticle,
  anAuthor,
  aProduct,
  contentFolder,
  problemsOf,
  type Files,
} from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';

const named: Files = {
  'authors/lin.md': anAuthor({ avatar: 'media/lin.svg' }, '一行\n![x](media/desk.svg)'),
  'articles/spring.md': anArticle(
    { cover: 'media/spring.svg', products: ['baozhong', 'pot'] },
    '| 圖 |\n|--|\n| ![x](media/field.svg) |',
  ),
  'products/baozhong.md': aProduct({
    images: [
      { src: 'media/tea.svg', alt: '茶' },
      { src: 'media/leaf.svg', alt: '葉' },
    ],
  }),
  'products/pot.md': aProduct({}, '![x](media/pot.svg)'),
  'site.yaml': 'name: 青葉\nfeatured:\n  - article: spring\n  - product: pot\n',
};

const pictures = ['lin', 'desk', 'spring', 'field', 'tea', 'leaf', 'pot'].map((name) => `media/${name}.svg`);

test('everything that a folder names may be in the folder itself', async () => {
  expect(
    await problemsOf({ ...named, ...Object.fromEntries(pictures.map((name) => [name, aDrawing])) }),
  ).toEqual([]);
});

test('everything that is named and missing is told at the line that names it', async () => {
  const { 'authors/lin.md': author, 'products/pot.md': pot, ...rest } = named;
  expect([author, pot]).not.toContain(undefined);
  expect(await problemsOf({ ...rest, 'articles/other.md': anArticle({ author: '沒有這個人' }) })).toEqual([
    'articles/other.md:3: author names 沒有這個人, which does not exist; add authors/沒有這個人.md, or name one that exists',
    'articles/spring.md:3: author names lin, which does not exist; add authors/lin.md, or name one that exists',
    'articles/spring.md:5: cover names media/spring.svg, which does not exist; add media/spring.svg, or name one that exists',
    'articles/spring.md:6: products names pot, which does not exist; add products/pot.md, or name one that exists',
    'articles/spring.md:11: a picture in the text names media/field.svg, which does not exist; add media/field.svg, or name one that exists',
    'products/baozhong.md:6: images names media/tea.svg, which does not exist; add media/tea.svg, or name one that exists',
    'products/baozhong.md:6: images names media/leaf.svg, which does not exist; add media/leaf.svg, or name one that exists',
    'site.yaml:4: featured names pot, which does not exist; add products/pot.md, or name one that exists',
  ]);
});

test('each entry of a list over several lines is told at its own line', async () => {
  const products = 'products:\n  - 一\n  - 二\n';
  const file = anArticle().replace('author: "lin"\n', `author: lin\n${products}`);
  const problems = await problemsOf({ 'authors/lin.md': anAuthor(), 'articles/a.md': file });
  expect(problems.map((line) => line.slice(0, line.indexOf(',')))).toEqual([
    'articles/a.md:5: products names 一',
    'articles/a.md:6: products names 二',
  ]);
});

test('what is there but has mistakes of its own is told once, not by all who name it', async () => {
  const files = {
    [`authors/${'jose\u0301'}.md`]: anAuthor({ name: '' }),
    'articles/a.md': anArticle({ author: 'jos\u00e9', cover: 'media/a.svg' }),
    'articles/b.md': anArticle({ author: 'jos\u00e9' }),
    'media/a.svg': '<svg',
    'site.yaml': 'name: 青葉\nfeatured: [{ article: a }]\n',
  };
  expect(await problemsOf(files)).toEqual([
    expect.stringMatching(/^authors\/jos\u00e9\.md:2: name is ""/),
    expect.stringMatching(/^media\/a\.svg:1: /),
  ]);
});

test.for(engines)(
  'what is named may be stored on %s already, unless what the folder lacks is removed',
  async (engine) => {
    const db = await openTestDatabase(engine);
    const start = { ...named, ...Object.fromEntries(pictures.map((name) => [name, aDrawing])) };
    await importContent(contentFolder(start), db, folderStore(temporaryFolder()));

    const { 'articles/spring.md': article, 'site.yaml': site } = named;
    const some = contentFolder({ 'articles/new.md': String(article), 'site.yaml': String(site) });
    await expect(checkContent(some, db.read)).resolves.toMatchObject({ problems: [] });

    const error = await checkContent(some, db.read, { prune: true }).catch((thrown: unknown) => thrown);
    expect(error instanceof ContentError ? error.problems.map(formatProblem) : error).toEqual([
      expect.stringContaining('articles/new.md:3: author names lin, which does not exist'),
      expect.stringContaining('articles/new.md:5: cover names media/spring.svg, which'),
      expect.stringContaining('articles/new.md:6: products names baozhong, which'),
      expect.stringContaining('articles/new.md:6: products names pot, which'),
      expect.stringContaining('articles/new.md:11: a picture in the text names media/field.svg, which'),
      expect.stringContaining('site.yaml:3: featured names spring, which'),
      expect.stringContaining('site.yaml:4: featured names pot, which'),
    ]);
  },
);
