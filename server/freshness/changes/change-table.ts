import type pg from 'pg';
import type { Log } from '#server/base/log.ts';
import { endConnection, openConnection } from '#server/db/dialects/postgres-connection.ts';
import type { ChangedTags } from './change-source.ts';
import { createConnectionTimer } from './connection-timer.ts';
import { maxNews, maxPauseMs, newsQuestion, type News } from './news-question.ts';
import { announcedTag, everythingTag } from '../tags.ts';

/** Reads changes on PostgreSQL, for a process that notifications do not reach. */
export interface ChangeTable {
  /** Resolves when everything has been reported that was committed before the call, or that cannot be. */
  look(): Promise<void>;
  /** False while it cannot be read. */
  readonly isRead: boolean;
  /** Leaves the connection for a new one. */
  renew(): void;
  close(): Promise<void>;
}

interface ChangeTableOptions {
  url: string;
  onChange: (changed: ChangedTags) => void;
  /** Left out: not needed. Called with a log position behind everything reported. */
  onPosition?: ((lsn: string) => void) | undefined;
  log: Log;
}

/**
 * Opens it as of now: earlier commits are not reported. Transactions are compared with the last snapshot, not with a
 * highest number: one that began before may be committed later. A lost connection does not invalidate anything, for
 * writes of that time stand in the table.
 */
export async function openChangeTable({
  url,
  onChange,
  onPosition,
  log,
}: ChangeTableOptions): Promise<ChangeTable> {
  let client: pg.Client | null = null;
  let isRead = false;
  const timer = createConnectionTimer();
  const news = createNews({ onChange, onPosition });
  const lookTogether = together(read);

  function look(): Promise<void> {
    return client === null ? Promise.resolve() : lookTogether();
  }

  async function read(): Promise<void> {
    const current = client;
    if (current === null) return;
    try {
      const changes = await news.ask(current);
      isRead = client === current;
      news.report(changes);
    } catch (error) {
      lost(current, error);
    }
  }

  function lost(lostClient: pg.Client, err?: unknown): void {
    if (client !== lostClient) return;
    client = null;
    isRead = false;
    void endConnection(lostClient);
    log.warn({ err }, 'the table of changes cannot be read; stored pages are not used until it can');
    timer.nextTry(reconnect);
  }

  async function connect(): Promise<void> {
    const candidate = await openConnection(url);
    if (timer.isClosed) return endConnection(candidate);
    candidate.on('error', (error) => lost(candidate, error));
    candidate.on('end', () => lost(candidate));
    client = candidate;
    await look();
    // A look that fails has lost it again.
    if (client === candidate) timer.nextBeat(lookNow);
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      if (isRead) log.info('the table of changes is read again');
    } catch {
      timer.nextTry(reconnect);
    }
  }

  /** For listeners that do not query by themselves, and to notice a silent database. */
  async function lookNow(): Promise<void> {
    await look();
    if (isRead) timer.nextBeat(lookNow);
  }

  await connect();

  return {
    look,
    get isRead() {
      return isRead;
    },
    renew() {
      if (client) lost(client);
    },
    async close() {
      timer.close();
      const current = client;
      client = null;
      isRead = false;
      if (current) await endConnection(current);
    },
  };
}

/** Joins calls: one read at a time, each for all callers that came before it began, and in the same turn. */
function together(read: () => Promise<void>): () => Promise<void> {
  let queue: Promise<void> = Promise.resolve();
  let coming: Promise<void> | null = null;

  function begin(): Promise<void> {
    queue = queue.then(() => {
      setImmediate(() => (coming = null));
      return read();
    });
    return queue;
  }

  return () => (coming ??= begin());
}

/** Reports the changes since the last call. */
function createNews({ onChange, onPosition }: Pick<ChangeTableOptions, 'onChange' | 'onPosition'>) {
  let last: News | null = null;
  let lastAt = 0;

  return {
    async ask(client: pg.Client): Promise<News> {
      const { rows } = await client.query<News>(newsQuestion, [
        last?.snapshot ?? null,
        onPosition !== undefined,
      ]);
      if (rows[0] === undefined) throw new Error('PostgreSQL gave no row where there is always one');
      return rows[0];
    },
    report(news: News): void {
      const now = Date.now();
      const isFirst = last === null;
      const isElsewhere = last !== null && news.place !== last.place;
      const isLate = !isFirst && Math.abs(now - lastAt) > maxPauseMs;
      [last, lastAt] = [news, now];
      const changed = isElsewhere || isLate ? 'everything' : isFirst ? null : changedTags(news);
      if (changed !== null) onChange(changed);
      if (news.lsn !== null && (isFirst || changed !== null)) onPosition?.(news.lsn);
    },
  };
}

/** Null: nothing has changed. */
function changedTags({ tags }: News): ChangedTags | null {
  if (tags === null) return null;
  return tags.includes(everythingTag) || tags.length > maxNews ? 'everything' : tags.map(announcedTag);
}
