import { expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { facetsInTransaction } from '#server/facets/facets-in-transaction.ts';
import { offerCounts } from '#server/facets/offer-values.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { engines } from '../helpers/databases.ts';
import { aFacetQuestion } from '../helpers/facets.ts';
import { openFacets, scanOf, writeSome } from '../helpers/facet-store.ts';

test.for(engines)(
  'random questions in a transaction on %s are answered as a scan answers them',
  async (engine) => {
    const { db } = await openFacets(engine);
    const random = randomNumbers(41);
    // Some 245 are published and stay, so that more than one batch is read.
    const ids = Array.from({ length: 360 }, (_, i) => `p-${i}`);
    for (const id of ids) await writeSome(db, random, id);
    await writeTransaction(db, async (trx) => {
      const facets = await facetsInTransaction(trx);
      // Seen by the transaction alone.
      await trx.deleteFrom('products').where('id', '<', 'p-12').execute();
      const inside = { ...db, read: trx };
      for (let i = 0; i < 20; i += 1) {
        const question = aFacetQuestion(random, ids);
        expect(await facets?.ask(question), JSON.stringify(question)).toEqual(
          offerCounts(await scanOf(inside, question), question),
        );
      }
    });
  },
);
