import type pg from 'pg';
import type { Log } from '#server/log.ts';
import type { ChangedTags, ChangeSource } from './change-source.ts';
import { postgresChannel } from './triggers/postgres-triggers.ts';
import { announcedTag, everythingTag } from './tags.ts';
import { createListeningQuestions, type ListeningQuestions } from './listening-questions.ts';
import { createConnection, endConnection } from '../db/dialects/postgres-connection.ts';

const firstRetryMs = 100;
/** An attempt that began too early fails after 1.5 s: with this one the news is back 3 s after the network. */
const maxRetryMs = 1_000;
const heartbeatMs = 1_000;

interface Listening {
  client: pg.Client;
  questions: ListeningQuestions;
}

/** A connection of its own that listens; when it is lost it is opened again, for as long as it takes. */
export async function listenForChanges(
  url: string,
  onChange: (changed: ChangedTags) => void,
  log: Log,
): Promise<ChangeSource> {
  let listening: Listening | null = null;
  let isClosed = false;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<Listening> {
    const candidate = createConnection(url);
    const questions = createListeningQuestions(candidate);
    candidate.on('notification', ({ payload }) => {
      if (questions.hear(payload)) return;
      onChange(payload === everythingTag || payload === undefined ? 'everything' : [announcedTag(payload)]);
    });
    candidate.on('error', (error) => lost(candidate, error));
    candidate.on('end', () => lost(candidate));
    try {
      await candidate.connect();
      await candidate.query(`listen ${postgresChannel}`);
      return { client: candidate, questions };
    } catch (error) {
      void endConnection(candidate);
      throw error;
    }
  }

  function lost(lostClient: pg.Client, error?: Error): void {
    if (listening?.client !== lostClient) return;
    listening = null;
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
        if (isClosed) return endConnection(candidate.client);
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

  function useConnection(candidate: Listening): void {
    listening = candidate;
    retryMs = firstRetryMs;
    scheduleHeartbeat(candidate);
  }

  /** A peer that vanished without a word is noticed by asking. */
  function scheduleHeartbeat(current: Listening): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      try {
        await current.questions.heartbeat();
        if (listening === current) scheduleHeartbeat(current);
      } catch (error) {
        lost(current.client, error instanceof Error ? error : undefined);
      }
    }, heartbeatMs);
    timer.unref();
  }

  useConnection(await connect());

  return {
    catchUp: () => listening !== null,
    settle: async () => listening !== null && listening.questions.echo(),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const current = listening;
      listening = null;
      if (current) await endConnection(current.client);
    },
  };
}
