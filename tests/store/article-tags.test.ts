import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { listMostUsedTags } from '#server/features/articles/tag-queries.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { createReader } from '#server/freshness/reader.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { newLandedDatabase, runStatements } from './landed/landed-database.ts';

async function tagsOf(db: Database): Promise<string[]> {
  const rows = await db.read.selectFrom('article_tags').selectAll().execute();
  return rows.map((row) => `${row.article_id} ${row.tag} ${row.shown_from?.slice(0, 10) ?? 'never'}`).sort();
}

/** Rows of tags after each write of an article, by any program. */
const steps: [write: string, tags: string[]][] = [
  [
    `insert into articles select 'a', '', '', id, null, '', '["茶","水","茶"]', '', '', '[]', 1, '2026-01-01T00:00:00.000Z', null,
      'published' from authors`,
    ['a 水 2026-01-01', 'a 茶 2026-01-01'],
  ],
  [
    `insert into articles select 'b', title, summary, author_id, cover, cover_alt, '[]', '', '', '[]', 1, published_at, null,
      'draft' from articles where id = 'a'`,
    ['a 水 2026-01-01', 'a 茶 2026-01-01'],
  ],
  [
    `update articles set tags = '["茶"]' where id = 'b'`,
    ['a 水 2026-01-01', 'a 茶 2026-01-01', 'b 茶 never'],
  ],
  [
    `update articles set status = 'published', tags = '["茶","a/b"]'`,
    ['a a/b 2026-01-01', 'a 茶 2026-01-01', 'b a/b 2026-01-01', 'b 茶 2026-01-01'],
  ],
  [
    `update articles set published_at = '2026-02-01T00:00:00.000Z', title = '題' where id = 'a'`,
    ['a a/b 2026-02-01', 'a 茶 2026-02-01', 'b a/b 2026-01-01', 'b 茶 2026-01-01'],
  ],
  [
    `insert into articles select id, title, summary, author_id, cover, cover_alt, '["茶"]', '', '', '[]', 1, published_at,
      null, 'archived' from articles where id = 'a'
      on conflict (id) do update set tags = excluded.tags, status = excluded.status`,
    ['a 茶 never', 'b a/b 2026-01-01', 'b 茶 2026-01-01'],
  ],
  [`update articles set id = 'c', tags = '["水"]' where id = 'b'`, ['a 茶 never', 'c 水 2026-01-01']],
  [`delete from articles where id = 'a'`, ['c 水 2026-01-01']],
];

test.for(engines)('the tags of articles on %s are kept whoever writes them', async (engine) => {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder({ 'authors/lin.md': anAuthor() }), db, folderStore(temporaryFolder()));
  for (const [write, tags] of steps) {
    await sql.raw(write).execute(db.write);
    expect(await tagsOf(db), write).toEqual(tags.toSorted());
  }
});

test.for(engines)('tags that %s has already become lines that an address can name', async (engine) => {
  const config = await newLandedDatabase(engine);
  const tags = JSON.stringify(['cafe\u0301', 'caf\u00e9', '一\n二', '茶']).replaceAll("'", "''");
  await runStatements(
    config,
    `insert into authors values ('lin', '', null, '[]', '', '', '');
    insert into articles select 'a', '', '', 'lin', null, '', '${tags}', '', '', '[]', 1, '2026-01-01T00:00:00.000Z', null,
      'published';`,
  );
  const db = await openDatabase(config, silentLog);
  onTestFinished(() => db.close());
  expect(await tagsOf(db)).toEqual(
    ['a caf\u00e9 2026-01-01', 'a 一 二 2026-01-01', 'a 茶 2026-01-01'].sort(),
  );
  const row = await db.read.selectFrom('articles').select('tags').executeTakeFirst();
  expect(JSON.parse(row?.tags ?? '')).toEqual(['caf\u00e9', '一 二', '茶']);
  const reader = createReader({ db: db.read, now: '2026-11-20T00:00:00.000Z', basePath: '/' });
  expect(await listMostUsedTags(reader, 9)).toHaveLength(3);
});

test.for(engines)('the most used tags on %s are those that visitors can see', async (engine) => {
  const db = await openTestDatabase(engine);
  const article = (tags: string[], fields = {}) => anArticle({ tags, ...fields });
  const files = {
    'authors/lin.md': anAuthor(),
    'articles/a.md': article(['茶', '水', '火']),
    'articles/b.md': article(['茶', '水']),
    'articles/c.md': article(['茶', '草'], { status: 'draft' }),
    ...Object.fromEntries(
      [1, 2, 3].map((n) => [
        `articles/later${n}.md`,
        article(['火', '年'], { publishedAt: `2036-01-0${n}T00:00:00Z` }),
      ]),
    ),
  };
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  const at = (now: string, limit = 9) =>
    listMostUsedTags(createReader({ db: db.read, now, basePath: '/' }), limit);
  expect(await at('2026-11-20T00:00:00.000Z')).toEqual(['水', '茶', '火']);
  expect(await at('2036-01-02T00:00:00.000Z')).toEqual(['火', '年', '水', '茶']);
  expect(await at('2036-01-03T00:00:00.000Z', 2)).toEqual(['火', '年']);
});
