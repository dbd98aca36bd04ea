import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { checkContent, importContent } from '#server/features/import-export/import-content.ts';
import { ContentError, formatProblem } from '#server/content/front-matter/problem.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import {
  aCategory,
  aProduct,
  contentFolder,
  filesIn,
  problemsOf,
  storedContent,
  type Files,
} from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';

const tree: Files = {
  'categories/tea.md': aCategory({ name: '茶' }),
  'categories/oolong.md': aCategory({ name: '烏龍茶', parent: 'tea', order: 10, pinned: ['dongding'] }),
  'categories/gifts.md': aCategory({ name: '禮盒', summary: '送禮', status: 'draft' }),
  'categories/parts.md': aCategory({ view: 'table', columns: ['材質', '口徑'] }),
  'categories/shown.md': aCategory({ view: 'cards' }),
  'products/dongding.md': aProduct({ category: 'oolong', alsoIn: ['gifts'] }),
  'products/pot.md': aProduct({ category: '茶器' }),
};

const chain = (length: number): Files =>
  Object.fromEntries(
    Array.from({ length }, (_, n) => [
      `categories/c${n}.md`,
      aCategory(n === 0 ? {} : { parent: `c${n - 1}` }),
    ]),
  );

test('a tree of five levels is one, with products that name no category', async () => {
  expect(await problemsOf(tree)).toEqual([]);
  expect(await problemsOf(chain(5))).toEqual([]);
});

test.each([
  [
    { 'categories/a.md': aCategory({ parent: 'a' }) },
    [
      'categories/a.md:3: parent leads back to a itself; name a category that is not below this one, or leave parent out',
    ],
  ],
  [
    { 'categories/a.md': aCategory({ parent: 'b' }), 'categories/b.md': aCategory({ parent: 'a' }) },
    ['a', 'b'].map(
      (id) =>
        `categories/${id}.md:3: parent leads back to ${id} itself; name a category that is not below this one, or leave parent out`,
    ),
  ],
  [
    chain(6),
    [
      'categories/c5.md:3: parent puts c5 below level 5; name a category nearer to the top: there are at most 5 levels',
    ],
  ],
  [
    { 'categories/a.md': aCategory({ parent: 'nowhere' }) },
    [
      'categories/a.md:3: parent names nowhere, which does not exist; add categories/nowhere.md, or name one that exists',
    ],
  ],
  [
    { 'categories/a.md': aCategory({ pinned: ['none'] }), 'products/p.md': aProduct({ alsoIn: ['none'] }) },
    [
      'categories/a.md:3: pinned names none, which does not exist; add products/none.md, or name one that exists',
      'products/p.md:6: alsoIn names none, which does not exist; add categories/none.md, or name one that exists',
    ],
  ],
  [
    { 'categories/a.md': aCategory({ order: '第一' }) },
    [
      'categories/a.md:3: order is "第一"; it must be a whole number such as 10: its place among the categories beside it',
    ],
  ],
  [
    {
      'categories/a.md': aCategory({ view: 'list', columns: ['一', '二', '三', '四', '五', '六', '七'] }),
      'categories/b.md': aCategory({ columns: '材質' }),
    },
    [
      'categories/a.md:3: view is "list"; it must be cards, table',
      'categories/a.md:4: columns is a list; it must be a list of at most 6 names of specs and options, or brand, such as [材質, 口徑]',
      'categories/b.md:3: columns is "材質"; it must be a list of at most 6 names of specs and options, or brand, such as [材質, 口徑]',
    ],
  ],
])('a mistake in the tree is told with its file and its line: %#', async (files, problems) => {
  expect(await problemsOf(files)).toEqual(problems);
});

