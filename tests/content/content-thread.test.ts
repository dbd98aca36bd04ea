import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contentWorkInProcess } from '#server/content/thread/content-work.ts';
import { startContentThread } from '#server/content/thread/start-content-thread.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { pageErrorOf } from '#server/http/answer/page-error-of.ts';
import { production } from '#scripts/build/folders.ts';
import { temporaryFolder } from '#tests/helpers/databases.ts';

type Limits = Parameters<typeof startContentThread>[1];

function aThread(file: string, limits?: Limits) {
  const thread = startContentThread(file, limits);
  onTestFinished(() => thread.close());
  return thread;
}

/** A thread that returns each source unchanged, and fails in the way that the source names. */
function anUnluckyThread(limits?: Limits) {
  const file = path.join(temporaryFolder(), 'thread.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ source, before }) => {
      if (source === 'for ever') for (;;);
      if (source === 'exit') process.exit(1);
      if (source === 'exit later') setImmediate(() => process.exit(1));
      if (source === 'memory') for (const kept = []; ; ) kept.push(new Array(100_000).fill({}));
      if (source === 'throw') throw new Error('broken');
      parentPort.postMessage({ value: source ?? before });
    });`,
  );
  return aThread(file, limits);
}

test.each([
  ['from the sources', path.resolve('server/content/thread/content-thread.ts')],
  ['as built', path.join(production.outDir, 'content-thread.js')],
])('the thread %s renders and compares as the process itself does', async (_, file) => {
  const [thread, inProcess] = [aThread(file), contentWorkInProcess()];
  const source = '## 茶\n\n**「重點」**的茶。[^1] ![茶園](media/a.png)\n\n[^1]: 註。\n\n<b>';
  const [rendered, other, difference] = await Promise.all([
    thread.render(source),
    thread.render('另一篇'),
    thread.compare('春天的茶。', '冬天的茶。'),
  ]);
  expect(rendered).toEqual(await inProcess.render(source));
  expect(await thread.preview(source)).toEqual(rendered);
  expect(rendered.html).toContain('<strong>「重點」</strong>');
  expect(other.text).toBe('另一篇');
  expect(difference).toEqual(await inProcess.compare('春天的茶。', '冬天的茶。'));
});

test.each([
  ['for ever', 'it computed for over 300 ms'],
  ['memory', 'reaching memory limit'],
  ['exit', 'the thread has ended'],
  ['throw', 'broken'],
])('work that meets with "%s" fails alone', async (trouble, cause) => {
  const thread = anUnluckyThread({ maxProcessorMs: trouble === 'memory' ? 30_000 : 300, maxMemoryMb: 32 });
  const [before, failed, after] = await Promise.allSettled(
    ['before', trouble, 'after'].map((source) => thread.render(source)),
  );
  expect([before, after]).toMatchObject([{ value: 'before' }, { value: 'after' }]);
  expect(failed).toMatchObject({
    reason: {
      message: 'the thread for texts could not render one',
      cause: { message: expect.stringContaining(cause) },
    },
  });
});

test('a thread that ended at rest is started again', async () => {
  // Noted when the thread is made: it may have ended before anybody looks for it. The product listens first.
  const exit = new Promise((resolve) => {
    process.once('worker', (worker) => worker.once('exit', resolve));
  });
  const thread = anUnluckyThread();
  expect(await thread.render('exit later')).toBe('exit later');
  await exit;
  expect(await thread.render('after')).toBe('after');
});

test('work beyond what may wait is refused with 503, comparing first', async () => {
  const thread = anUnluckyThread({ maxWaiting: 2 });
  const done: unknown[] = [];
  const work = [
    thread.render('first'),
    thread.preview('second'),
    thread.compare('too many', ''),
    thread.render('third'),
  ].map((promise) => promise.then((value) => done.push(value)));
  const [refused] = (await Promise.allSettled(work)).filter((result) => result.status === 'rejected');
  expect(done).toEqual(['first', 'third', 'second']);
  expect(refused?.reason).toBeInstanceOf(OverloadedError);
  expect(pageErrorOf(refused?.reason, 'id')).toMatchObject({ statusCode: 503, retryAfterSeconds: 5 });
});

test('closing fails what is running and what is waiting', async () => {
  const thread = anUnluckyThread();
  const work = [thread.render('for ever'), thread.render('waiting')];
  const settled = Promise.allSettled(work);
  await thread.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(thread.render('later')).rejects.toThrow('could not render');
});
