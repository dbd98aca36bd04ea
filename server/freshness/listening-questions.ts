import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { postgresChannel } from './triggers/postgres-triggers.ts';

/** What the connection that listens is asked, one question at a time: pg refuses a second in its next version. */
export interface ListeningQuestions {
  /** Rejects when the connection does not answer. */
  heartbeat(): Promise<void>;
  /**
   * Resolves to true when a notification has come back that was sent after the call: notifications come in the order of
   * the commits, so everything that was committed before has come too. False when that takes longer than a second.
   */
  echo(): Promise<boolean>;
  /** To be told every notification. True for those that tell nobody anything but the process that sent them. */
  hear(payload: string | undefined): boolean;
}

const echoPrefix = 'echo:';
const maxEchoMs = 1_000;

export function createListeningQuestions(client: pg.Client): ListeningQuestions {
  /** What is called when a notification comes back. */
  const echoes = new Map<string, () => void>();
  let asked: Promise<unknown> = Promise.resolve();
  /** For all who have come since the last echo was sent. */
  let unsent: Promise<boolean> | null = null;

  function ask(question: () => pg.QueryConfig): Promise<unknown> {
    const answer = asked.then(() => client.query(question()));
    asked = answer.catch(() => {});
    return answer;
  }

  async function sendEcho(): Promise<boolean> {
    const token = `${echoPrefix}${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    echoes.set(token, () => resolve(true));
    const deadline = setTimeout(() => resolve(false), maxEchoMs);
    ask(() => {
      unsent = null;
      return { text: 'select pg_notify($1, $2)', values: [postgresChannel, token] };
    }).catch(() => resolve(false));
    const hasArrived = await promise;
    clearTimeout(deadline);
    echoes.delete(token);
    return hasArrived;
  }

  return {
    async heartbeat() {
      await ask(() => ({ text: 'select 1' }));
    },
    echo() {
      unsent ??= sendEcho();
      return unsent;
    },
    hear(payload) {
      if (!payload?.startsWith(echoPrefix)) return false;
      echoes.get(payload)?.();
      return true;
    },
  };
}
