import { isoAt } from '#server/clock.ts';
import { findMark, markTable, type MovingMark } from '#server/db/moving-mark.ts';
import { OperatorError } from '#server/errors.ts';
import { changeMark } from './change-log/change-log.ts';
import { followChanges, type Following } from './follow-changes.ts';
import { countOn, type SetAside } from './set-aside.ts';
import { inTransaction, type Side } from './sides/side.ts';

/** What has just been done. */
export type MoveStep = 'claimed' | 'noted' | 'copied' | 'indexed' | 'compared' | 'closed' | 'filled' | 'left';

interface SwitchOptions {
  aside: SetAside;
  mark: MovingMark;
  onStep?: (step: MoveStep) => Promise<void> | void;
}

/**
 * Nobody may write while the last changes are brought over. Then the source is left, which decides it, and the target is
 * the site's. Whatever ends the process before that leaves the source to the site. Between the two steps, a moment, the
 * site can be read and not written: both databases would take writes if it were the other way round.
 */
export async function switchOver(
  following: Following,
  { aside, mark, onStep }: SwitchOptions,
): Promise<{ refusedMs: number }> {
  const { source, target, log } = following;
  const startedAt = performance.now();
  await log.closeDoor();
  try {
    await onStep?.('closed');
    await requireUndisturbed(source, target, mark);
    await followChanges(following, { isDoorClosed: true });
    await finishTarget(target, aside);
    await onStep?.('filled');
    await log.leaveClosed(isoAt(Date.now()));
  } catch (error) {
    // It is open when the connection was lost.
    await log.openDoor().catch(() => {});
    throw error;
  }
  await onStep?.('left');
  await free(target);
  return { refusedMs: performance.now() - startedAt };
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
    const found = await findMark(side.ask, side.engine);
    if (found?.token !== token)
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

async function finishTarget(target: Side, { rules }: SetAside): Promise<void> {
  await inTransaction(target, 'write', async () => {
    for (const statement of rules) await target.run(statement);
    await countOn(target);
    if (target.engine === 'sqlite') await requireReferences(target);
    await target.run(changeMark('filled', isoAt(Date.now())));
  });
}

async function requireReferences(target: Side): Promise<void> {
  const [broken] = await target.ask('pragma foreign_key_check');
  if (broken !== undefined)
    throw new OperatorError(
      `A row of ${String(broken['table'])} names one of ${String(broken['parent'])} that is not there`,
    );
}