describe.for(engines)('on %s', (engine) => {
  async function open(files: Files) {
    const db = await openTestDatabase(engine);
    const store = folderStore(temporaryFolder());
    const bring = (more: Files, prune = false) => importContent(contentFolder(more), db, store, { prune });
    await bring(files);
    const refused = async (more: Files) => {
      const error = await bring(more).then(
        () => null,
        (reason: unknown) => reason,
      );
      return error instanceof ContentError ? error.problems.map(formatProblem) : error;
    };
    return { db, store, bring, refused };
  }

  test('a folder with a tree, and one of today, come out as they went in', async () => {
    const plain = { 'site.yaml': 'name: 茶行\n', 'products/pot.md': aProduct({ category: '茶器' }) };
    for (const files of [tree, plain]) {
      const { db, store } = await open(files);
      const folder = `${temporaryFolder()}/out`;
      await exportContent(folder, db, store);
      const again = await openTestDatabase(engine);
      await importContent(folder, again, store);
      const stored = await storedContent(db.read);
      expect(await storedContent(again.read)).toEqual(stored);
      const second = `${temporaryFolder()}/out`;
      await exportContent(second, again, store);
      expect(filesIn(second)).toEqual(filesIn(folder));
      const settings = Buffer.from(filesIn(folder)['site.yaml'] ?? '', 'hex').toString();
      expect(settings, 'groups of which nothing is set').not.toContain('{}');
    }
  });

  test('a file says of a table which columns it has, once each, and nothing of cards', async () => {
    const { db, store } = await open({
      'categories/parts.md': aCategory({ view: 'table', columns: ['材質', ' 口徑', '材質'] }),
      'categories/shown.md': aCategory({ view: 'cards' }),
    });
    const folder = `${temporaryFolder()}/out`;
    await exportContent(folder, db, store);
    const textOf = (id: string) => readFileSync(`${folder}/categories/${id}.md`, 'utf8');
    expect(textOf('parts')).toContain('view: table\ncolumns:\n  - 材質\n  - 口徑\n');
    expect(textOf('shown')).not.toContain('view');
  });

  test('what is stored is a part of the tree that a folder is checked against', async () => {
    const { refused } = await open(chain(5));
    expect(
      await refused({ 'categories/top.md': aCategory(), 'categories/c0.md': aCategory({ parent: 'top' }) }),
    ).toEqual([
      'categories/c0.md:3: parent puts c4 below level 5; name a category nearer to the top: there are at most 5 levels',
    ]);
    expect(await refused({ 'categories/c0.md': aCategory({ parent: 'c3' }) })).toContain(
      'categories/c0.md:3: parent leads back to c0 itself; name a category that is not below this one, or leave parent out',
    );
    expect(await refused({ 'categories/c4.md': aCategory({ parent: 'c0' }) })).toBe(null);
  });

  test('a text that reads like another category is warned of, once', async () => {
    const { db, bring } = await open({
      'categories/taiwan.md': aCategory({ name: '臺灣茶' }),
      'products/a.md': aProduct(),
    });
    const warnings = async (files: Files) =>
      (await checkContent(contentFolder(files), db.read)).warnings.map(formatProblem);
    expect(
      await warnings({
        'products/a.md': aProduct({ category: '茶葉' }),
        'products/b.md': aProduct({ category: '茶葉' }),
        'products/c.md': aProduct({ category: '茶 葉' }),
        'products/d.md': aProduct({ category: '茶叶' }),
        'products/e.md': aProduct({ category: '台湾茶' }),
        'products/f.md': aProduct({ category: '台湾茶' }),
        'products/g.md': aProduct({ category: 'taiwan' }),
        'products/h.md': aProduct({ category: '茶器' }),
        // Signs tell names apart that have the same letters.
        'products/i.md': aProduct({ category: 'A & B' }),
        'products/j.md': aProduct({ category: 'a+b' }),
        'products/k.md': aProduct({ category: 'Ａ＆Ｂ' }),
      }),
    ).toEqual([
      'products/e.md:3: category 台湾茶 reads like taiwan (臺灣茶), as in 1 more; write taiwan, or another name',
      'products/c.md:3: category 茶 葉 reads like 茶葉; write 茶葉, or another name',
      'products/d.md:3: category 茶叶 reads like 茶葉; write 茶葉, or another name',
      'products/k.md:3: category Ａ＆Ｂ reads like A & B; write A & B, or another name',
    ]);
    expect(await bring({ 'products/c.md': aProduct({ category: '茶 葉' }) })).toMatchObject({ warnings: [] });
  });

  test('a folder without categories prunes them, and products keep their texts', async () => {
    const { db, bring } = await open(tree);
    await bring({ 'products/dongding.md': aProduct({ category: 'oolong' }) }, true);
    const places = await db.read
      .selectFrom('product_categories')
      .select(['category_id', 'product_id'])
      .execute();
    expect(places).toEqual([{ category_id: 'oolong', product_id: 'dongding' }]);
  });
});
