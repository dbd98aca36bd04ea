import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToastQueue } from '#client/ui/toast-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function aQueue(...titles: string[]) {
  const queue = createToastQueue();
  for (const title of titles) queue.show({ title });
  return { queue, titles: () => queue.read().map(({ title }) => title) };
}

test('a toast lasts 5000 ms unless told otherwise', () => {
  const { queue } = aQueue('一');
  queue.show({ title: '二' }, { durationMs: Infinity });
  expect(queue.read().map(({ durationMs }) => durationMs)).toEqual([5000, Infinity]);
});

test('the newest five are kept', () => {
  const { titles } = aQueue('1', '2', '3', '4', '5', '6', '7', '8');
  expect(titles()).toEqual(['4', '5', '6', '7', '8']);
});

test('a closed one is gone after 200 ms', () => {
  const { queue, titles } = aQueue('一', '二');
  queue.close(queue.read()[0]?.id ?? 0);
  expect(queue.read().map(({ isOpen }) => isOpen)).toEqual([false, true]);
  vi.advanceTimersByTime(199);
  expect(titles()).toEqual(['一', '二']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual(['二']);
});

test('the same words again replace their toast, with a new time', () => {
  const { queue, titles } = aQueue('已複製', '已收藏');
  const before = queue.read()[0]?.id;
  queue.show({ title: '已複製' });
  expect(titles()).toEqual(['已收藏', '已複製']);
  expect(queue.read()[1]?.id).not.toBe(before);
  queue.show({ title: '已複製', description: '另一個連結' });
  expect(titles()).toEqual(['已收藏', '已複製', '已複製']);
});

test('whoever listens is told of each change, until they stop', () => {
  const { queue } = aQueue();
  const listener = vi.fn<() => void>();
  const stop = queue.subscribe(listener);
  queue.show({ title: '一' });
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  queue.show({ title: '二' });
  expect(listener).toHaveBeenCalledTimes(1);
});
