import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import type { Builds } from './builds.ts';
import { beats, countMissedBeats } from './missed-beats.ts';
import { pauseAfter } from './pauses.ts';
import type { Child, Ending } from './start-child.ts';

export interface KeeperTools {
  count: number;
  startChild: (program: string) => Child;
  builds: Builds;
  log: Log;
  /** Time for children to end, in ms; then they are killed. */
  maxEndMs: number;
  /** Bringing a database up to date may take minutes. */
  maxStartMs?: number;
  /** Waits before a place is filled again. */
  pause?: (ms: number) => Promise<void>;
}

/** A place for a child that should be running. */
interface Place {
  /** Accepts visitors. */
  child: Child | null;
  readyAt: number;
  /** How many in a row ended soon after they were ready. */
  quickEnds: number;
  /** Generation number; a start of an older generation gives up. */
  turn: number;
}

/** Time limit in ms for instant work on a busy machine. */
const patienceMs = 15_000;
/** A child that has served for so long was not ended by its start. */
const settledMs = 10_000;

/** Keeps so many children serving, in the place of one that ends another, and names the one that works for the machine. */
export class ChildKeeper {
  readonly #tools: KeeperTools;
  readonly #pause: (ms: number) => Promise<void>;
  readonly #places: readonly Place[];
  readonly #running = new Set<Child>();
  /** How many children ended by themselves, and how many that were to take their place never became ready. */
  readonly endings = { served: 0, 'never ready': 0, hung: 0 };
  readonly #missed = countMissedBeats();
  /** Children that announce support for beats: older builds lack it. */
  readonly #beating = new WeakSet<Child>();
  /** Killed as it did not answer. */
  #hung: Child | null = null;
  #named: Child | null = null;
  #isStopping = false;

  constructor(tools: KeeperTools) {
    this.#tools = tools;
    this.#pause = tools.pause ?? delay;
    const empty = () => ({ child: null, readyAt: 0, quickEnds: 0, turn: 0 });
    this.#places = Array.from({ length: tools.count }, empty);
  }

  /** Resolves when the first child accepts visitors; the others follow. Rejects when it cannot. */
  async start(): Promise<void> {
    const [first, ...others] = this.#places;
    // Alone: it brings the database up to date, which the others then find so.
    if (first) {
      const program = this.#tools.builds.newest();
      const { child, build } = await this.#startReady(program);
      this.#settle(first, child);
      this.#tools.builds.prove(program, build);
    }
    for (const place of others) void this.#fill(place, 0);
  }

