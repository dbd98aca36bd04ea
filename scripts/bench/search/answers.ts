import type { Database } from '#server/db/open/open-database.ts';
import { createReader } from '#server/freshness/reader.ts';
import { findTogether } from '#server/search/find-hits.ts';
import { createTexts } from './corpus.ts';
import { randomRequest } from './queries.ts';

const queries = 2_200;

/** Answers of an engine to random queries, the same in each run: ids, order, counts and facets as one text each. */
export async function readAnswers(db: Database): Promise<string[]> {
  const texts = createTexts(9);
  const reader = createReader({ db: db.read, now: '2200-01-01T00:00:00.000Z', basePath: '/' });
  const answers: string[] = [];
  for (let i = 0; i < queries; i += 1) {
    const request = randomRequest(texts);
    const find = i % 10 === 0 ? 'hitsAndFacets' : 'hits';
    answers.push(JSON.stringify(await findTogether(reader, (finder) => finder[find](request))));
  }
  return answers;
}
