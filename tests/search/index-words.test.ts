import { describe, expect, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';
import { idsOf } from '../helpers/search.ts';

/** Titles by the ids of articles, the newest last. */
const titles = {
  taiwan: '去臺灣喝茶',
  cup: 'a cup of tea',
  pot: '編號 QY-120ml 的壺',
  bread: '紅豆麵包',
  bags: '四方面包括',
  chief: '拜訪里長',
  inside: '家裡長什麼樣子',
  emoji: '喝☕️吧',
  noodles: '去𠮷野家吃飯',
  bopomofo: '茶（ㄔㄚˊ）',
  glass: '窓のｶﾞﾗｽ',
  green: '제주녹차밭',
} as const;

describe.each(engines)('on %s', (engine) => {
  test('each query of the table finds these articles in this order', async () => {
    const db = await openTestDatabase(engine);
    const articles = Object.entries(titles).map(([id, title], index) => {
      const publishedAt = `2026-01-${String(index + 1).padStart(2, '0')}T08:00:00+08:00`;
      return [`articles/${id}.md`, anArticle({ title, author: 'lin', publishedAt }, '。')] as const;
    });
    const files = { 'authors/lin.md': anAuthor(), ...Object.fromEntries(articles) };
    await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
    const found: Record<string, string[]> = {};
    for (const query of Object.keys(expected)) found[query] = await idsOf(db, 'articles', query);
    expect(found).toEqual(expected);
  });
});

const expected: Record<string, (keyof typeof titles)[]> = {
  台灣: ['taiwan'],
  臺灣: ['taiwan'],
  台湾: ['taiwan'],
  ＴＥＡ: ['cup'],
  tea: ['cup'],
  'QY-120ml': ['pot'],
  qy120ML: ['pot'],
  麵包: ['bread'],
  面包: ['bags', 'bread'],
  里長: ['chief', 'inside'],
  裡長: ['inside'],
  茶: ['bopomofo', 'taiwan'],
  '☕': ['emoji'],
  𠮷野家: ['noodles'],
  ㄔㄚˊ: ['bopomofo'],
  ガラス: ['glass'],
  녹차: ['green'],
  '%': [],
  _: [],
  '"': [],
  "'": [],
  '*': [],
  '^': [],
  ':': [],
  '()': [],
  '\\': [],
};
