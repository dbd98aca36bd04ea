import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OverloadedError } from '#server/base/errors.ts';
import { minuteMs } from '#server/base/durations.ts';
import { startFacetThread } from '#server/facets/start-facet-thread.ts';
import { availabilityFacet, type FacetQuestion } from '#server/facets/facet-question.ts';
import { production } from '#scripts/build/folders.ts';
import { preparedDatabaseConfig, temporaryFolder } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';
import { aProduct } from '../helpers/content.ts';

const question: FacetQuestion = {
  names: ['產地'],
  categories: null,
  choices: [{ facet: '產地', values: ['坪林'] }],
  minPrice: null,
  maxPrice: null,
  counted: ['產地', availabilityFacet],
  sort: 'newest',
  pinned: [],
  skip: 0,
  limit: 24,
  nowMs: Date.parse('2027-01-01T00:00:00.000Z'),
};

const clock = { elapsed: () => 0 };

test.each([
  ['from the sources', path.resolve('server/facets/facet-thread.ts')],
  ['as built', path.join(production.outDir, 'facet-thread.js')],
])('the thread %s answers as the process itself does, and sees each write', async (_, file) => {
  const database = await preparedDatabaseConfig('sqlite');
  const site = await openSite({
    database,
    files: { 'products/pouchong.md': aProduct({ specs: { 產地: '坪林' } }) },
  });
  const thread = startFacetThread(file, { database, clock });
  onTestFinished(() => thread.close());
  const answer = await thread.ask(question);
  expect(answer).toEqual(await site.services.facets.ask(question));
  expect(answer).toMatchObject({ ids: ['pouchong'], total: 1 });
  await site.import({ 'products/oolong.md': aProduct({ specs: { 產地: '坪林' } }) });
  expect(await thread.ask(question)).toMatchObject({ total: 2 });
});

/** A thread that answers with its own number, and never where the skipped number is 1. */
async function anOddThread(options: Partial<Parameters<typeof startFacetThread>[1]> = {}) {
  const file = path.join(temporaryFolder(), 'thread.mjs');
  writeFileSync(
    file,
    `import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ skip }) => {
      if (skip === 2) parentPort.postMessage({ value: null });
      else if (skip !== 1) parentPort.postMessage({ value: { ids: [], total: threadId, counts: [] } });
    });`,
  );
  const database = await preparedDatabaseConfig('sqlite');
  const thread = startFacetThread(file, { database, clock, ...options });
  onTestFinished(() => thread.close());
  return thread;
}

test('a fifth question that would wait is refused', async () => {
  const thread = await anOddThread();
  const results: unknown[] = [];
  for (let count = 0; count < 6; count += 1)
    void thread.ask({ ...question, skip: 1 }).catch((error: unknown) => results.push(error));
  await expect.poll(() => results).toEqual([new OverloadedError('too many lists with filters are waiting')]);
});

test('a database that cannot be read is a reason to try again', async () => {
  const thread = await anOddThread();
  await expect(thread.ask({ ...question, skip: 2 })).rejects.toThrow(OverloadedError);
});

test('a thread without a question for ten minutes ends, and the next question starts another', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let elapsed = 0;
  const thread = await anOddThread({ clock: { elapsed: () => elapsed } });
  const { total: first } = await thread.ask(question);
  elapsed = 9 * minuteMs;
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(await thread.ask(question)).toMatchObject({ total: first });
  elapsed = 19 * minuteMs;
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect((await thread.ask(question)).total).not.toBe(first);
});
