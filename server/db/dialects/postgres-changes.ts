import pg from 'pg';
import type { Log } from '../../log.ts';
import type { ChangedTags, ChangeSource } from '../change-feed.ts';
import { everythingTag, postgresChannel } from './announce-changes.ts';

const firstRetryMs = 100;
const longestRetryMs = 5_000;
const heartbeatMs = 5_000;

/** A connection of its own that listens; when it is lost it is opened again, for as long as it takes. */
export async function listenForChanges(
  url: string,
  onChange: (changed: ChangedTags) => void,
  log: Log,
): Promise<ChangeSource> {
  let client: pg.Client | null = null;
  let isClosed = false;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const candidate = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
      query_timeout: heartbeatMs,
    });
    candidate.on('notification', ({ payload }) => {
      onChange(payload === everythingTag || payload === undefined ? 'everything' : new Set([payload]));
    });
    candidate.on('error', (error) => lost(candidate, error));
    candidate.on('end', () => lost(candidate));
    try {
      await candidate.connect();
      await candidate.query(`listen ${postgresChannel}`);
    } catch (error) {
      candidate.removeAllListeners('end');
      candidate.end().catch(() => {});
      throw error;
    }
    client = candidate;
    retryMs = firstRetryMs;
    scheduleHeartbeat(candidate);
  }

  function lost(lostClient: pg.Client, error?: Error): void {
    if (client !== lostClient) return;
    client = null;
    lostClient.end().catch(() => {});
    if (isClosed) return;
    log.warn(
      { err: error },
      'the change feed lost its connection; stored pages are not used until it is back',
    );
    scheduleReconnect();
  }

  function scheduleReconnect(): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      try {
        await connect();
        if (isClosed) return;
        onChange('everything');
        log.info('the change feed is connected again');
      } catch {
        retryMs = Math.min(retryMs * 2, longestRetryMs);
        if (!isClosed) scheduleReconnect();
      }
    }, retryMs);
    timer.unref();
  }

  /** A peer that vanished without a word is noticed by asking. */
  function scheduleHeartbeat(current: pg.Client): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      try {
        await current.query('select 1');
        if (client === current) scheduleHeartbeat(current);
      } catch (error) {
        lost(current, error instanceof Error ? error : undefined);
      }
    }, heartbeatMs);
    timer.unref();
  }

  await connect();

  return {
    catchUp: () => client !== null,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const current = client;
      client = null;
      await current?.end();
    },
  };
}
