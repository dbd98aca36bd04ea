import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely, Transaction } from 'kysely';
import { anyTable } from '#server/content/entries/any-table.ts';
import { readDocument, type EntryDocument } from '#server/content/entries/entry-document.ts';
import type { ContentEntry } from '#server/content/kinds/content-kind.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { writeEntries } from '#server/content/entries/write-rows.ts';
import { isoAt, maxSkewMs } from '#server/base/clock.ts';
import { joinsOf, referencesTo } from '#server/db/tables/kind-columns.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { dayMs } from '#server/base/durations.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { changeEntry, refuse, type ChangeResult, type EditTools } from './change-entry.ts';
import { checkPlace } from './check-place.ts';
import { findPublication, isVisibleAt } from '#server/content/entries/entry-visibility.ts';
import { removeRedirect } from '#server/content/entries/entry-redirects.ts';
import { markGone, redirectToPath } from '../site/redirects.ts';
import { entryPath } from '#shared/address/paths.ts';
import { addEvent } from '../content-events.ts';
import type { Editor } from '#server/content/history/editor.ts';
import type { NamedThing } from '../form/find-named.ts';
import { checkDocument, findUnknown } from '../form/find-problems.ts';
import { giveMentionsBack, noteMentions, setLostApart } from './lost-mentions.ts';
import { recordLive, type PublishTools } from './publish.ts';
import { findPlansNaming, removePlans } from '../plans/plans.ts';
import { addRevision, keepLive, type Entry } from '#server/content/history/revisions.ts';

interface Remove {
  editor: Editor;
  kind: Kind;
  key: string;
  version: number;
  /** New meaning of its address: gone for good, or a redirect to another page. */
  address: { kind: 'gone' } | { kind: 'leads'; to: string };
}

/** Moves an entry to the trash, with its draft and its history. Its address becomes free. */
export function removeEntry(
  tools: EditTools,
  { editor, kind, key, version, address }: Remove,
): Promise<ChangeResult> {
  const isDone = (entry: Entry) => entry.deleted_at !== null;
  return changeEntry(tools, { editor, action: 'remove', key, version, isDone }, async (trx, entry) => {
    if (await isNeeded(trx, kind, entry.id)) refuse([{ field: 'id', code: 'taken' }]);
    const planned = await findPlansNaming(trx, { kind, id: entry.id });
    if (planned.length > 0) refuse([{ field: 'id', code: 'planned', typed: planned.join('\n') }]);
    const at = tools.clock.nowIso();
    const wasVisible = isVisibleAt(await findPublication(trx, kind, entry.id), at);
    const live = await keepLive(trx, entry, at);
    if (live !== null)
      await addRevision(trx, {
        entry,
        version: entry.version,
        action: 'delete',
        document: live,
        by: editor,
        at,
      });
    await noteMentions(trx, kind, entry);
    await removePlans(trx, entry.key);
    await anyTable(trx).deleteFrom(kind).where('id', '=', entry.id).execute();
    // The trigger has done so by the clock of the database when there was a row.
    await trx.updateTable('entries').set({ deleted_at: at }).where('key', '=', key).execute();
    // Nobody has a link to a page that was never seen.
    if (wasVisible)
      await leaveAddress(trx, { from: entryPath(kind, entry.id), address, by: editor.name, at });
    await addEvent(trx, { event: 'delete', editor, at, kind, id: entry.id });
  });
}

interface LeaveAddress {
  from: string;
  address: Remove['address'];
  by: string;
  at: string;
}

async function leaveAddress(
  trx: Transaction<Schema>,
  { from, address, by, at }: LeaveAddress,
): Promise<void> {
  if (address.kind === 'gone') return markGone(trx, { from, by, at });
  const problem = await redirectToPath(trx, { from, to: address.to, by, at });
  if (problem !== null) refuse([{ field: 'to', code: 'wrong', typed: address.to }]);
}

