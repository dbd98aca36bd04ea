import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Log } from '#server/log.ts';
import type { ChangedTags, ChangeSource } from './change-source.ts';
import { postgresChannel } from './triggers/postgres-triggers.ts';
import { announcedTag, everythingTag } from './tags.ts';
import { createConnection, endConnection } from '../db/dialects/postgres-connection.ts';

const firstRetryMs = 100;
/** An attempt that began too early fails after 1.5 s: with this one the news is back 3 s after the network. */
const maxRetryMs = 1_000;
const heartbeatMs = 1_000;
/** A notification that tells nobody anything but the process that sent it. */
const echoPrefix = 'echo:';
const maxEchoMs = 1_000;

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
  /** What is called when a notification of this process comes back to it. */
  const echoes = new Map<string, () => void>();

  async function connect(): Promise<pg.Client> {
    const candidate = createConnection(url);
    candidate.on('notification', ({ payload }) => {
      if (payload?.startsWith(echoPrefix)) return void echoes.get(payload)?.();
      onChange(payload === everythingTag || payload === undefined ? 'everything' : [announcedTag(payload)]);
    });
    candidate.on('error', (error) => lost(candidate, error));
    candidate.on('end', () => lost(candidate));
    try {
      await candidate.connect();
      await candidate.query(`listen ${postgresChannel}`);
      return candidate;
    } catch (error) {
      void endConnection(candidate);
      throw error;
    }
  }

  function lost(lostClient: pg.Client, error?: Error): void {
    if (client !== lostClient) return;
    client = null;
    void endConnection(lostClient);
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
        const candidate = await connect();
        if (isClosed) return endConnection(candidate);
        useConnection(candidate);
        // In the same turn: nobody may trust what is kept before it is thrown away.
        onChange('everything');
        log.info('the change feed is connected again');
      } catch {
        retryMs = Math.min(retryMs * 2, maxRetryMs);
        if (!isClosed) scheduleReconnect();
      }
    }, retryMs);
    timer.unref();
  }

  function useConnection(candidate: pg.Client): void {
    client = candidate;
    retryMs = firstRetryMs;
    scheduleHeartbeat(candidate);
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

  useConnection(await connect());

  return {
    catchUp: () => client !== null,
    async settle() {
      const current = client;
      if (current === null) return false;
      const token = `${echoPrefix}${randomUUID()}`;
      // Notifications come in the order of the commits: with its own, everything before it has come.
      const { promise, resolve } = Promise.withResolvers<boolean>();
      echoes.set(token, () => resolve(true));
      const deadline = setTimeout(() => resolve(false), maxEchoMs);
      current.query('select pg_notify($1, $2)', [postgresChannel, token]).catch(() => resolve(false));
      const hasArrived = await promise;
      clearTimeout(deadline);
      echoes.delete(token);
      return hasArrived;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const current = client;
      client = null;
      if (current) await endConnection(current);
    },
  };
}
