import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ValueCodes } from '#server/facets/columns/value-codes.ts';
import type { FacetQuestion } from '#server/facets/facet-question.ts';
import { openFacetSource } from '#server/facets/open-facet-source.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { engines, preparedDatabaseConfig } from '../helpers/databases.ts';
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

test.for(engines)(
  'a list is counted once for all its pages until a product changes on %s',
  async (engine) => {
    const { index, db } = await openFacets(engine);
    for (const id of ['a', 'b', 'c']) await writeSome(db, () => 1, id);
    const question = {
      ...aFacetQuestion(randomNumbers(39), []),
      ...unlimited,
      choices: [],
      categories: ['烏龍茶'],
    };
    // Asked once for each count.
    const counting = vi.spyOn(ValueCodes.prototype, 'havingOneOf');
    onTestFinished(() => void vi.restoreAllMocks());
    const answers = [
      await index.answer({ ...question, sort: 'newest', limit: 2 }),
      await index.answer({ ...question, sort: 'newest', limit: 2, skip: 2 }),
      await index.answer({ ...question, sort: 'price-asc' }),
    ];
    expect(answers.map(({ ids }) => ids)).toEqual([['c', 'b'], ['a'], ['a', 'b', 'c']]);
    expect(answers.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(counting).toHaveBeenCalledTimes(1);
    await writeSome(db, () => 1, 'd');
    expect(await index.answer(question)).toMatchObject({ total: 4 });
    expect(counting).toHaveBeenCalledTimes(2);
  },
);

test.for(engines)(
  'a category that is renamed has no product read again on %s, one that is moved has all',
  async (engine) => {
    const { index, db, queries } = await openFacets(engine);
    for (const id of ['茶葉', '烏龍茶'])
      await sql`insert into categories (id, name, summary, cover_alt, body_source, body_html, status, filters)
        values (${id}, ${id}, '', '', '', '', 'published', '[]')`.execute(db.write);
    await writeSome(db, () => 1, 'a');
    const random = randomNumbers(40);
    const question = { ...aFacetQuestion(random, []), ...unlimited, choices: [], categories: ['茶葉'] };
    expect((await index.answer(question)).ids).toEqual([]);
    queries.length = 0;
    await sql`update categories set name = '烏龍', position = 2 where id = '烏龍茶'`.execute(db.write);
    expect((await index.answer(question)).ids).toEqual([]);
    expect(queries.filter((query) => query.includes('from "products"'))).toEqual([]);
    await sql`update categories set parent_id = '茶葉' where id = '烏龍茶'`.execute(db.write);
    expect((await index.answer(question)).ids).toEqual(['a']);
  },
);

test.runIf(engines.includes('postgres'))(
  'products are read on PostgreSQL without a time limit of statements',
  async () => {
    const source = await openFacetSource(await preparedDatabaseConfig('postgres'));
    onTestFinished(() => source.close());
    const setting = sql<{ ms: string }>`select current_setting('statement_timeout') as ms`;
    expect((await setting.execute(source.read)).rows).toEqual([{ ms: '0' }]);
  },
);
