import type { Kysely } from 'kysely';
import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import { isoAt, maxSkewMs } from '#server/base/clock.ts';
import { dayMs } from '#server/base/durations.ts';
import { writeVolatile } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { EditTools } from '../entries/change-entry.ts';

/** Names the text of one form: an entry, or one to be, of one account in one tab of a browser. */
export interface Slot {
  entryKey: string;
  accountId: string;
  tab: string;
}

interface NewAutosave extends Slot {
  kind: Kind;
  title: string;
  /** Names and values of the fields. */
  form: readonly (readonly [name: string, value: string])[];
  /** Version of the entry from which the form was made; 0 for a new one. */
  baseVersion: number;
  /** Mark of the texts, by which a stored text is found to be the same. */
  hash: string;
}

/** Text of a form that was sent while it was typed, and may be stored nowhere else. */
export interface Autosave extends NewAutosave {
  savedAt: string;
}

/** Forms that one account may leave with text in them: the oldest goes when there are more. */
const maxSlots = 20;

const keptDays = 30;

/**
 * Keeps the text of an open form beside the entry: it makes no revision and no version, and no page becomes stale.
 * Resolves to the moment, in ISO 8601.
 */
export async function keepAutosave({ db, clock }: EditTools, autosave: NewAutosave): Promise<string> {
  const { entryKey, accountId, tab, kind, form, baseVersion, hash } = autosave;
  const savedAt = clock.nowIso();
  const values = {
    ...{ kind, hash, title: autosave.title.slice(0, maxTitle) },
    ...{ form: JSON.stringify(form), base_version: baseVersion, saved_at: savedAt },
  };
  await writeVolatile(db, async (trx) => {
    await trx
      .insertInto('autosaves')
      .values({ entry_key: entryKey, account_id: accountId, tab, ...values })
      .onConflict((oc) => oc.columns(['entry_key', 'account_id', 'tab']).doUpdateSet(values))
      .execute();
    await trx
      .deleteFrom('autosaves')
      .where('account_id', '=', accountId)
      .where('saved_at', '<', ({ selectFrom }) =>
        selectFrom('autosaves')
          .select('saved_at')
          .where('account_id', '=', accountId)
          .orderBy('saved_at', 'desc')
          .limit(1)
          .offset(maxSlots - 1),
      )
      .execute();
  });
  return savedAt;
}

/** Enough to recognise a text in a list. */
const maxTitle = 200;

export async function dropAutosave({ db }: Pick<EditTools, 'db'>, slot: Slot): Promise<void> {
  await writeVolatile(db, (trx) =>
    trx
      .deleteFrom('autosaves')
      .where('entry_key', '=', slot.entryKey)
      .where('account_id', '=', slot.accountId)
      .where('tab', '=', slot.tab)
      .execute(),
  );
}

/** Drops what a stored form leaves behind: the text of its own tab, and the same text of another one. */
export async function dropStored({ db }: Pick<EditTools, 'db'>, slot: Slot, hash: string): Promise<void> {
  const isThere = await db.read
    .selectFrom('autosaves')
    .select('tab')
    .where('entry_key', '=', slot.entryKey)
    .where('account_id', '=', slot.accountId)
    .limit(1)
    .executeTakeFirst();
  // Nobody waits for the write lock because of a form that left nothing.
  if (!isThere) return;
  await writeVolatile(db, (trx) =>
    trx
      .deleteFrom('autosaves')
      .where('entry_key', '=', slot.entryKey)
      .where('account_id', '=', slot.accountId)
      .where(({ or, eb }) => or([eb('tab', '=', slot.tab), eb('hash', '=', hash)]))
      .execute(),
  );
}

/** Resolves to null when there is none. */
export async function findAutosave(
  db: Kysely<Schema>,
  slot: Slot & { kind: Kind },
): Promise<Autosave | null> {
  const row = await db
    .selectFrom('autosaves')
    .select(['title', 'form', 'base_version', 'hash', 'saved_at'])
    .where('entry_key', '=', slot.entryKey)
    .where('account_id', '=', slot.accountId)
    .where('tab', '=', slot.tab)
    .where('kind', '=', slot.kind)
    .executeTakeFirst();
  if (!row) return null;
  const { title, hash, base_version: baseVersion, saved_at: savedAt } = row;
  // Written by `keepAutosave`.
  const form = JSON.parse(row.form) as [string, string][];
  return { ...slot, title, form, baseVersion, hash, savedAt };
}

/** An autosave as a list shows it. */
export interface ListedAutosave extends Pick<Autosave, 'entryKey' | 'tab' | 'kind' | 'title' | 'savedAt'> {
  /** Id of its entry; null for one that is not there yet. */
  id: string | null;
  hash: string;
}

/** Texts of an account that were typed and not stored, the newest first: of one entry, of new ones, or all of them. */
export async function listAutosaves(
  db: Kysely<Schema>,
  accountId: string,
  of: { entryKey?: string; newOfKind?: Kind } = {},
): Promise<ListedAutosave[]> {
  const { entryKey, newOfKind } = of;
  const rows = await db
    .selectFrom('autosaves')
    .leftJoin('entries', 'entries.key', 'autosaves.entry_key')
    .select(['entry_key as entryKey', 'tab', 'autosaves.kind', 'autosaves.title', 'saved_at as savedAt'])
    .select(['hash', 'entries.id', 'entries.deleted_at as deletedAt'])
    .where('account_id', '=', accountId)
    .$if(entryKey !== undefined, (query) => query.where('entry_key', '=', entryKey ?? ''))
    .$if(newOfKind !== undefined, (query) =>
      query.where('autosaves.kind', '=', newOfKind ?? '').where('entries.key', 'is', null),
    )
    .orderBy('saved_at', 'desc')
    .orderBy('tab')
    .limit(maxSlots)
    .execute();
  return rows.flatMap(({ deletedAt, kind, ...row }) =>
    isKind(kind) && deletedAt === null ? [{ ...row, kind }] : [],
  );
}

/** Removes what nobody has come back for in 30 days. For text of a clock that was ahead they begin now. */
export async function sweepAutosaves({ db, clock }: EditTools): Promise<void> {
  const now = clock.nowIso();
  await writeVolatile(db, async (trx) => {
    await trx
      .updateTable('autosaves')
      .set({ saved_at: now })
      .where('saved_at', '>', isoAt(clock.now() + maxSkewMs))
      .execute();
    await trx
      .deleteFrom('autosaves')
      .where('saved_at', '<', isoAt(clock.now() - keptDays * dayMs))
      .execute();
  });
}
