import { isoAt } from '#server/base/clock.ts';
import { findMark, markTable, type MovingMark } from '#server/db/moving-mark.ts';
import { OperatorError } from '#server/base/errors.ts';
import { changeMark, countNoted } from './change-log/change-log.ts';
import { followChanges, type Following } from './follow-changes.ts';
import { countOn, makeReferences, type SetAside } from './set-aside.ts';
import { inTransaction, type Side } from './sides/side.ts';

/** Step that has just been done. */
export type MoveStep = 'claimed' | 'noted' | 'copied' | 'indexed' | 'compared' | 'closed' | 'filled' | 'left';

interface SwitchOptions {
  aside: SetAside;
  mark: MovingMark;
  signal: AbortSignal;
  /** How long the target may take for the last changes. */
  maxRefusedMs: number;
  onStep?: (step: MoveStep) => Promise<void> | void;
}

/**
 * Refuses writes while the last changes are copied. Then the source is left, which decides it, and the target becomes
 * the site's. If the process ends before that, the site stays with the source. Between the two steps, for a moment, the
 * site is read-only: in the opposite order both databases would accept writes.
 */
export async function switchOver(
  following: Following,
  { aside, mark, signal, maxRefusedMs, onStep }: SwitchOptions,
): Promise<{ refusedMs: number }> {
  const { source, target, log } = following;
  const startedAt = await closeDoor(following, signal);
  const impatience = beImpatient(target, maxRefusedMs);
  try {
    await onStep?.('closed');
    await requireUndisturbed(source, target, mark);
    await followChanges(following, { isDoorClosed: true });
    await finishTarget(target, aside);
    impatience.end();
    await onStep?.('filled');
    await log.leaveClosed(isoAt(Date.now()));
  } catch (error) {
    // It is open when the connection was lost.
    await log.openDoor().catch(() => {});
    throw impatience.explain(error);
  } finally {
    impatience.end();
  }
  await onStep?.('left');
  await free(target);
  return { refusedMs: performance.now() - startedAt };
}

/** Resolves to when it was closed, with little left to bring over: an import may have ended just before with thousands. */
async function closeDoor(following: Following, signal: AbortSignal): Promise<number> {
  const { source, log } = following;
  for (let left = maxOpened; ; left -= 1) {
    const startedAt = performance.now();
    await log.closeDoor(signal);
    if (left === 0 || (await countNoted(source)) <= maxNoted) return startedAt;
    await log.openDoor();
    await followChanges(following, { isDoorClosed: false });
  }
}

const maxOpened = 5;
const maxNoted = 500;

/** Writers must not be refused while a silent network is waited for: writing goes on in the source. */
function beImpatient(target: Side, maxMs: number) {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    target.breakOff();
  }, maxMs);
  return {
    end: () => clearTimeout(timer),
    explain: (error: unknown) =>
      isLate
        ? new OperatorError(
            `The new database did not take the last changes within ${maxMs / 1000} s: the site stays where it is; see that it answers, and move again when less is written`,
            { cause: error },
          )
        : error,
  };
}

async function free(target: Side): Promise<void> {
  try {
    await target.run(`drop table ${markTable}`);
  } catch (cause) {
    throw new OperatorError(
      'All is moved, but the new database could not be told: run the same command again',
      {
        cause,
      },
    );
  }
}

/** Another move or a start of another version may have been in between. */
async function requireUndisturbed(source: Side, target: Side, { token }: MovingMark): Promise<void> {
  for (const side of [source, target]) {
    const mark = await findMark(side.ask, side.engine);
    if (mark?.token !== token)
      throw new OperatorError('Somebody ended this move, or began another: the site stays where it is');
  }
  const [before, after] = [await listMigrations(source), await listMigrations(target)];
  if (before !== after)
    throw new OperatorError(
      'Another version of the program was started on the database meanwhile: move with that version; the site stays where it is',
    );
}

async function listMigrations(side: Side): Promise<string> {
  const names = await side.ask('select name from schema_migrations order by name');
  return names.map(({ name }) => String(name)).join();
}

async function finishTarget(target: Side, aside: SetAside): Promise<void> {
  await inTransaction(target, 'write', async () => {
    await makeReferences(target, aside);
    for (const statement of aside.rules) await target.run(statement);
    await countOn(target);
    await target.run(changeMark('filled', isoAt(Date.now())));
  });
}
