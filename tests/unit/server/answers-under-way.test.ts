import { expect, test } from 'vitest';
import { createAnswersUnderWay } from '#server/features/edge/answers-under-way.ts';
import { tagNumbers, tags } from '#server/freshness/tags.ts';
import { aClockAt } from '#tests/helpers/site.ts';

const names = tags.names;
const pot = tags.product('pot');

test('an answer is overtaken by what changes after it, and named once', () => {
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const underWay = createAnswersUnderWay(clock);
  underWay.note('former', tagNumbers([names, pot]));
  underWay.note('other', tagNumbers([names]));
  underWay.change([pot]);
  underWay.change([pot]);
  underWay.note('newer', tagNumbers([pot]));
  expect(underWay.takeOvertaken()).toEqual(['former']);
  underWay.change([pot]);
  expect(underWay.takeOvertaken()).toEqual(['newer']);
  underWay.change('everything');
  underWay.note('newest', tagNumbers([pot]));
  expect(underWay.takeOvertaken()).toEqual(['other']);
  clock.set('2026-11-20T04:00:11Z');
  underWay.change('everything');
  expect(underWay.takeOvertaken()).toEqual([]);
});
