import { expect, test } from 'vitest';
import { createWorkQueue } from '#server/base/work-queue.ts';

test('the lowest rank goes first, the highest gives way', async () => {
  const queue = createWorkQueue({ atOnce: 1, maxWaiting: 2 });
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string) => async () => void done.push(name);
  expect(queue.hasRoom(9)).toBe(true);
  const running = queue.run(5, () => first.promise);
  const results = [
    queue.run(9, work('tried nine times')),
    queue.run(1, work('new')),
    queue.run(1, work('new, later')),
    queue.run(0, work('known')),
  ];
  expect([queue.hasRoom(0), queue.hasRoom(1)]).toEqual([true, false]);
  first.resolve();
  await running;
  expect(await Promise.all(results)).toEqual([null, undefined, null, undefined]);
  expect(done).toEqual(['known', 'new']);
  const failing = queue.run(1, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await queue.run(1, async () => 'still working')).toBe('still working');
});
