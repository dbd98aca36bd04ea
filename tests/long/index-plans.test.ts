import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { createReader } from '#server/freshness/reader.ts';
import { findTogether } from '#server/search/find-hits.ts';
import { readHitTexts } from '#server/search/hit-texts.ts';
import { listNames } from '#server/search/list-names.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';
import { findScans, recordQueries } from '../helpers/query-plans.ts';
import { pretendDocuments } from '../helpers/search.ts';
import { randomParts, searchCorpus } from '../helpers/search-corpus.ts';

const queries = ['茶', '烏龍', '烏龍茶', '乌龙 tea', '乌龙茶', 'QY-120ml', '3月'];

test.for(engines)('no search on %s reads a table from end to end', async (engine) => {
  const db = await openTestDatabase(engine);
  const files = searchCorpus(randomParts(5), { articles: 300, products: 300 });
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  // Told how small the tables are, SQLite would read them.
  if (engine === 'postgres') {
    await sql`analyze`.execute(db.write);
    await pretendDocuments(db, 5_000);
  }

  const recorded = recordQueries(db);
  const reader = createReader({ db: recorded.db, now: '2026-11-20T00:00:00.000Z', basePath: '/' });
  for (const kind of ['articles', 'products'] as const) {
    for (const query of queries) {
      for (const sort of ['relevance', 'newest', 'cheapest', 'dearest'] as const) {
        const { words } = parseQuery(query);
        const filters =
          sort === 'newest' ? { minPrice: 10, category: '茶葉', tag: '茶葉', author: 'a1' } : {};
        const request = { kind, words, filters, sort, skip: 0, limit: 24 };
        const { ids } = await findTogether(reader, async (finder) => {
          await finder.hitsAndFacets(request);
          return finder.hits(request);
        });
        await readHitTexts(reader, kind, ids);
      }
    }
  }
  await listNames(reader);
  const found = await findScans(db, recorded);
  expect(found.length).toBeGreaterThan(15);
  // The tree is read whole, once until it changes: it has some hundreds of rows.
  const others = found.filter(({ query }) => !query.endsWith('from "categories"'));
  expect(others.length).toBe(found.length - 1);
  for (const { query, steps } of others) expect.soft(steps, query).toEqual([]);
});
