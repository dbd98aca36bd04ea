import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Builds } from '#server/operate/processes/builds.ts';
import { beats, countMissedBeats } from '#server/operate/processes/missed-beats.ts';
import { ChildKeeper } from '#server/operate/processes/keep-children.ts';
import { pauseAfter } from '#server/operate/processes/pauses.ts';
import type { Child, Ending } from '#server/operate/processes/start-child.ts';
import { silentLog } from '#tests/helpers/databases.ts';

interface FakeChild extends Child {
  program: string;
  isHung: boolean;
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
  /** Messages to all children, in order. */
  const said: string[] = [];
  const build = { isBroken: false, ready: Promise.resolve(), knowsBeats: true };
  const pauses: Pause[] = [];
  const pause = (ms: number) => new Promise<void>((end) => pauses.push({ ms, end }));
  /** The link leads to the newest, and the others have been taken up. */
  const programs = { newest: 'first', proven: [] as string[] };
  const builds: Builds = {
    serving: null,
    fallbacks: 0,
    newest: () => programs.newest,
    proven: () => programs.proven.at(-1) ?? '',
    prove: (program) => void programs.proven.push(program),
  };
  const keeper = new ChildKeeper({ count, startChild, builds, log: silentLog, maxEndMs: 200, pause });
  onTestFinished(async () => void (await keeper.stop()));

  function startChild(program: string): Child {
    const { isBroken, ready, knowsBeats } = build;
    const ended = Promise.withResolvers<Ending>();
    const heard: string[] = [];
    const child: FakeChild = {
      pid: children.length + 1,
      ended: ended.promise,
      heard,
      program,
      isHung: false,
      end: ended.resolve,
      async ask(question) {
        if (child.isHung) throw new Error('did not answer');
        heard.push(question);
        said.push(`${child.pid}: ${question}`);
        if (question === 'are you ready') await ready;
        if (isBroken) throw new Error('ended with code 1');
        if (question === 'leave') ended.resolve({ code: 0, signal: null });
        if (question === 'listen' && knowsBeats) return beats;
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
  return { keeper, children, build, programs, named, serving, said, startAll, endPauses };
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
  expect(keeper.endings).toEqual({ served: 2, 'never ready': 0, hung: 0 });
});

test('a reload names a new process before the old one leaves', async () => {
  const { keeper, serving, said, startAll } = fakeChildren();
  await startAll();
  expect(await keeper.reload()).toBe(true);
  expect(await serving()).toEqual(['who, 3', 'who, 4']);
  expect(keeper.endings).toEqual({ served: 0, 'never ready': 0, hung: 0 });
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

test('whoever ends after a reload that failed is replaced from the build that served', async () => {
  const { keeper, children, build, programs, serving, startAll, endPauses } = fakeChildren();
  await startAll();
  programs.newest = 'second';
  build.isBroken = true;
  expect(await keeper.reload()).toBe(false);
  build.isBroken = false;
  for (const victim of [0, 1]) {
    children[victim]?.end({ code: 1, signal: null });
    await endPauses();
  }
  expect(await serving()).toEqual(['who, 4', 'who, 5']);
  expect(children.map(({ program }) => program)).toEqual(['first', 'first', 'second', 'first', 'first']);
  expect(await keeper.reload()).toBe(true);
  children[5]?.end({ code: 1, signal: null });
  await endPauses();
  expect(children.slice(5).map(({ program }) => program)).toEqual(['second', 'second', 'second']);
});

async function beatTimes(keeper: ChildKeeper, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await keeper.beat();
}

test('a process that hangs is killed and replaced, one at a time', async () => {
  const { keeper, children, serving, startAll, endPauses } = fakeChildren({ count: 3 });
  await startAll();
  for (const child of children.slice(0, 2)) child.isHung = true;
  await beatTimes(keeper, 3);
  expect(children.flatMap(({ heard }) => heard)).not.toContain('SIGKILL');
  await beatTimes(keeper, 3);
  // The second waits until the place of the first is filled.
  expect(children.map(({ heard }) => heard.includes('SIGKILL'))).toEqual([true, false, false]);
  await endPauses();
  await keeper.beat();
  expect(children.map(({ heard }) => heard.includes('SIGKILL'))).toEqual([true, true, false, false]);
  await endPauses();
  expect(await serving()).toEqual(['who, 4', 'who, 5', 'who, 3']);
  expect(keeper.endings).toEqual({ served: 0, 'never ready': 0, hung: 2 });
  await beatTimes(keeper, 10);
  expect(children).toHaveLength(5);
});

test('an answer that is late once is no hanging process, and neither is a build that knows no beats', async () => {
  const { keeper, children, build, startAll, endPauses } = fakeChildren();
  await startAll();
  const [first, second] = children;
  if (!first || !second) throw new Error('two were started');
  for (let n = 0; n < 8; n += 1) {
    first.isHung = n % 4 !== 3;
    await keeper.beat();
  }
  expect(first.heard).not.toContain('SIGKILL');
  build.knowsBeats = false;
  second.end({ code: 1, signal: null });
  await endPauses();
  const [, , old] = children;
  if (old) old.isHung = true;
  await beatTimes(keeper, 10);
  expect(old?.heard).not.toContain('SIGKILL');
});

test('what the whole machine sleeps through counts for nobody', async () => {
  let now = 0;
  let tookMs = 5_000;
  const ask = async () => {
    now += tookMs;
    throw new Error('did not answer');
  };
  const child = { ask };
  const missed = countMissedBeats<typeof child>(() => now);
  for (const ms of [5_000, 5_000, 5_000, 3_600_000, 60_000, 6_500]) {
    tookMs = ms;
    expect(await missed.beat([child])).toEqual([]);
  }
  tookMs = 5_000;
  expect(await missed.beat([child])).toEqual([child]);
});

test('pauses grow up to a limit, and what served once is soon there again', () => {
  const pauses = (kind: 'served' | 'never ready') => [0, 1, 2, 3, 9].map((ends) => pauseAfter(ends, kind));
  expect(pauses('served')).toEqual([0, 125, 250, 500, 1_000]);
  expect(pauses('never ready')).toEqual([0, 500, 1_000, 2_000, 30_000]);
});
