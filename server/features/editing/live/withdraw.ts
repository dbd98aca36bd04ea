import type { Transaction } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import type { Editor, Writer } from '#server/content/history/editor.ts';
import { keepLive, type Entry } from '#server/content/history/revisions.ts';
import type { Schema } from '#server/db/schema.ts';
import { hasState } from '#server/db/tables/kind-columns.ts';
import type { Status } from '#server/db/tables/status.ts';
import { changeEntry, refuse, type ChangeResult, type EditTools } from '../entries/change-entry.ts';
import { isOverdue } from './publication-time.ts';
import { recordLive, type RecordLive } from '../entries/publish.ts';
import { removePlans } from '../plans/plans.ts';

interface Withdraw {
  editor: Editor;
  kind: Kind;
  key: string;
  version: number;
  /** New state: to be worked on, over, or, when undone, the former one. */
  state: Status;
}

/** Takes an entry away from visitors, or gives it back to them as it is. A kind without a state is always there. */
export function withdraw(
  tools: EditTools,
  { editor, kind, key, version, state }: Withdraw,
): Promise<ChangeResult> {
  const isDone = (entry: Entry) => entry.deleted_at === null && entry.state === state;
  return changeEntry(tools, { editor, action: 'withdraw', key, version, isDone }, async (trx, entry) => {
    if (!hasState(kind)) refuse([{ field: 'id', code: 'wrong' }]);
    else {
      const at = tools.clock.nowIso();
      if (state === 'published' && (await isOverdue(trx, { kind, id: entry.id, key }, at)))
        refuse([{ field: 'publishedAt', code: 'overdue' }]);
      await writeState(trx, { kind, entry, editor, at, state });
    }
  });
}

interface WriteState {
  kind: Kind;
  entry: Entry;
  editor: Writer;
  at: string;
  state: Status;
  /** Event, if it is not that of the button. */
  event?: RecordLive['event'];
}

/** Writes the state of an entry. What was planned for a page ends with it. */
export async function writeState(
  trx: Transaction<Schema>,
  { kind, entry, editor, at, state, event }: WriteState,
): Promise<void> {
  await keepLive(trx, entry, at);
  await anyTable(trx).updateTable(kind).set({ status: state }).where('id', '=', entry.id).execute();
  if (state !== 'published') await removePlans(trx, entry.key);
  const action = actionOf[state];
  await recordLive(trx, { key: entry.key, kind, id: entry.id, editor, at, action, ...(event && { event }) });
}

const actionOf = { draft: 'unpublish', archived: 'archive', published: 'publish' } as const;
