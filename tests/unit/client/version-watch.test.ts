import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HttpClient } from '#client/browser/fetch/http-client.ts';
import { watchVersion } from '#client/browser/fetch/version-watch.ts';

const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers each question with the next of these, the last one again and again. */
function aWatch(...answers: (() => unknown)[]) {
  const asked: string[] = [];
  const http: Pick<HttpClient, 'get'> = {
    async get(path) {
      asked.push(path);
      return answers[Math.min(asked.length, answers.length) - 1]?.();
    },
  };
  const onNewVersion = vi.fn<() => void>();
  watchVersion({ buildId: 'mine', http, onNewVersion });
  return { asked, onNewVersion };
}

const same = () => ({ id: 'mine', timestamp: 1 });
const other = () => ({ id: 'other', timestamp: 2 });

test('it asks after an hour, and every hour after that', async () => {
  const { asked, onNewVersion } = aWatch(same);
  await vi.advanceTimersByTimeAsync(hour - 1);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3 * hour);
  expect(asked).toHaveLength(4);
  expect(new Set(asked).size).toBe(4);
  expect(onNewVersion).not.toHaveBeenCalled();
});

test('another build is told once, and nothing is asked after it', async () => {
  const { asked, onNewVersion } = aWatch(same, other);
  await vi.advanceTimersByTimeAsync(5 * hour);
  expect(asked).toHaveLength(2);
  expect(onNewVersion).toHaveBeenCalledTimes(1);
});

test('a failure does not end the watch', async () => {
  const fail = () => {
    throw new Error('no answer');
  };
  const { onNewVersion } = aWatch(fail, fail, other);
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(onNewVersion).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(hour);
  expect(onNewVersion).toHaveBeenCalledTimes(1);
});

test.for([null, 'text', {}, { id: '' }, { id: 'other' }, { timestamp: 1 }, { id: 7, timestamp: 1 }])(
  'an answer like %j says nothing about the version',
  async (answer) => {
    const { onNewVersion } = aWatch(() => answer);
    await vi.advanceTimersByTimeAsync(2 * hour);
    expect(onNewVersion).not.toHaveBeenCalled();
  },
);
