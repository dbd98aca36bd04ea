import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import type { PlanProblem } from '#shared/editing/plan/plans.ts';
import type { Transaction } from 'kysely';
import { isoAt } from '#server/base/clock.ts';
import { secondMs } from '#server/base/durations.ts';
import { findLive } from '#server/content/entries/documents.ts';
import { hashOf } from '#server/content/entries/entry-document.ts';
import { addRevision, keepLive, type Entry } from '#server/content/history/revisions.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { hasState } from '#server/db/tables/kind-columns.ts';
import { addEvent } from '../content-events.ts';
import { orRefused } from '../entries/change-entry.ts';
import {
  findReady,
  isPublishedAs,
  recordLive,
  writeReady,
  type PublishTools,
  type ReadyText,
} from '../entries/publish.ts';
import { writeState } from '../live/withdraw.ts';
import { lockEntry } from './plan-change.ts';
import type { DuePlan } from './plans.ts';
import { withPresentNames } from './present-names.ts';

/** `busy`: somebody writes the entry, or has just given it another id; `gone`: another process or an editor was first. */
export type Outcome = 'done' | 'busy' | 'gone' | PlanProblem;

/**
 * Carries a plan out: the text is rendered before, and everything else is one transaction that takes the plan away. So
 * whichever of several processes comes first does all of it, once.
 */
export async function carryOut(tools: PublishTools, plan: DuePlan): Promise<Outcome> {
  const { kind, id, entry_key: key } = plan;
  if (!isKind(kind)) return 'gone';
  const document = plan.document && (await withPresentNames(tools.db.read, kind, plan.document));
  const ready = document === null ? null : await findReady(tools, { kind, id, key, document });
  if (ready !== null && 'problems' in ready) return giveUp(tools, plan, 'invalid');
  let outcome: Outcome = 'gone';
  const result = await orRefused(tools, async (trx) => {
    const entry = await lockEntry(trx, tools.db.engine, key, { skipsLocked: true });
    outcome = entry?.id === id ? await takePlan(trx, { kind, entry, plan, ready, tools }) : 'busy';
    return { kind: 'missing' };
  });
  return result.kind === 'invalid' ? giveUp(tools, plan, 'invalid') : outcome;
}

interface TakePlan {
  kind: Kind;
  entry: Entry;
  plan: DuePlan;
  ready: ReadyText | null;
  tools: PublishTools;
}

async function takePlan(
  trx: Transaction<Schema>,
  { kind, entry, plan, ready, tools }: TakePlan,
): Promise<Outcome> {
  const taken = await trx
    .deleteFrom('scheduled_changes')
    .where('entry_key', '=', plan.entry_key)
    .where('action', '=', plan.action)
    // Planned anew since it was read, it is another plan; so is one that something has been renamed in.
    .where('saved_at', '=', plan.saved_at)
    .where('run_at', '=', plan.run_at)
    .where('document', plan.document === null ? 'is' : '=', plan.document)
    .where('base_hash', plan.base_hash === null ? 'is' : '=', plan.base_hash)
    .where('problem', 'is', null)
    .returning('entry_key')
    .executeTakeFirst();
  if (!taken || entry.deleted_at !== null) return 'gone';
  const at = tools.clock.nowIso();
  const editor = { accountId: plan.account_id, name: plan.account_name };
  const { key, id } = entry;
  if (ready === null) {
    if (!hasState(kind) || entry.state !== 'published') return 'gone';
    const event = { name: 'planned-end', detail: plan.run_at };
    await writeState(trx, { kind, entry, editor, at, state: 'archived', event });
    return 'done';
  }
  const live = await findLive(trx, entry);
  if (live === null || hashOf(live) !== plan.base_hash) {
    const document = plan.document ?? '';
    // Somebody has published this very text before its time.
    if (live !== null && isPublishedAs(kind, document, { document: live, isDraft: false })) return 'gone';
    await writeProblem(trx, plan, { problem: 'overtaken', at });
    return 'overtaken';
  }
  await keepLive(trx, entry, at);
  await writeReady(trx, ready, { kind, id, at });
  // A draft that was saved after the plan is more than what was planned.
  await trx
    .deleteFrom('drafts')
    .where('entry_key', '=', key)
    .where('document', '=', plan.document ?? '')
    .execute();
  const event = { name: 'planned-change', detail: plan.run_at };
  await recordLive(trx, { key, kind, id, editor, at, action: 'publish', event });
  return 'done';
}

/** Puts a plan back that was taken and cannot be carried out: its editor sees it, and it is not tried again. */
async function writeProblem(
  trx: Transaction<Schema>,
  plan: DuePlan,
  { problem, at }: { problem: PlanProblem; at: string },
): Promise<void> {
  const { kind: _, id: __, ...row } = plan;
  await trx
    .insertInto('scheduled_changes')
    .values({ ...row, problem })
    .execute();
  await noteRefusal(trx, plan, at);
}

function giveUp({ db, clock }: PublishTools, plan: DuePlan, problem: PlanProblem): Promise<Outcome> {
  return writeTransaction(db, async (trx): Promise<Outcome> => {
    const { numUpdatedRows } = await trx
      .updateTable('scheduled_changes')
      .set({ problem })
      .where('entry_key', '=', plan.entry_key)
      .where('action', '=', plan.action)
      .where('saved_at', '=', plan.saved_at)
      .where('document', plan.document === null ? 'is' : '=', plan.document)
      .where('problem', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return 'gone';
    await noteRefusal(trx, plan, clock.nowIso());
    return problem;
  });
}

/** Keeps the planned text in the history for good: saves are thinned. */
async function noteRefusal(
  trx: Transaction<Schema>,
  { entry_key: key, document, account_id: accountId, account_name: name, kind, id, run_at: detail }: DuePlan,
  at: string,
): Promise<void> {
  const editor = { accountId, name };
  const { version } = await trx
    .selectFrom('entries')
    .select('version')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (document !== null)
    await addRevision(trx, { entry: { key }, version, action: 'conflict', document, by: editor, at });
  await addEvent(trx, { event: 'plan-refused', editor, at, kind, id, detail });
}

const maxTries = 3;
const pauseMs = 20 * secondMs;

/** Notes a try that failed for a reason of this plan alone. After the third nobody tries again. */
export async function noteFailure(tools: PublishTools, plan: DuePlan): Promise<Outcome> {
  const tries = plan.tries + 1;
  if (tries >= maxTries) return giveUp(tools, plan, 'failed');
  await writeTransaction(tools.db, (trx) =>
    trx
      .updateTable('scheduled_changes')
      .set({ tries, try_at: isoAt(tools.clock.now() + tries * pauseMs) })
      .where('entry_key', '=', plan.entry_key)
      .where('action', '=', plan.action)
      .where('saved_at', '=', plan.saved_at)
      // Several processes that failed together count once.
      .where('tries', '=', plan.tries)
      .execute(),
  );
  return 'busy';
}
