import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findDocument } from '#server/content/entries/documents.ts';
import { listSpecs } from '#shared/kinds/product-parts/specs.ts';
import { aProduct, problemsOf, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';

const files: Files = {
  'products/flat.md': aProduct({ specs: { 產地: '坪林', 容量: 150 } }),
  'products/deep.md':
    '---\nname: 壺\ncategory: 茶器\nspecs:\n  產地: 鶯歌\n  尺寸:\n    長: 10 公分\n    2: [a, "b\'"]\n  顏色: [白, 青, 墨]\n  單: [一]\nstatus: draft\n---\n',
  'products/none.md': aProduct(),
};

/** The queries of the comment of `listSpecs`, the first for SQLite. */
const queries = Array.from(
  readFileSync('shared/kinds/product-parts/specs.ts', 'utf8').matchAll(/(?:^ \* {5}.*\n)+/gm),
  ([lines]) => lines.replaceAll(/^ \* {5}/gm, ''),
);

test.for(engines)('names and values are the same to JavaScript and to SQL on %s', async (engine) => {
  const { db } = (await openSite({ engine, files })).services;
  const { rows } = await sql.raw(queries[engine === 'sqlite' ? 0 : 1] ?? '').execute(db.read);
  const stored = await db.read.selectFrom('products').select(['id', 'specs']).execute();
  const listed = stored.flatMap(({ id, specs }) =>
    listSpecs(specs).flatMap(({ group, name, values }) =>
      values.map((value) => ({ id, group_name: group, name, value })),
    ),
  );
  expect(listed).toHaveLength(10);
  expect(rows.toSorted(byText)).toEqual(listed.toSorted(byText));
});

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

test('specs of today are stored as before, and groups and lists beside them', async () => {
  const { read } = (await openSite({ files })).services.db;
  const stored = await read.selectFrom('products').select(['id', 'specs']).orderBy('id').execute();
  expect(Object.fromEntries(stored.map(({ id, specs }) => [id, JSON.parse(specs)]))).toEqual({
    flat: [
      ['產地', '坪林'],
      ['容量', '150'],
    ],
    deep: [
      ['產地', '鶯歌'],
      [
        '尺寸',
        [
          ['長', '10 公分'],
          ['2', ['a', "b'"]],
        ],
      ],
      ['顏色', ['白', '青', '墨']],
      ['單', '一'],
    ],
    none: [],
  });
  expect(await findDocument(read, 'products', 'deep')).toContain(
    'specs:\n  產地: 鶯歌\n  尺寸:\n    長: 10 公分\n    "2":\n      - a\n      - b\'\n  顏色:\n    - 白\n    - 青\n    - 墨\n  單: 一\n',
  );
});

test('each mistake in groups and lists is told with its line', async () => {
  const right =
    'it must be a map of different names and their values, such as { 產地: 新北坪林, 顏色: [白, 青] }, or of groups of them';
  const text = `---
name: 壺
category: 茶器
specs:
  空: []
  組: {}
  尺寸:
    長:
      內: 太深
    寬: [好, [不好]]
  顏色:
    - 白
    -
status: draft
---
`;
  expect(await problemsOf({ 'products/pot.md': text })).toEqual([
    `products/pot.md:5: specs.空 is a list; ${right}`,
    `products/pot.md:6: specs.組 is a map; ${right}`,
    `products/pot.md:8: specs.尺寸.長 is a map; ${right}`,
    `products/pot.md:10: specs.尺寸.寬.1 is a list; ${right}`,
    `products/pot.md:13: specs.顏色.1 is empty; ${right}`,
  ]);
});
