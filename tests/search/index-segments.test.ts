import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { mergeSegments } from '#server/search/write/merge-segments.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { openTestDatabase, temporaryFolder } from '../helpers/databases.ts';
import { idsOf, problemsOfIndex } from '../helpers/search.ts';
import { randomParts } from '../helpers/search-corpus.ts';

test('no save merges segments, a server does, and the same is found', async () => {
  const db = await openTestDatabase('sqlite');
  if (db.engine !== 'sqlite') throw new Error('this is about FTS5');
  const ids = Array.from({ length: 12 }, (_, n) => `a${n}`);
  const articles = ids.map((id) => [`articles/${id}.md`, anArticle({ title: '茶', author: 'lin' })] as const);
  const files = { 'authors/lin.md': anAuthor(), ...Object.fromEntries(articles) };
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  await mergeSegments(db);
  const countSegments = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct segid) as count from search_articles_words_idx`.execute(db.read);
    return rows[0]?.count ?? 0;
  };

  const before = await countSegments();
  const random = randomParts(11);
  // Long and of many characters: FTS5 merges once 64 pages have been written.
  const body = () =>
    Array.from({ length: 20_000 }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 20_000))).join(
      '',
    );
  for (const [n, id] of ids.entries()) {
    await writeTransaction(db, async (trx) => {
      await trx
        .updateTable('articles')
        .set({ title: `第 ${n} 壺茶`, body_html: `<p>${body()}</p>` })
        .where('id', '=', id)
        .execute();
      await indexMarked(trx);
    });
  }
  expect(await countSegments()).toBe(before + ids.length);
  const found = await idsOf(db, 'articles', '壺茶');
  expect(found).toHaveLength(ids.length);
  await mergeSegments(db);
  expect(await countSegments()).toBeLessThan(before + 4);
  expect(await idsOf(db, 'articles', '壺茶')).toEqual(found);
  expect(await problemsOfIndex(db)).toEqual([]);
});
