import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { FacetQuestion } from '#server/facets/facet-question.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { engines } from '../helpers/databases.ts';
import { aFacetQuestion, pick, withSortedCounts } from '../helpers/facets.ts';
import { openFacets, scanOf, writeSome } from '../helpers/facet-store.ts';

test.for(engines)(
  'random questions beside random writes on %s are answered as a scan answers them',
  async (engine) => {
    const { index, db } = await openFacets(engine);
    const random = randomNumbers(35);
    const ids = Array.from({ length: 80 }, (_, i) => `${i % 3 === 0 ? '商品' : 'p'}-${i}`);
    for (const id of ids) await writeSome(db, random, id);
    for (let i = 0; i < 60; i += 1) {
      for (let n = random(4); n > 0; n -= 1) await writeSome(db, random, pick(random, ids));
      const question = aFacetQuestion(random, ids);
      expect(withSortedCounts(await index.answer(question)), JSON.stringify(question)).toEqual(
        withSortedCounts(await scanOf(db, question)),
      );
    }
  },
);

test.for(engines)(
  'a renamed product, an emptied table and one that is filled at once are seen on %s',
  async (engine) => {
    const { index, db } = await openFacets(engine);
    const random = randomNumbers(36);
    const question: FacetQuestion = {
      ...aFacetQuestion(random, []),
      choices: [],
      categories: null,
      ...unlimited,
    };
    for (const id of ['a', 'b', 'c']) await writeSome(db, () => 1, id);
    expect((await index.answer(question)).ids.toSorted()).toEqual(['a', 'b', 'c']);
    await sql`update products set id = 'd' where id = 'b'`.execute(db.write);
    expect((await index.answer(question)).ids.toSorted()).toEqual(['a', 'c', 'd']);
    await sql`delete from products`.execute(db.write);
    expect((await index.answer(question)).total).toBe(0);
  },
);

const unlimited = { minPrice: null, maxPrice: null, skip: 0, nowMs: Date.parse('2030-01-01T00:00:00.000Z') };

test.for(engines)('a question that names another facet has it read on %s', async (engine) => {
  const { index, db } = await openFacets(engine);
  await writeSome(db, () => 1, 'a');
  await db.write.updateTable('products').set({ specs: '[["材質","陶"]]' }).execute();
  const question: FacetQuestion = {
    ...aFacetQuestion(randomNumbers(37), []),
    ...{ categories: null, choices: [], names: ['產地'], counted: ['材質'], ...unlimited },
  };
  expect((await index.answer(question)).counts).toEqual([[]]);
  expect((await index.answer({ ...question, names: ['材質'] })).counts).toEqual([
    [{ value: '陶', count: 1 }],
  ]);
});
