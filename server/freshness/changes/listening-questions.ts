import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { postgresChannel } from '../triggers/postgres-triggers.ts';

/** Queries on the listening connection, one at a time: the next version of pg refuses a second. */
export interface ListeningQuestions {
  /** Rejects when the connection does not answer. */
  heartbeat(): Promise<void>;
  /** A place in the database's log behind everything that has been committed. */
  position(): Promise<string>;
  /**
   * Resolves to true when a notification has come back that was sent after the call: notifications come in the order of
   * the commits, so everything that was committed before has come too. False when that takes longer than a second.
   */
  echo(): Promise<boolean>;
  /**
   * Whether a notification from another connection arrives. No query runs meanwhile on this one: a connection that does
   * not keep its session could receive it by accident along with an answer. Null when it could not be sent.
   */
  hears(send: (payload: string) => Promise<unknown>, maxMs: number): Promise<boolean | null>;
  /** Receives every notification. True for those that only concern the process that sent them. */
  hear(payload: string | undefined): boolean;
}

const echoPrefix = 'echo:';
const maxEchoMs = 1_000;

export function createListeningQuestions(client: pg.Client): ListeningQuestions {
  /** Callbacks of the expected notifications. */
  const echoes = new Map<string, () => void>();
  let queue: Promise<unknown> = Promise.resolve();
  /** For all callers since the last echo was sent. */
  let unsent: Promise<boolean> | null = null;

  function ask<T>(question: () => Promise<T>): Promise<T> {
    const answer = queue.then(question);
    queue = answer.catch(() => {});
    return answer;
  }

  /** `send` may do nothing but send: if it throws, the result is null. */
  async function awaitEcho(
    send: (payload: string) => Promise<unknown>,
    maxMs: number,
  ): Promise<boolean | null> {
    const token = `${echoPrefix}${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<boolean | null>();
    echoes.set(token, () => resolve(true));
    // Once more after the time is over: a process that was busy has not listened.
    const deadline = setTimeout(() => void nextTurn().then(() => resolve(false)), maxMs);
    send(token).catch(() => resolve(null));
    const hasArrived = await promise;
    clearTimeout(deadline);
    echoes.delete(token);
    return hasArrived;
  }

  async function sendEcho(): Promise<boolean> {
    const send = (payload: string) =>
      ask(() => {
        unsent = null;
        return client.query('select pg_notify($1, $2)', [postgresChannel, payload]);
      });
    return (await awaitEcho(send, maxEchoMs)) === true;
  }

  return {
    async heartbeat() {
      await ask(() => client.query('select 1'));
    },
    async position() {
      const { rows } = await ask(() =>
        client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn'),
      );
      return rows[0]?.lsn ?? '0/0';
    },
    echo() {
      unsent ??= sendEcho();
      return unsent;
    },
    hears: (send, maxMs) => ask(() => awaitEcho(send, maxMs)),
    hear(payload) {
      if (!payload?.startsWith(echoPrefix)) return false;
      echoes.get(payload)?.();
      return true;
    },
  };
}
