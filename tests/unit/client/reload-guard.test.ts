import { expect, test } from 'vitest';
import { mayReload, type GuardEnvironment } from '#client/browser/reload-guard.ts';

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

  test(`each path has a record of its own, storage blocked: ${isStorageBlocked}`, () => {
    const { environment } = aTab({ isStorageBlocked });
    expect(mayReload('/a', environment)).toBe(true);
    expect(mayReload('/b?x=1', environment)).toBe(true);
    expect(mayReload('/a', environment)).toBe(false);
    expect(mayReload('/b?x=1', environment)).toBe(false);
    expect(mayReload('/b?x=2', environment)).toBe(true);
  });
}

test('a record that somebody spoiled counts as none', () => {
  const { tab, stored, environment } = aTab();
  stored.set('qingye:reloads', '{oops');
  tab.entry = 'text';
  expect(mayReload('/a', environment)).toBe(true);
  expect(mayReload('/a', environment)).toBe(false);
});

test('records of the past are dropped', () => {
  const { tab, stored, environment } = aTab();
  for (let i = 0; i < 50; i += 1) {
    mayReload(`/${i}`, environment);
    tab.time += 1000;
  }
  expect(Object.keys(JSON.parse(stored.get('qingye:reloads') ?? '')).length).toBeLessThanOrEqual(10);
});
