import type { Kysely, Transaction } from 'kysely';
import { columnsOf } from '#server/db/columns.ts';
import { isOver, isoAt } from '#server/clock.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import type { FontSlicesTable, FontStateTable } from '#server/db/media-tables.ts';
import type { Schema } from '#server/db/schema.ts';
import { minuteMs, secondMs } from '#server/durations.ts';
import { longestMs, takeLease } from '../job-lease.ts';
import { isAnythingNew, readFontSetting } from './read-titles.ts';

/** The number of the way in which slices are made: with a new one, all are made anew. */
const recipe = 2;

/** Longer than making all files takes. */
const leaseMs = 10 * minuteMs;
/** After a success: who writes often starts one program for several changes. */
const restMs = 20 * secondMs;
/** While somebody was writing when the content was read. */
const lookAgainMs = minuteMs;

/** A font by its identity: the setting, and for a file the hash of its content. */
export interface WantedFont {
  identity: string;
  /** The name of its file in the folder of originals; null: the font of the build. */
  original: string | null;
}

/** The font of the build. */
export const ownFont: WantedFont = { identity: `own-${recipe}`, original: null };

/** Null: titles are set in the visitor's own font. */
export async function findWantedFont(db: Kysely<Schema>): Promise<WantedFont | null> {
  const setting = await readFontSetting(db);
  if (setting === 'off') return null;
  if (setting === 'on') return ownFont;
  const file = await db.selectFrom('media').select('file').where('path', '=', setting).executeTakeFirst();
  // A setting that names what is not there is refused when it is written; an operator's own SQL may do so.
  return file === undefined ? null : { identity: `${file.file}-${recipe}`, original: file.file };
}

/** The identity of no font. */
export const noFont = 'off';

/** Whether there is anything to do now. */
export async function isFontJobDue(db: Database, nowMs: number): Promise<boolean> {
  const state = await readState(db.read);
  if (state === null || !isOver(state.run_at, nowMs, longestMs)) return false;
  const wanted = (await findWantedFont(db.read))?.identity ?? noFont;
  if (state.font !== wanted) return true;
  if (wanted === noFont) return false;
  return isAnythingNew(db.read, state, nowMs);
}

/** Leases the work to this process, or resolves to null. */
export async function leaseFontJob(db: Database, nowMs: number): Promise<FontStateTable | null> {
  if (!(await isFontJobDue(db, nowMs))) return null;
  return writeTransaction(db, async (trx) =>
    (await takeLease(trx, 'font_state', { nowMs, leaseMs })) ? readState(trx) : null,
  );
}

async function readState(db: Kysely<Schema>): Promise<FontStateTable | null> {
  return (
    (await db.selectFrom('font_state').select(columnsOf.font_state).where('id', '=', 1).executeTakeFirst()) ??
    null
  );
}

export type Slice = Pick<FontSlicesTable, 'file' | 'characters'>;

/** Those of the style sheet, in their order. */
export function listSlices(db: Kysely<Schema>): Promise<Slice[]> {
  return db
    .selectFrom('font_slices')
    .select(['file', 'characters'])
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute();
}

export interface FontOutcome extends Pick<FontStateTable, 'font' | 'seen_at' | 'read_from' | 'cut'> {
  /** Null: those that are there stay. */
  slices: readonly Slice[] | null;
}

/** Writes what was made, unless the lease was lost: then another process does. */
export async function endFontJob(
  db: Database,
  lease: FontStateTable,
  { slices, ...state }: FontOutcome,
  nowMs: number,
): Promise<void> {
  const wait = state.read_from < state.seen_at ? lookAgainMs : restMs;
  await writeTransaction(db, async (trx) => {
    const ended = await trx
      .updateTable('font_state')
      .set({ ...state, tries: 0, run_at: isoAt(nowMs + wait) })
      .where('id', '=', 1)
      .where('run_at', '=', lease.run_at)
      .executeTakeFirst();
    if (ended.numUpdatedRows > 0n && slices !== null) await replaceSlices(trx, slices, isoAt(nowMs));
  });
}

/** Files that are named no longer stay for a while: open pages have a style sheet that names them. */
async function replaceSlices(trx: Transaction<Schema>, slices: readonly Slice[], now: string): Promise<void> {
  const kept = slices.map(({ file }) => file);
  await trx
    .updateTable('font_slices')
    .set({ retired_at: now })
    .where('retired_at', 'is', null)
    .$if(kept.length > 0, (qb) => qb.where('file', 'not in', kept))
    .execute();
  if (kept.length === 0) return;
  await trx
    .insertInto('font_slices')
    .values(slices.map((slice, position) => ({ ...slice, position, retired_at: null })))
    .onConflict((oc) =>
      oc.column('file').doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        retired_at: null,
      })),
    )
    .execute();
}
