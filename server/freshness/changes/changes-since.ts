import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';
import { everythingTag } from '../tags.ts';
import { maxPauseMs, newsQuestion, type News } from './news-question.ts';

/** Position in the changes of a database. */
export interface ChangeMark {
  position: string;
  /** The database itself: positions of another one mean nothing. */
  place: string;
  /** `performance.now()` of the reading. */
  readAt: number;
}

export interface ChangesSince {
  mark: ChangeMark;
  /** Changed tags, as far as this transaction sees them. */
  changed: readonly string[] | 'everything';
}

/**
 * Reads what was committed since a mark, exactly: what the snapshot of this transaction sees and that of the mark did
 * not. For readers with a snapshot of their own, which the change feed is a moment ahead of or behind.
 */
export async function readChangesSince(
  trx: Transaction<Schema>,
  engine: Engine,
  before: ChangeMark | null,
): Promise<ChangesSince> {
  const readAt = performance.now();
  const { position, place, tags } = await (engine === 'sqlite'
    ? readOnSqlite(trx, before)
    : readOnPostgres(trx, before));
  const mark = { position, place, readAt };
  const isLost =
    before === null ||
    before.place !== place ||
    (engine === 'postgres' && readAt - before.readAt > maxPauseMs);
  return { mark, changed: isLost || tags.includes(everythingTag) ? 'everything' : tags };
}

type Read = Pick<ChangeMark, 'position' | 'place'> & { tags: readonly string[] };

async function readOnSqlite(trx: Transaction<Schema>, before: ChangeMark | null): Promise<Read> {
  const since = Number(before?.position ?? -1);
  const { rows } = await sql<{ seq: number | null; tags: string }>`
    select (select max(seq) from changes) as seq, json_group_array(tag) as tags
    from changes where seq > ${since} and ${before === null ? sql`false` : sql`true`}`.execute(trx);
  const tags: string[] = JSON.parse(rows[0]?.tags ?? '[]');
  return { position: String(rows[0]?.seq ?? 0), place: '', tags };
}

async function readOnPostgres(trx: Transaction<Schema>, before: ChangeMark | null): Promise<Read> {
  const query = CompiledQuery.raw(newsQuestion, [before?.position ?? null, false]);
  const { rows } = await trx.executeQuery<News>(query as CompiledQuery<News>);
  const [news] = rows;
  if (news === undefined) throw new Error('PostgreSQL gave no row where there is always one');
  return { position: news.snapshot, place: news.place, tags: news.tags ?? [] };
}
