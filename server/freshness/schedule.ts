import { sql, type Kysely } from 'kysely';
import { isoAt, type Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { everyPublishedTable } from './announcements.ts';
import type { ChangedTags } from './changes/change-source.ts';
import { entryOfTag, tags, type Tag } from './tags.ts';
import { tagSql } from './triggers/trigger-sql.ts';
import type { Schema } from '../db/schema.ts';

interface Schedule {
  /** Reads the next due time again. Until then, `consumeDue` returns null. */
  reload(): Promise<void>;
  /** Resolves when nothing is being read any more, whether that succeeded or not. */
  settle(): Promise<void>;
  /** Tags that have become due since the last call, and everything when the clock was set back; null while that is not known. */
  consumeDue(): ChangedTags | null;
}

interface Moment {
  /** ISO 8601 in UTC; null when nothing is scheduled. */
  at: string | null;
  /** Milliseconds since 1970; Infinity when nothing is scheduled. */
  atMs: number;
  tags: readonly Tag[];
}

/** Content published with a date in the future: becoming due changes pages although nothing is written. */
export function createSchedule(db: Kysely<Schema>, clock: Clock, log: Log): Schedule {
  let reportedUntil = clock.nowIso();
  let lastNow = clock.now();
  let next: Moment | null = null;
  let reloads = 0;
  let beginning: Promise<void> | null = null;
  let reading: Promise<void> = Promise.resolve();

  function reload(): Promise<void> {
    next = null;
    reloads += 1;
    // PostgreSQL reports each change separately, thousands in one turn: one read after all of them.
    beginning ??= Promise.resolve().then(() => {
      beginning = null;
      return read();
    });
    reading = beginning;
    return reading;
  }

  async function read(): Promise<void> {
    const thisReload = reloads;
    try {
      const moment = await readNextMoment(db, reportedUntil);
      if (thisReload === reloads) next = moment;
    } catch (error) {
      log.error({ err: error }, 'the schedule of coming publications could not be read');
      if (thisReload === reloads) setTimeout(reload, 1000).unref();
    }
  }

  async function settle(): Promise<void> {
    let last: Promise<void>;
    do {
      last = reading;
      await last;
    } while (last !== reading);
  }

  function consumeDue(): ChangedTags | null {
    const now = clock.now();
    const isSetBack = now < lastNow - noticedMs;
    lastNow = now;
    if (isSetBack) {
      // Tags that were due are not any more, and pages say by the clock of before for how long they are right.
      reportedUntil = isoAt(now);
      void reload();
      return 'everything';
    }
    if (next === null) return null;
    if (next.at === null || next.atMs > now) return nothing;
    reportedUntil = next.at;
    const due = next.tags;
    void reload();
    return due;
  }

  return { reload, settle, consumeDue };
}

/**
 * Whether a change may have moved the next due time, or what becomes due then. Whatever decides about these also
 * announces a list or names: the tag of an entry alone is its text, or with that of prices its price; so is that of the
 * pages of a product.
 */
export function mayMoveDue(changed: ChangedTags): boolean {
  if (changed === 'everything') return true;
  return changed.some(
    (tag) => tag !== tags.productPrices && !tags.pagesOfProduct.isTag(tag) && entryOfTag(tag) === null,
  );
}

const nothing: readonly Tag[] = [];

/** Largest step by which a time service corrects the clock. */
const noticedMs = 1_000;

async function readNextMoment(db: Kysely<Schema>, after: string): Promise<Moment> {
  const firsts = everyPublishedTable().map(
    ({ table }) => sql`
      select min(published_at) as at from ${sql.table(table)} where status = 'published' and published_at > ${after}`,
  );
  const { rows } = await sql<{ at: string | null }>`
    select min(at) as at from (${sql.join(firsts, sql` union all `)}) as firsts`.execute(db);
  const at = rows[0]?.at ?? null;
  if (at === null) return { at, atMs: Infinity, tags: nothing };
  return { at, atMs: Date.parse(at), tags: await listDueTags(db, { after, until: at }) };
}

/** Tags that a write to `published_at` would announce, for the rows that became due in an interval. */
export async function listDueTags(
  db: Kysely<Schema>,
  { after, until }: { after: string; until: string },
): Promise<readonly Tag[]> {
  const queries = everyPublishedTable().flatMap(({ table, writes }) =>
    writes
      .filter(({ columns }) => columns === undefined || columns.includes('published_at'))
      .flatMap(({ tags }) => tags.map((tag) => tagSql(tag, 'due')))
      .map(({ text, join }) => {
        const [others, isJoined] = join ? [`, ${join.table}`, ` and ${join.on}`] : ['', ''];
        return sql`select ${sql.raw(text)} as tag from ${sql.table(table)} as due${sql.raw(others)}
          where due.status = 'published' and due.published_at > ${after} and due.published_at <= ${until}${sql.raw(isJoined)}`;
      }),
  );
  const { rows } = await sql<{ tag: Tag }>`${sql.join(queries, sql` union `)}`.execute(db);
  return rows.map((row) => row.tag);
}
