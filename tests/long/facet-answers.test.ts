import { expect, test } from 'vitest';
import type { FacetAnswer, FacetQuestion } from '#server/facets/facet-question.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { engines } from '../helpers/databases.ts';
import { aFacetQuestion, pick, withSortedCounts } from '../helpers/facets.ts';
import { openFacets, scanOf, writeSome } from '../helpers/facet-store.ts';

const isWhole = process.env['QINGYE_TEST_WHOLE'] === '1';

test.for(engines)(
  'each answer on %s is that of a moment before, between or after the writes beside it',
  async (engine) => {
    const { index, db } = await openFacets(engine);
    const random = randomNumbers(63);
    const ids = Array.from({ length: 150 }, (_, i) => `${i % 3 === 0 ? '商品' : 'p'}-${i}`);
    for (const id of ids) await writeSome(db, random, id);
    for (let i = 0; i < (isWhole ? 20_000 : 2_000); i += 1) {
      const question = aFacetQuestion(random, ids);
      const moments = [await scanOf(db, question)];
      const answering = index.answer(question);
      for (let n = random(3); n > 0; n -= 1) {
        await writeSome(db, random, pick(random, ids));
        moments.push(await scanOf(db, question));
      }
      expectOneOf(moments, withSortedCounts(await answering), question);
    }
  },
);

function expectOneOf(moments: readonly FacetAnswer[], answer: FacetAnswer, question: FacetQuestion): void {
  const texts = moments.map((moment) => JSON.stringify(withSortedCounts(moment)));
  expect(texts, JSON.stringify(question)).toContain(JSON.stringify(answer));
}
