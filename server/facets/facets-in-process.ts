import type { Database } from '#server/db/open/open-database.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { FacetIndex } from './facet-index.ts';
import { maxWaitingQuestions, type ProductFacets } from './facet-question.ts';
import { offerCounts } from './offer-values.ts';

/** For commands and tests, in which no visitor waits. */
export function facetsInProcess(db: Database): ProductFacets {
  const index = new FacetIndex(db);
  const queue = createWorkQueue({ atOnce: 1, maxWaiting: maxWaitingQuestions });
  return {
    async ask(question) {
      const answer = await queue.run(0, () => index.answer(question));
      if (answer === null) throw new OverloadedError('too many lists with filters are waiting');
      return offerCounts(answer, question);
    },
  };
}
