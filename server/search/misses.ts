import type { Kysely } from 'kysely';
import { toZonedIso } from '#shared/locale/dates.ts';
import { isoAt, type Clock } from '#server/base/clock.ts';
import { writeVolatile, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { dayMs, minuteMs } from '#server/base/durations.ts';
import type { Log } from '#server/base/log.ts';
import type { QueryWord } from './text/parse-query.ts';

/** Counts words that are searched for and not found, by the day and by nothing that tells of a person. */
export interface SearchMisses {
  /** Costs the request nothing: it is written later, with others. */
  note(words: readonly QueryWord[]): void;
  /** Writes the noted words. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Different words a day: somebody who tries a dictionary fills no table. */
const maxWordsOfDay = 1_000;
const keptDays = 90;
const maxLength = 60;

export function countSearchMisses({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Log;
}): SearchMisses {
  let noted = new Map<string, number>();
  const timer = setInterval(() => void flush(), minuteMs).unref();

  async function flush(): Promise<void> {
    if (noted.size === 0) return;
    const counts = noted;
    noted = new Map();
    try {
      await writeCounts(db, counts, clock.now());
    } catch (error) {
      log.warn({ err: error }, 'what was searched and not found could not be counted');
    }
  }

  return {
    note(words) {
      const text = countableText(words);
      if (text === null || (noted.size >= maxWordsOfDay && !noted.has(text))) return;
      noted.set(text, (noted.get(text) ?? 0) + 1);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/**
 * Folded words without numbers. Null for text that may tell of a person: an e-mail address, or so many digits that they
 * may be a telephone's, with all words beside them.
 */
function countableText(words: readonly QueryWord[]): string | null {
  const typed = words.map((word) => word.typed.normalize('NFKC'));
  if (typed.some((text) => text.includes('@')) || manyDigits.test(typed.join(''))) return null;
  const folded = words.map(({ readings: [reading = ''] }) => reading.trim());
  const text = folded.filter((word) => /\p{L}/u.test(word)).join(' ');
  return text === '' || text.length > maxLength ? null : text;
}

const manyDigits = /(?:\d[\p{P}\p{Z}]?){6}/u;

async function writeCounts(db: Database, counts: ReadonlyMap<string, number>, now: number): Promise<void> {
  const day = dayOf(now);
  await writeVolatile(db, async (trx) => {
    await trx
      .deleteFrom('search_misses')
      .where('day', '<', dayOf(now - keptDays * dayMs))
      .execute();
    const rows = await trx.selectFrom('search_misses').select('words').where('day', '=', day).execute();
    const stored = new Set(rows.map(({ words }) => words));
    let room = maxWordsOfDay - stored.size;
    const written = Array.from(counts, ([words, count]) => ({ day, words, count })).filter(
      ({ words }) => stored.has(words) || room-- > 0,
    );
    if (written.length === 0) return;
    await trx
      .insertInto('search_misses')
      .values(written)
      .onConflict((conflict) =>
        conflict.columns(['day', 'words']).doUpdateSet(({ eb, ref }) => ({
          count: eb(ref('search_misses.count'), '+', ref('excluded.count')),
        })),
      )
      .execute();
  });
}

export interface Miss {
  words: string;
  count: number;
}

/** Most frequent misses of so many days, today included. */
export async function listMisses(
  db: Kysely<Schema>,
  { now, days, limit }: { now: number; days: number; limit: number },
): Promise<Miss[]> {
  const rows = await db
    .selectFrom('search_misses')
    .select(({ fn }) => ['words', fn.sum<number | string>('count').as('count')])
    .where('day', '>=', dayOf(now - (days - 1) * dayMs))
    .groupBy('words')
    .orderBy('count', 'desc')
    .orderBy('words')
    .limit(limit)
    .execute();
  return rows.map(({ words, count }) => ({ words, count: Number(count) }));
}

/** The day at the site's clock. */
function dayOf(time: number): string {
  return toZonedIso(isoAt(time)).slice(0, 10);
}
