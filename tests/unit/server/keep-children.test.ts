import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ChildKeeper } from '#server/processes/keep-children.ts';
import { pauseAfter } from '#server/processes/pauses.ts';
import type { Child, Ending } from '#server/processes/start-child.ts';
import { silentLog } from '#tests/helpers/databases.ts';

interface FakeChild extends Child {
  heard: string[];
  end(ending: Ending): void;
}

/** Before a place is filled again. It is over when the test says so. */
interface Pause {
  ms: number;
  end(): void;
}

/** Children that answer at once, but where `build` says that the next one never gets ready, or when it does. */
function fakeChildren({ count = 2 }: { count?: number } = {}) {
  const children: FakeChild[] = [];
  /** What all of them hear, in its order. */
  const said: string[] = [];
  const build = { isBroken: false, ready: Promise.resolve() };
  const pauses: Pause[] = [];
  const pause = (ms: number) => new Promise<void>((end) => pauses.push({ ms, end }));
  const keeper = new ChildKeeper({ count, startChild, log: silentLog, maxEndMs: 200, pause });
  onTestFinished(async () => void (await keeper.stop()));

  function startChild(): Child {
    const { isBroken, ready } = build;
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
        if (question === 'are you ready') await ready;
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
  /** Ends the pauses that have begun. Resolves when all that follows from it has been done: the children answer at once. */
  const endPauses = async (): Promise<number[]> => {
    await nextTurn();
    const ended = pauses.splice(0);
    for (const { end } of ended) end();
    await nextTurn();
    return ended.map(({ ms }) => ms);
  };
  const startAll = async () => {
    await keeper.start();
    expect(await endPauses()).toEqual(Array.from({ length: count - 1 }, () => 0));
  };
  const serving = async () => (await keeper.ask('who')).map(({ answer }) => answer);
  return { keeper, children, build, named, serving, said, startAll, endPauses };
}

test('one of several processes does the work of the machine', async () => {
  const { keeper, children, named, serving, startAll, endPauses } = fakeChildren({ count: 3 });
  await startAll();
  expect(await serving()).toEqual(['who, 1', 'who, 2', 'who, 3']);
  expect(named()).toEqual([1]);
  children[1]?.end({ code: 1, signal: null });
  expect(await endPauses()).toEqual([125]);
  expect(await serving()).toEqual(['who, 1', 'who, 4', 'who, 3']);
  expect(named()).toEqual([1]);
  children[0]?.end({ code: null, signal: 'SIGKILL' });
  await nextTurn();
  expect(named()).toHaveLength(2);
  expect(keeper.endings).toEqual({ served: 2, 'never ready': 0 });
});

test('a reload names a new process before the old one leaves', async () => {
  const { keeper, serving, said, startAll } = fakeChildren();
  await startAll();
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
  const { keeper, build, serving, startAll } = fakeChildren();
  await startAll();
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
  const { keeper, children, build, serving, startAll, endPauses } = fakeChildren();
  await startAll();
  build.isBroken = true;
  children[1]?.end({ code: 1, signal: null });
  // Its place stays empty, with growing pauses.
  expect(await endPauses()).toEqual([125]);
  expect(await endPauses()).toEqual([500]);
  expect(keeper.endings['never ready']).toBe(2);
  build.isBroken = false;
  expect(await keeper.reload()).toBe(true);
  expect(await serving()).toEqual(['who, 5', 'who, 6']);
  expect(await endPauses()).toEqual([1_000]);
  expect(children).toHaveLength(6);
});

test('one that gets ready after a reload has filled its place is sent away', async () => {
  const { keeper, children, build, serving, startAll, endPauses } = fakeChildren();
  await startAll();
  const late = Promise.withResolvers<void>();
  build.ready = late.promise;
  children[1]?.end({ code: 1, signal: null });
  expect(await endPauses()).toEqual([125]);
  build.ready = Promise.resolve();
  expect(await keeper.reload()).toBe(true);
  late.resolve();
  await nextTurn();
  expect(await serving()).toEqual(['who, 4', 'who, 5']);
  expect(children[2]?.heard).toEqual(['are you ready', 'listen', 'leave']);
});

test('a process that ends while all stop is not replaced', async () => {
  const { keeper, children, startAll, endPauses } = fakeChildren();
  await startAll();
  expect(await keeper.stop()).toBe(true);
  expect(await endPauses()).toEqual([]);
  expect(children).toHaveLength(2);
});

test('pauses grow up to a limit, and what served once is soon there again', () => {
  const pauses = (kind: 'served' | 'never ready') => [0, 1, 2, 3, 9].map((ends) => pauseAfter(ends, kind));
  expect(pauses('served')).toEqual([0, 125, 250, 500, 1_000]);
  expect(pauses('never ready')).toEqual([0, 500, 1_000, 2_000, 30_000]);
});
