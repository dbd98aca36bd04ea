import { setImmediate as nextTurn } from 'node:timers/promises';
import { secondMs } from '#server/base/durations.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { keepLooking } from '#server/base/keep-looking.ts';
import type { Log } from '#server/base/log.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import type { PublishTools } from '../entries/publish.ts';
import { carryOut, noteFailure, type Outcome } from './carry-out.ts';
import { findNextTry, listDue, type DuePlan } from './plans.ts';

interface PlanTools extends PublishTools {
  log: Log;
}

/**
 * Longest time between two looks: another process may have planned something, the machine may have slept, or its clock
 * may have been set. The change feed tells of pages that have changed, which a plan has not done yet.
 */
const everyMs = secondMs;
const minPauseMs = 10;
/** While somebody writes the page: each try renders its text. */
const busyPauseMs = 200;

/**
 * Carries plans out at their minute, in every process: whichever comes first does it. Those missed while the site was
 * down are done at its start.
 */
export function keepPlans(tools: PlanTools): { close(): Promise<void> } {
  const { db, clock, log } = tools;
  return keepLooking({
    ...{ log, failure: 'planned changes could not be carried out', firstMs: 0, everyMs },
    async look(isClosing) {
      const done = await carryOutDue(tools, isClosing);
      const isWaiting = done.some(({ outcome }) => outcome === 'busy');
      return isWaiting ? busyPauseMs : pauseUntil(await findNextTry(db.read), clock.now());
    },
  });
}

/** Time until the next look, in ms: the minute of a plan that is known, or a second. */
export function pauseUntil(next: string | null, now: number): number {
  if (next === null) return everyMs;
  return Math.min(Math.max(Date.parse(next) - now, minPauseMs), everyMs);
}

/** Between two rounds the timer of the process and its closing have a turn. */
const maxInRound = 100;
/** Plans to choose from: another process that chooses at the same moment seldom takes the same one. */
const choices = 8;

/** Carries out everything that is due. Resolves to the plans with what became of them. */
export async function carryOutDue(
  tools: PlanTools,
  isStopped = () => false,
): Promise<{ plan: DuePlan; outcome: Outcome }[]> {
  const done: { plan: DuePlan; outcome: Outcome }[] = [];
  while (!isStopped() && done.length < maxInRound) {
    // Read anew each time: of forty that are due together others have done some meanwhile.
    const waiting = done.filter(({ outcome }) => outcome === 'busy').length;
    const due = await listDue(tools.db.read, tools.clock.nowIso(), choices + waiting);
    const left = due.filter(
      (plan) =>
        !done.some((other) => isSamePlan(other.plan, plan)) && !due.some((other) => isBefore(other, plan)),
    );
    const plan = left[Math.floor(Math.random() * Math.min(choices, left.length))];
    if (plan === undefined) break;
    done.push({ plan, outcome: await carryOutOrNote(tools, plan) });
    await nextTurn();
  }
  return done;
}

function isSamePlan(one: DuePlan, other: DuePlan): boolean {
  return one.entry_key === other.entry_key && one.action === other.action && one.saved_at === other.saved_at;
}

/** Whether both are for one page, and the other waits for this one: an end takes a change away that is not made yet. */
function isBefore(one: DuePlan, other: DuePlan): boolean {
  if (one.entry_key !== other.entry_key || one.action === other.action) return false;
  return one.run_at === other.run_at ? one.action === 'publish' : one.run_at < other.run_at;
}

async function carryOutOrNote(tools: PlanTools, plan: DuePlan): Promise<Outcome> {
  const { kind, id, action, run_at: runAt } = plan;
  try {
    const outcome = await carryOut(tools, plan);
    if (outcome === 'overtaken' || outcome === 'invalid')
      tools.log.warn({ kind, id, action, runAt, reason: outcome }, 'a planned change was not carried out');
    return outcome;
  } catch (error) {
    // Everybody's trouble, which is over some time: it counts against no plan.
    if (findStorageTrouble(error) !== null || error instanceof OverloadedError) throw error;
    tools.log.error({ err: error, kind, id, action, runAt }, 'a planned change failed');
    return noteFailure(tools, plan);
  }
}
