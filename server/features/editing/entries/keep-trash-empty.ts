import { maxSkewMs } from '#server/base/clock.ts';
import { hourMs } from '#server/base/durations.ts';
import type { Log } from '#server/base/log.ts';
import type { EditTools } from './change-entry.ts';
import { sweepAutosaves } from '../autosave/autosaves.ts';
import { emptyTrash } from './trash.ts';

/** How often the trash is looked into, and the texts that editors left in forms. */
const everyMs = 6 * hourMs;

/**
 * Empties the trash whenever it is called, and removes forgotten autosaves, but not where the clock was set since the
 * last time: what a clock that is ahead by a year takes to be old would be gone for good.
 */
export function createTrashEmptying(tools: EditTools): () => Promise<void> {
  const { clock } = tools;
  const look = () => clock.now() - clock.elapsed();
  let before = look();
  return async () => {
    const offset = look();
    const isSteady = Math.abs(offset - before) < maxSkewMs;
    before = offset;
    if (!isSteady) return;
    await emptyTrash(tools);
    await sweepAutosaves(tools);
  };
}

/** Resolves to what stops it. */
export function keepTrashEmpty({
  log,
  isMine,
  ...tools
}: EditTools & { log: Log; isMine: () => boolean }): () => void {
  const empty = createTrashEmptying(tools);
  const timer = setInterval(() => {
    if (!isMine()) return;
    empty().catch((error: unknown) => log.warn({ err: error }, 'the trash could not be emptied'));
  }, everyMs).unref();
  return () => clearInterval(timer);
}
