import { expect, test } from 'vitest';
import { createReader } from '#server/freshness/reader.ts';
import { findArticle } from '#server/features/articles/article-queries.ts';
import { findMoreToRead } from '#server/features/articles/more-to-read.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, contentFolder, type Files } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder, type EngineName } from '../helpers/databases.ts';

const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T00:00:00Z`;
const now = '2026-11-20T04:00:00.000Z';

interface Some {
  on: number;
  tags?: string[];
  author?: string;
  fields?: Record<string, unknown>;
}

/** Further reading for the article `this` of the tenth, which Lin wrote on tea and rain. */
async function moreOf(engine: EngineName, others: Record<string, Some>) {
  const files: Files = { 'authors/lin.md': anAuthor(), 'authors/chen.md': anAuthor({ name: '陳' }) };
  const all: Record<string, Some> = { this: { on: 10, tags: ['茶', '雨'], author: 'lin' }, ...others };
  for (const [id, { on, tags = [], author = 'chen', fields }] of Object.entries(all))
    files[`articles/${id}.md`] = anArticle({ author, tags, publishedAt: day(on), ...fields });
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  const reader = createReader({ db: db.read, now, basePath: '/' });
  const article = await findArticle(reader, 'this');
  const { older, newer, related } = await findMoreToRead(reader, article ?? expect.fail());
  return { older: older?.id, newer: newer?.id, related: related.map(({ id }) => id) };
}

test.for(engines)(
  'tags in common on %s come before the author, the author before the time',
  async (engine) => {
    const { related } = await moreOf(engine, {
      next: { on: 11 },
      'of-author': { on: 28, author: 'lin' },
      'one-tag': { on: 1, tags: ['茶'] },
      'two-tags': { on: 2, tags: ['雨', '茶', '山'] },
      'other-tag': { on: 12, tags: ['山'] },
    });
    expect(related).toEqual(['two-tags', 'one-tag', 'of-author']);
  },
);

test.for(engines)('of as many tags on %s the author’s own come first, then the nearest', async (engine) => {
  const { related } = await moreOf(engine, {
    far: { on: 28, tags: ['茶'] },
    near: { on: 12, tags: ['茶'] },
    before: { on: 9, tags: ['雨'] },
    own: { on: 20, tags: ['茶'], author: 'lin' },
  });
  expect(related).toEqual(['own', 'before', 'near']);
});

test.for(engines)('where nothing is alike %s gives those that follow the neighbours', async (engine) => {
  const more = await moreOf(engine, {
    a: { on: 1 },
    b: { on: 8 },
    c: { on: 9 },
    d: { on: 11 },
    e: { on: 12 },
  });
  expect(more).toEqual({ older: 'c', newer: 'd', related: ['b', 'e', 'a'] });
});

test.for(engines)('what no visitor may see is not related on %s', async (engine) => {
  const more = await moreOf(engine, {
    draft: { on: 9, tags: ['茶'], fields: { status: 'draft' } },
    archived: { on: 9, tags: ['茶'], author: 'lin', fields: { status: 'archived' } },
    later: { on: 9, tags: ['茶'], author: 'lin', fields: { publishedAt: '2027-01-01T00:00:00Z' } },
  });
  expect(more).toEqual({ older: undefined, newer: undefined, related: [] });
});

test.for(engines)('a tag of many articles on %s gives those that are near in time', async (engine) => {
  const others = Object.fromEntries(
    Array.from({ length: 28 }, (_, n) => [`n${n + 1}`, { on: n + 1, tags: ['茶'] }]),
  );
  const { related } = await moreOf(engine, { ...others, twin: { on: 28, tags: ['雨', '茶'] } });
  expect(related).toEqual(['twin', 'n10', 'n11']);
});
