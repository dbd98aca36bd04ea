import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ChildKeeper } from '#server/processes/keep-children.ts';
import { pauseAfter } from '#server/processes/pauses.ts';
import type { Child, Ending } from '#server/processes/start-child.ts';
import { silentLog } from '#tests/helpers/databases.ts';

interface FakeChild extends Child {
  heard: string[];
  end(ending: Ending): void;
}

/** Children that answer at once, but where `isBroken` says that the next one never gets ready. */
function fakeChildren({ count = 2 }: { count?: number } = {}) {
  const children: FakeChild[] = [];
  /** What all of them hear, in its order. */
  const said: string[] = [];
  const build = { isBroken: false };
  const keeper = new ChildKeeper({ count, startChild, log: silentLog, maxEndMs: 200 });
  onTestFinished(async () => void (await keeper.stop()));

  function startChild(): Child {
    const { isBroken } = build;
    const ended = Promise.withResolvers<Ending>();
    const heard: string[] = [];
    const child: FakeChild = {
      pid: children.length + 1,
      ended: ended.promise,
      heard,
      end: ended.resolve,
      async ask(question) {
        heard.push(question);
        said.push(`${child.pid}: ${question}`);
        if (isBroken) throw new Error('ended with code 1');
        if (question === 'leave') ended.resolve({ code: 0, signal: null });
        return `${question}, ${child.pid}`;
      },
      kill(signal) {
        heard.push(signal);
        ended.resolve({ code: null, signal });
      },
    };
    children.push(child);
    return child;
  }

  const named = () =>
    children.flatMap(({ pid, heard }) => (heard.includes('do the work of the machine') ? [pid] : []));
  const serving = async () => (await keeper.ask('who')).map(({ answer }) => answer);
  return { keeper, children, build, named, serving, said };
}

test('one of several processes does the work of the machine', async () => {
  const { keeper, children, named, serving } = fakeChildren({ count: 3 });
  await keeper.start();
  await expect.poll(serving).toEqual(['who, 1', 'who, 2', 'who, 3']);
  expect(named()).toEqual([1]);
  children[1]?.end({ code: 1, signal: null });
  await expect.poll(serving).toEqual(['who, 1', 'who, 4', 'who, 3']);
  expect(named()).toEqual([1]);
  children[0]?.end({ code: null, signal: 'SIGKILL' });
  await expect.poll(named).toHaveLength(2);
  expect(keeper.endings).toEqual({ served: 2, 'never ready': 0 });
});

test('a reload names a new process before the old one leaves', async () => {
  const { keeper, serving, said } = fakeChildren();
  await keeper.start();
  await expect.poll(serving).toHaveLength(2);
  expect(await keeper.reload()).toBe(true);
  expect(await serving()).toEqual(['who, 3', 'who, 4']);
  expect(keeper.endings).toEqual({ served: 0, 'never ready': 0 });
  const inReload = said.slice(said.indexOf('3: are you ready')).filter((line) => !line.endsWith('who'));
  expect(inReload).toEqual([
    ...['3: are you ready', '3: listen', '3: do the work of the machine', '1: leave'],
    ...['4: are you ready', '4: listen', '2: leave'],
  ]);
});

test('a build that never gets ready replaces nobody', async () => {
  const { keeper, build, serving } = fakeChildren();
  await keeper.start();
  await expect.poll(serving).toHaveLength(2);
  build.isBroken = true;
  expect(await keeper.reload()).toBe(false);
  expect(await serving()).toEqual(['who, 1', 'who, 2']);
});

test('a first process that does not get ready fails the start', async () => {
  const { keeper, build } = fakeChildren();
  build.isBroken = true;
  await expect(keeper.start()).rejects.toThrow('ended with code 1');
});

test('a reload takes the place of one that is being tried again', async () => {
  const { keeper, children, build, serving } = fakeChildren();
  await keeper.start();
  await expect.poll(serving).toHaveLength(2);
  build.isBroken = true;
  children[1]?.end({ code: 1, signal: null });
  // Its place stays empty, with growing pauses.
  await expect.poll(() => children.length).toBeGreaterThan(2);
  await expect.poll(() => keeper.endings['never ready']).toBeGreaterThan(0);
  build.isBroken = false;
  expect(await keeper.reload()).toBe(true);
  expect(await serving()).toHaveLength(2);
  const there = children.length;
  await delay(700);
  expect(children).toHaveLength(there);
});

test('a process that ends while all stop is not replaced', async () => {
  const { keeper, children, serving } = fakeChildren();
  await keeper.start();
  await expect.poll(serving).toHaveLength(2);
  expect(await keeper.stop()).toBe(true);
  await delay(300);
  expect(children).toHaveLength(2);
});

test('pauses grow up to a limit, and what served once is soon there again', () => {
  const pauses = (kind: 'served' | 'never ready') => [0, 1, 2, 3, 9].map((ends) => pauseAfter(ends, kind));
  expect(pauses('served')).toEqual([0, 125, 250, 500, 1_000]);
  expect(pauses('never ready')).toEqual([0, 500, 1_000, 2_000, 30_000]);
});
