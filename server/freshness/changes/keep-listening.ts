import type pg from 'pg';
import { endConnection, isDirect, openConnection } from '#server/db/dialects/postgres-connection.ts';
import { createConnectionTimer } from './connection-timer.ts';
import { createListeningQuestions, type ListeningQuestions } from './listening-questions.ts';
import { postgresChannel } from '../triggers/postgres-triggers.ts';

export interface Listening {
  questions: ListeningQuestions;
  /** Without a pooler between. */
  isDirect: boolean;
}

interface ListeningOptions {
  url: string;
  onNotification: (payload: string | undefined) => void;
  onLost: (error: Error | undefined) => void;
  /** Called before a new connection is used. An exception makes it a lost one. */
  beforeBack: (listening: Listening) => Promise<void>;
  /** In the turn in which it is used. */
  onBack: () => void;
  /** Called once a second. An exception makes it a lost one. */
  onBeat: (listening: Listening) => Promise<void>;
}

export interface KeptListening {
  /** Null while it is lost. */
  readonly current: Listening | null;
  /** Leaves the connection for a new one. */
  renew(): void;
  close(): Promise<void>;
}

/** A connection of its own that listens; when it is lost it is opened again, for as long as it takes. */
export async function keepListening(options: ListeningOptions): Promise<KeptListening> {
  let current: (Listening & { client: pg.Client }) | null = null;
  const timer = createConnectionTimer();

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
    timer.nextTry(reconnect);
  }

  async function reconnect(): Promise<void> {
    let candidate: Awaited<ReturnType<typeof connect>> | null = null;
    try {
      candidate = await connect();
      await options.beforeBack(candidate);
      if (timer.isClosed) return void endConnection(candidate.client);
      use(candidate);
      options.onBack();
    } catch {
      if (candidate) void endConnection(candidate.client);
      timer.nextTry(reconnect);
    }
  }

  function use(candidate: Listening & { client: pg.Client }): void {
    current = candidate;
    timer.nextBeat(() => beat(candidate));
  }

  /** A peer that vanished without a word is noticed by asking. */
  async function beat(listening: Listening & { client: pg.Client }): Promise<void> {
    try {
      await options.onBeat(listening);
      if (current === listening) timer.nextBeat(() => beat(listening));
    } catch (error) {
      lost(listening.client, error);
    }
  }

  use(await connect());

  return {
    get current() {
      return current;
    },
    renew() {
      if (current) lost(current.client);
    },
    async close() {
      timer.close();
      const last = current;
      current = null;
      if (last) await endConnection(last.client);
    },
  };
}