  /** Replaces one child after the other, with one that was ready before. Resolves to whether all were. */
  async reload(): Promise<boolean> {
    const program = this.#tools.builds.newest();
    let newBuild = '';
    for (const [replaced, place] of this.#places.entries()) {
      if (this.#isStopping) return false;
      const fresh = await this.#startReady(program).catch((error: unknown) => {
        const failure = { reason: reasonOf(error), replaced };
        this.#tools.log.error(
          failure,
          'the new build did not become ready: the processes that are there go on',
        );
        return null;
      });
      if (fresh === null) return false;
      newBuild = fresh.build;
      const old = place.child;
      this.#settle(place, fresh.child);
      if (old === null) continue;
      if (this.#named === old) this.#name(fresh.child);
      await this.#retire(old);
    }
    this.#tools.builds.prove(program, newBuild);
    return true;
  }

  /** Resolves to whether all ended well. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const children = [...this.#running];
    for (const child of children) child.kill('SIGTERM');
    const endings = await Promise.all(
      children.map(async (child) => {
        if (!(await endsWithin(child, this.#tools.maxEndMs))) child.kill('SIGKILL');
        return child.ended;
      }),
    );
    // A child that was still loading is ended by the signal itself.
    return endings.every(({ code, signal }) => code === 0 || signal === 'SIGTERM');
  }

  /** Answers of the serving children; null for a child that does not answer by the deadline. */
  ask(question: string, deadlineMs?: number): Promise<{ pid: number; answer: unknown }[]> {
    const serving = this.#places.flatMap(({ child }) => child ?? []);
    return Promise.all(
      serving.map(async (child) => {
        const answer = await child.ask(question, deadlineMs).catch(() => null);
        return { pid: child.pid, answer };
      }),
    );
  }

  /**
   * Asks each child for a sign of life; the first that has been silent for too long is killed, and its place filled.
   */
  async beat(): Promise<void> {
    const serving = this.#places.flatMap(({ child }) => child ?? []);
    const silent = await this.#missed.beat(serving.filter((child) => this.#beating.has(child)));
    // A child may have ended meanwhile.
    const hung = silent.find((child) => this.#places.some((place) => place.child === child));
    // Never more than one at a time: killing all of them does not help against a cause that they share.
    const isOneMissing = this.#hung !== null || this.#places.some(({ child }) => child === null);
    if (hung === undefined || isOneMissing || this.#isStopping) return;
    this.#hung = hung;
    this.#tools.log.error(
      { child: hung.pid },
      'a process has not answered for 20 s or longer: it is killed, and another takes its place',
    );
    hung.kill('SIGKILL');
  }

  /** Resolves to its build when it accepts visitors. Rejects with the known reason when it does not. */
  async #startReady(program: string): Promise<{ child: Child; build: string }> {
    const child = this.#tools.startChild(program);
    this.#running.add(child);
    void child.ended.then(() => this.#running.delete(child));
    try {
      const build = await child.ask('are you ready', this.#tools.maxStartMs ?? 600_000);
      if (this.#isStopping) throw new Error('the site stops');
      if ((await child.ask('listen', patienceMs)) === beats) this.#beating.add(child);
      return { child, build: String(build) };
    } catch (error) {
      child.kill(this.#isStopping ? 'SIGTERM' : 'SIGKILL');
      throw error;
    }
  }

  #settle(place: Place, child: Child): void {
    place.turn += 1;
    place.child = child;
    place.readyAt = performance.now();
    if (this.#named === null) this.#name(child);
    void child.ended.then((ending) => this.#onEnd(place, child, ending));
  }

  #name(child: Child | null): void {
    this.#named = child;
    // A child that is unreachable is about to end, and then another is named.
    child?.ask('do the work of the machine').catch(() => {});
  }

  #onEnd(place: Place, child: Child, ending: Ending): void {
    const isServing = place.child === child;
    const isHung = this.#hung === child;
    if (isHung) this.#hung = null;
    if (isServing) place.child = null;
    if (this.#named === child) this.#name(this.#places.find((other) => other.child !== null)?.child ?? null);
    if (this.#isStopping || !isServing) return;
    this.endings[isHung ? 'hung' : 'served'] += 1;
    place.quickEnds = performance.now() - place.readyAt < settledMs ? place.quickEnds + 1 : 0;
    const pauseMs = pauseAfter(place.quickEnds, 'served');
    this.#tools.log.error(
      { child: child.pid, ...ending, pauseMs },
      'a process ended by itself: another takes its place',
    );
    void this.#fill(place, pauseMs);
  }

  async #fill(place: Place, firstPauseMs: number): Promise<void> {
    const turn = (place.turn += 1);
    const isOvertaken = () => this.#isStopping || place.turn !== turn;
    let pauseMs = firstPauseMs;
    for (let failures = 1; ; failures += 1) {
      await this.#pause(pauseMs);
      if (isOvertaken()) return;
      try {
        const { child } = await this.#startReady(this.#tools.builds.proven());
        if (isOvertaken()) return await this.#retire(child);
        this.#settle(place, child);
        return this.#tools.log.info({ child: child.pid }, 'a further process serves');
      } catch (error) {
        if (isOvertaken()) return;
        this.endings['never ready'] += 1;
        pauseMs = pauseAfter(failures, 'never ready');
        this.#tools.log.error(
          { reason: reasonOf(error), pauseMs },
          'a process did not become ready: it is tried again',
        );
      }
    }
  }

  /** Has it leave its visitors to the others, and waits until it has ended. */
  async #retire(old: Child): Promise<void> {
    await old.ask('leave', patienceMs).catch(() => old.kill('SIGTERM'));
    if (await endsWithin(old, this.#tools.maxEndMs)) return;
    this.#tools.log.warn({ child: old.pid }, 'a process that was replaced did not end in time: it is killed');
    old.kill('SIGKILL');
    await old.ended;
  }
}

function endsWithin(child: Child, limitMs: number): Promise<boolean> {
  return Promise.race([child.ended.then(() => true), delay(limitMs, false, { ref: false })]);
}
