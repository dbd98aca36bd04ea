import type { Kysely, Transaction } from 'kysely';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { FontSlicesTable, FontStateTable } from '#server/db/tables/media-tables.ts';
import type { Schema } from '#server/db/schema.ts';
import { minuteMs, secondMs } from '#server/base/durations.ts';
import type { TitleJob } from '../jobs/title-job.ts';
import { isAnythingNew, readFontSetting } from './read-titles.ts';

/** The number of the way in which slices are made: with a new one, all are made anew. */
const recipe = 2;

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
  // A setting with the name of a missing file is refused when it is written; an operator's own SQL may make one.
  return file === undefined ? null : { identity: `${file.file}-${recipe}`, original: file.file };
}

/** The identity of no font. */
export const noFont = 'off';

export type Slice = Pick<FontSlicesTable, 'file' | 'characters'>;

/** Slices of the style sheet, in their order. */
export function listSlices(db: Kysely<Schema>): Promise<Slice[]> {
  return db
    .selectFrom('font_slices')
    .select(['file', 'characters'])
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute();
}

export interface FontOutcome extends Pick<FontStateTable, 'font' | 'seen_at' | 'read_from' | 'cut'> {
  /** Null: the present ones stay. */
  slices: readonly Slice[] | null;
}

export const fontJob: TitleJob<FontStateTable, FontOutcome> = {
  table: 'font_state',
  // Longer than making all files takes.
  leaseMs: 10 * minuteMs,
  restMs: 20 * secondMs,
  failure: 'the font of titles could not be made; titles are shown in the fonts of visitors',
  findState: (db, where) =>
    db.selectFrom('font_state').select(columnsOf.font_state).where(where).executeTakeFirst(),
  async isAnythingToDo(db, state, nowMs) {
    const wanted = (await findWantedFont(db))?.identity ?? noFont;
    return state.font !== wanted || (wanted !== noFont && isAnythingNew(db, state, nowMs));
  },
  async record(trx, { font, cut, slices }, now) {
    await trx.updateTable('font_state').set({ font, cut }).execute();
    if (slices !== null) await replaceSlices(trx, slices, now);
  },
};

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