/** Whether a row requires the entry, whatever its state: an author with articles stays. */
export async function isNeeded(db: Kysely<Schema>, kind: Kind, id: string): Promise<boolean> {
  for (const { kind: naming, column } of referencesTo(kind)) {
    const row = await anyTable(db)
      .selectFrom(naming)
      .select('id')
      .where(column, '=', id)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

interface RestoreEntry {
  editor: Editor;
  entry: Entry;
  version: number;
  /** For an entry whose time came while it was in the trash: whether it is published now, or a draft. */
  overdue?: 'publish' | 'draft' | undefined;
}

/** Takes an entry out of the trash, to its former state: if visitors saw it, they see it again. */
export async function restoreEntry(
  tools: PublishTools,
  { editor, entry: { key, kind, id, deleted_at: removedAt }, version, overdue }: RestoreEntry,
): Promise<ChangeResult> {
  if (!isKind(kind)) return { kind: 'missing' };
  const last = await findLastLive(tools.db.read, key);
  const now = tools.clock.nowIso();
  const stored = last === null ? null : readDocument(last);
  const wasDue = stored !== null && isBetween(stored.fields, removedAt, now);
  if (wasDue && overdue === undefined)
    return { kind: 'invalid', problems: [{ field: 'publishedAt', code: 'overdue' }] };
  const document = stored && (wasDue ? dated(stored, overdue, now) : stored);
  const checked = document && checkDocument(kind, id, document, await tools.render(document.body));
  if (checked && checked.entry === null) return { kind: 'invalid', problems: checked.problems };
  const change = { editor, action: 'restore', key, version, isInTrash: true } as const;
  return changeEntry(tools, change, async (trx, entry) => {
    const taken = await trx
      .selectFrom('entries')
      .select('key')
      .where('kind', '=', kind)
      .where('id', '=', entry.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (taken) refuse([{ field: 'id', code: 'taken', typed: entry.id }]);
    await removeRedirect(trx, entryPath(kind, entry.id));
    await trx.updateTable('entries').set({ deleted_at: null }).where('key', '=', key).execute();
    const at = tools.clock.nowIso();
    if (checked?.entry) {
      const lists = await setLostApart(trx, { kind, key }, checked.entry.joined);
      const { entry: restored, named } = withLists(
        kind,
        { entry: checked.entry, named: checked.named },
        lists,
      );
      const unknown = await findUnknown(trx, named);
      if (unknown.length > 0) refuse(unknown);
      await writeEntries(trx, contentKinds[kind], [restored], { step: () => {} });
      await checkPlace(trx, { kind, id: entry.id });
      await giveMentionsBack(trx, key);
      await recordLive(trx, { key, kind, id: entry.id, editor, at, action: 'restore' });
    } else await addEvent(trx, { event: 'restore', editor, at, kind, id: entry.id });
  });
}

/** Returns the entry with these ids alone in its lists. */
function withLists(
  kind: Kind,
  { entry, named }: { entry: ContentEntry; named: readonly NamedThing[] },
  joined: ContentEntry['joined'],
) {
  const lost = new Set(
    joinsOf([kind]).flatMap(({ to }, list) =>
      (entry.joined[list] ?? []).filter((id) => !joined[list]?.includes(id)).map((id) => `${to}/${id}`),
    ),
  );
  const isKept = ({ to, id }: { to: string; id: string }) => !lost.has(`${to}/${id}`);
  return {
    entry: { ...entry, references: entry.references.filter(isKept), joined },
    named: named.filter(isKept),
  };
}

/** Whether the entry was due for publication while it was in the trash. */
function isBetween({ status, publishedAt }: EntryDocument['fields'], after: string | null, until: string) {
  const time = typeof publishedAt === 'string' ? Date.parse(publishedAt) : NaN;
  return status === 'published' && after !== null && time > Date.parse(after) && time <= Date.parse(until);
}

function dated(
  { fields, body }: EntryDocument,
  overdue: RestoreEntry['overdue'],
  now: string,
): EntryDocument {
  const change = overdue === 'publish' ? { publishedAt: toZonedIso(now) } : { status: 'draft' };
  return { fields: { ...fields, ...change }, body };
}

/** Last document that was stored as content; null for an entry that never was. */
async function findLastLive(db: Kysely<Schema>, key: string): Promise<string | null> {
  const last = await db
    .selectFrom('revisions')
    .select('document')
    .where('entry_key', '=', key)
    .where('action', 'not in', ['save', 'conflict', 'restore'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.document ?? null;
}

/**
 * Removes an entry of the trash for good, with its draft, its history and all typed texts. An event stays, without any
 * text.
 */
export function purgeEntry(
  tools: EditTools,
  { editor, key, version }: { editor: Editor; key: string; version: number },
): Promise<ChangeResult> {
  const change = { editor, action: 'purge', key, version, isInTrash: true } as const;
  return changeEntry(tools, change, async (trx, entry) => {
    const at = tools.clock.nowIso();
    await addEvent(trx, { event: 'purge', editor, at, kind: entry.kind, id: entry.id });
    await trx.deleteFrom('autosaves').where('entry_key', '=', key).execute();
    await trx.deleteFrom('entries').where('key', '=', key).execute();
  });
}

const trashDays = 90;

/**
 * Removes entries that have been in the trash for 90 days, with all typed texts. Resolves to their number. For entries
 * that a clock ahead of time put there, the 90 days begin now.
 */
export async function emptyTrash({ db, clock }: EditTools): Promise<number> {
  const oldest = isoAt(clock.now() - trashDays * dayMs);
  return writeTransaction(db, async (trx) => {
    await trx
      .updateTable('entries')
      .set({ deleted_at: clock.nowIso() })
      .where('deleted_at', '>', isoAt(clock.now() + maxSkewMs))
      .execute();
    await trx
      .deleteFrom('autosaves')
      .where('entry_key', 'in', ({ selectFrom }) =>
        selectFrom('entries').select('key').where('deleted_at', '<', oldest),
      )
      .execute();
    const gone = await trx
      .deleteFrom('entries')
      .where('deleted_at', '<', oldest)
      .returning(['kind', 'id'])
      .execute();
    const at = clock.nowIso();
    for (const { kind, id } of gone) await addEvent(trx, { event: 'purge', editor: null, at, kind, id });
    return gone.length;
  });
}
