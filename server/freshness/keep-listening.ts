import type pg from 'pg';
import { endConnection, isDirect, openConnection } from '../db/dialects/postgres-connection.ts';
import { createListeningQuestions, type ListeningQuestions } from './listening-questions.ts';
import { postgresChannel } from './triggers/postgres-triggers.ts';

const firstRetryMs = 100;
/** An attempt that began too early fails after 1.5 s: with this one the news is back 3 s after the network. */
const maxRetryMs = 1_000;
const beatMs = 1_000;

export interface Listening {
  questions: ListeningQuestions;
  /** Without a pooler between. */
  isDirect: boolean;
}

interface ListeningOptions {
  url: string;
  onNotification: (payload: string | undefined) => void;
  onLost: (error: Error | undefined) => void;
  /** Before a new connection is used. What it throws makes it a lost one. */
  beforeBack: (listening: Listening) => Promise<void>;
  /** In the turn in which it is used. */
  onBack: () => void;
  /** Once a second. What it throws makes it a lost one. */
  onBeat: (listening: Listening) => Promise<void>;
}

export interface KeptListening {
  /** Null while it is lost. */
  readonly current: Listening | null;
  close(): Promise<void>;
}

/** A connection of its own that listens; when it is lost it is opened again, for as long as it takes. */
export async function keepListening(options: ListeningOptions): Promise<KeptListening> {
  let current: (Listening & { client: pg.Client }) | null = null;
  let isClosed = false;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<Listening & { client: pg.Client }> {
    const client = await openConnection(options.url);
    try {
      const questions = createListeningQuestions(client);
      client.on('notification', ({ payload }) => {
        if (!questions.hear(payload)) options.onNotification(payload);
      });
      client.on('error', (error) => lost(client, error));
      client.on('end', () => lost(client));
      const direct = await isDirect(client);
      await client.query(`listen ${postgresChannel}`);
      return { client, questions, isDirect: direct };
    } catch (error) {
      void endConnection(client);
      throw error;
    }
  }

  function lost(client: pg.Client, error?: unknown): void {
    if (current?.client !== client) return;
    current = null;
    void endConnection(client);
    options.onLost(error instanceof Error ? error : undefined);
    schedule(reconnect, retryMs);
  }

  async function reconnect(): Promise<void> {
    let candidate: Awaited<ReturnType<typeof connect>> | null = null;
    try {
      candidate = await connect();
      await options.beforeBack(candidate);
      if (isClosed) return void endConnection(candidate.client);
      use(candidate);
      options.onBack();
    } catch {
      if (candidate) void endConnection(candidate.client);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
      schedule(reconnect, retryMs);
    }
  }

  function use(candidate: Listening & { client: pg.Client }): void {
    current = candidate;
    retryMs = firstRetryMs;
    schedule(() => beat(candidate), beatMs);
  }

  /** A peer that vanished without a word is noticed by asking. */
  async function beat(listening: Listening & { client: pg.Client }): Promise<void> {
    try {
      await options.onBeat(listening);
      if (current === listening) schedule(() => beat(listening), beatMs);
    } catch (error) {
      lost(listening.client, error);
    }
  }

  function schedule(work: () => Promise<void>, ms: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(work, ms).unref();
  }

  use(await connect());

  return {
    get current() {
      return current;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const last = current;
      current = null;
      if (last) await endConnection(last.client);
    },
  };
}
