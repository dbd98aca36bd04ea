import { expect, test } from 'vitest';
import { createAnnouncedPosition } from '#server/db/dialects/announced-position.ts';
import { keepPosition } from '#server/freshness/changes/keep-position.ts';
import { silentLog } from '../helpers/databases.ts';

function aSetting() {
  const announced = createAnnouncedPosition();
  const questions: PromiseWithResolvers<string>[] = [];
  const keeper = keepPosition(
    announced,
    () => {
      const question = Promise.withResolvers<string>();
      questions.push(question);
      return question.promise;
    },
    silentLog,
  );
  const answer = async (lsn: string) => {
    questions.shift()?.resolve(lsn);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { announced, keeper, answer, questions };
}

test('where news stands is not known until the database has said it', async () => {
  const { announced, keeper, answer } = aSetting();
  expect(announced.bytes).toBeNull();
  keeper.ask();
  await answer('1/10');
  expect(announced.bytes).toBe(0x1_0000_0010n);
  keeper.ask();
  expect(announced.bytes).toBeNull();
});

test('an answer that newer news has overtaken does not count', async () => {
  const { announced, keeper, answer, questions } = aSetting();
  keeper.ask();
  keeper.ask();
  expect(questions).toHaveLength(1);
  await answer('0/10');
  expect(announced.bytes).toBeNull();
  await answer('0/20');
  expect(announced.bytes).toBe(0x20n);

  keeper.ask();
  keeper.set('0/40');
  await answer('0/30');
  await answer('0/50');
  expect(announced.bytes).toBe(0x50n);
});

test('without an answer nothing is known, until the next news is asked about', async () => {
  const { announced, keeper, answer, questions } = aSetting();
  keeper.ask();
  questions.shift()?.reject(new Error('lost'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(announced.bytes).toBeNull();
  keeper.ask();
  await answer('0/10');
  expect(announced.bytes).toBe(0x10n);
});
