import { expect, test } from 'vitest';
import { mayReload, type GuardEnvironment } from '#client/browser/fetch/reload-guard.ts';

/** A browser's tab, over reloads; its clock is moved by hand. */
function aTab({ isStorageBlocked = false } = {}) {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const tab: { time: number; entry: unknown } = { time: 1_000_000, entry: undefined };
  const environment: GuardEnvironment = {
    now: () => tab.time,
    storage() {
      if (isStorageBlocked) throw new Error('blocked');
      return storage;
    },
    readEntry: () => tab.entry,
    writeEntry: (record) => (tab.entry = record),
  };
  return { tab, stored, environment };
}

for (const isStorageBlocked of [false, true]) {
  test(`a path is reloaded once in ten seconds, storage blocked: ${isStorageBlocked}`, () => {
    const { tab, environment } = aTab({ isStorageBlocked });
    expect(mayReload('/a', environment)).toBe(true);
    tab.time += 9_999;
    expect(mayReload('/a', environment)).toBe(false);
    tab.time += 1;
    expect(mayReload('/a', environment)).toBe(true);
  });

  test(`a path is reloaded twice for a script of one build, however slow the line is, storage blocked: ${isStorageBlocked}`, () => {
    const { tab, environment } = aTab({ isStorageBlocked });
    const tries = Array.from({ length: 20 }, () => {
      tab.time += 60_000;
      return mayReload('/a', environment, 'https://example.com/assets/entry-1.js');
    });
    expect(tries.filter(Boolean)).toHaveLength(2);
    expect(mayReload('/b', environment, 'https://example.com/assets/entry-1.js')).toBe(true);
    tab.time += 60_000;
    expect(mayReload('/a', environment, 'https://example.com/assets/entry-2.js')).toBe(true);
    tab.time += 60_000;
    expect(mayReload('/a', environment)).toBe(true);
  });

  test(`each path has a record of its own, storage blocked: ${isStorageBlocked}`, () => {
    const { environment } = aTab({ isStorageBlocked });
    expect(mayReload('/a', environment)).toBe(true);
    expect(mayReload('/b?x=1', environment)).toBe(true);
    expect(mayReload('/a', environment)).toBe(false);
    expect(mayReload('/b?x=1', environment)).toBe(false);
    expect(mayReload('/b?x=2', environment)).toBe(true);
  });
}

test.each(['{oops', 'null', '{"until":1,"counts":["a"]}', '{"/a":1}'])(
  'a record that somebody spoiled counts as none: %s',
  (spoiled) => {
    const { tab, stored, environment } = aTab();
    stored.set('qingye:reloads', spoiled);
    tab.entry = 'text';
    expect(mayReload('/a', environment)).toBe(true);
    expect(mayReload('/a', environment)).toBe(false);
  },
);

test('records of the past are dropped, and those of many scripts', () => {
  const { tab, stored, environment } = aTab();
  for (let i = 0; i < 200; i += 1) {
    mayReload(`/${i}`, environment, 'build');
    tab.time += 1000;
  }
  const { until, counts } = JSON.parse(stored.get('qingye:reloads') ?? '');
  expect(Object.keys(until).length).toBeLessThanOrEqual(10);
  expect(Object.keys(counts)).toHaveLength(50);
});
