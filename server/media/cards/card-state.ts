import { columnsOf } from '#server/db/tables/columns.ts';
import type { CardStateTable } from '#server/db/tables/media-tables.ts';
import { minuteMs, secondMs } from '#server/base/durations.ts';
import { isAnythingNew } from '../title-font/read-titles.ts';
import type { TitleJob } from '../jobs/title-job.ts';
import { lookId, readCardLook } from './card-look.ts';

/** How far the content is read. */
export type CardOutcome = Pick<CardStateTable, 'look' | 'seen_at' | 'read_from'>;

export const cardJob: TitleJob<CardStateTable, CardOutcome> = {
  table: 'card_state',
  // Far longer than one program works at cards before it lets pictures be made.
  leaseMs: 5 * minuteMs,
  restMs: 10 * secondMs,
  failure: 'cards for other sites could not be made; links are shown there without one',
  findState: (db, where) =>
    db.selectFrom('card_state').select(columnsOf.card_state).where(where).executeTakeFirst(),
  isAnythingToDo: async (db, state, nowMs) =>
    (await isAnythingNew(db, state, nowMs)) || state.look !== lookId(await readCardLook(db)),
  async record(trx, { look }) {
    await trx.updateTable('card_state').set({ look }).execute();
  },
};
