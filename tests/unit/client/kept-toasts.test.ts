import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptToasts } from '#client/browser/keep/kept-toasts.ts';
import { toasts } from '#client/browser/keep/toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of toasts.read()) toasts.close(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

const shown = () =>
  toasts.read().map(({ title, description, durationMs }) => [title, description, durationMs]);

test('open toasts come back as they were, closed ones do not', () => {
  toasts.show({ title: '已收藏' });
  toasts.show({ title: '已關閉' });
  toasts.show({ title: '請自行複製', description: 'https://a.example/' }, { durationMs: Infinity });
  toasts.close(toasts.read()[1]?.id ?? 0);
  const kept = JSON.stringify(keptToasts.read());
  for (const { id } of toasts.read()) toasts.close(id);
  vi.runAllTimers();
  expect(shown()).toEqual([]);

  keptToasts.restore(JSON.parse(kept));
  expect(shown()).toEqual([
    ['已收藏', undefined, 5000],
    ['請自行複製', 'https://a.example/', Infinity],
  ]);
});

test.for([null, 'text', 7, {}, [null, 1, 'x', {}, { title: 7 }, { description: 'x' }]])(
  'what others wrote there, such as %j, shows nothing',
  (value) => {
    keptToasts.restore(value);
    expect(shown()).toEqual([]);
  },
);
