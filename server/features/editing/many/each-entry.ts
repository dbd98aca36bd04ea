import type { Kind } from '#shared/kinds/kind-names.ts';
import { createClock } from '#server/base/clock.ts';
import type { Editor } from '#server/content/history/editor.ts';
import type { ChangeResult } from '../entries/change-entry.ts';
import { openEntry, type OpenEntry } from '../entries/open-entry.ts';
import { publish, type PublishTools } from '../entries/publish.ts';
import { removeEntry } from '../entries/trash.ts';
import type { LeftOut, ManyResult } from './change-many.ts';
import type { ChosenEntry } from './plan-many.ts';

export interface ChosenEntries {
  editor: Editor;
  kind: Kind;
  chosen: readonly ChosenEntry[];
}

/** Publishes the draft of each entry, or its stored text. */
export function publishMany(tools: PublishTools, entries: ChosenEntries): Promise<ManyResult> {
  const { editor, kind } = entries;
  return eachEntry(tools, entries, 'refused', (atOnce, { entry: { id, key, version }, live, draft }) =>
    publish(atOnce, { editor, kind, id, key, version, document: draft?.document ?? live ?? '' }),
  );
}

/** Moves each entry to the trash. Addresses that visitors know say that they are gone. */
export function removeMany(tools: PublishTools, entries: ChosenEntries): Promise<ManyResult> {
  const { editor, kind } = entries;
  return eachEntry(tools, entries, 'needed', (atOnce, { entry: { key, version } }) =>
    removeEntry(atOnce, { editor, kind, key, version, address: { kind: 'gone' } }),
  );
}

/**
 * Takes a step with each entry through the door of a single one, in a transaction each: a text that is refused holds
 * nobody else up. All have the same moment, by which they are one change.
 */
async function eachEntry(
  tools: PublishTools,
  { kind, chosen }: ChosenEntries,
  refusedAs: 'refused' | 'needed',
  step: (atOnce: PublishTools, opened: OpenEntry) => Promise<ChangeResult>,
): Promise<ManyResult> {
  const { db, clock } = tools;
  const now = clock.now();
  const atOnce = {
    ...tools,
    clock: createClock(
      () => now,
      () => clock.elapsed(),
    ),
  };
  const leftOut: LeftOut[] = [];
  let changed = 0;
  for (const { id, version } of chosen) {
    const opened = await openEntry(db.read, kind, id);
    const leaveOut = (reason: LeftOut['reason'], problems: LeftOut['problems'] = []) =>
      leftOut.push({ id, reason, by: '', issues: [], problems });
    if (opened === null) leaveOut('gone');
    else if (opened.entry.version !== version) leaveOut('changed');
    else {
      const result = await step(atOnce, opened);
      if (result.kind === 'forbidden') return result;
      if (result.kind === 'done') changed += 1;
      else if (result.kind === 'invalid') leaveOut(refusedAs, result.problems);
      else leaveOut(result.kind === 'conflict' ? 'changed' : 'gone');
    }
  }
  return { kind: 'done', at: atOnce.clock.nowIso(), changed, leftOut };
}
