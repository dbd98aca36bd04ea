import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { endConnection, openConnection } from './postgres-connection.ts';

/**
 * Watches whether the database is read-only, as after a fail-over. Connections stay with a server that has become a
 * standby while its address already leads to another one, and would for as long as they live: so a new one is opened to
 * check.
 */
export interface ReadOnlyWatch {
  /** Whether the last new connection was read-only. */
  readonly isReadOnly: boolean;
  /**
   * Raised when a new connection may write after an older one could not: older connections must not be used any more.
   */
  readonly renewals: number;
  /** A connection could only read. */
  note(): void;
  /** `listener` is called in the turn in which older connections become useless. */
  onRenewal(listener: () => void): void;
  close(): void;
}

/** The database can be written to again within 5 s of the server: this pause and one try to connect. */
const askAgainMs = 1_000;

/** `onChange` is called when `isReadOnly` changes. */
export function watchReadOnly(url: string, onChange: (isReadOnly: boolean) => void): ReadOnlyWatch {
  const listeners: (() => void)[] = [];
  let isReadOnly = false;
  let renewals = 0;
  let isAsking = false;
  let isClosed = false;

  function set(next: boolean): void {
    if (next !== isReadOnly) onChange(next);
    isReadOnly = next;
  }

  async function askUntilWritable(): Promise<void> {
    for (;;) {
      const mayWrite = await mayWriteAt(url);
      if (isClosed) return;
      if (mayWrite === true) break;
      if (mayWrite === false) set(true);
      await delay(askAgainMs, null, { ref: false });
    }
    renewals += 1;
    for (const listener of listeners) listener();
    set(false);
    // If a name stands for several servers, some of them read-only, connections must not be renewed all the time.
    await delay(askAgainMs, null, { ref: false });
  }

  return {
    get isReadOnly() {
      return isReadOnly;
    },
    get renewals() {
      return renewals;
    },
    note() {
      if (isAsking || isClosed) return;
      isAsking = true;
      void askUntilWritable().finally(() => (isAsking = false));
    },
    onRenewal: (listener) => void listeners.push(listener),
    close() {
      isClosed = true;
    },
  };
}

/** Takes connections from a pool: none from before a renewal, and each reports when it turns out to be read-only. */
export function connectRenewed(pool: pg.Pool, readOnly: ReadOnlyWatch): () => Promise<pg.PoolClient> {
  /** How many renewals there had been when a connection was made. */
  const madeAfter = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    madeAfter.set(client, readOnly.renewals);
    client.connection.on('errorMessage', (message: object) => saysReadOnly(message) && readOnly.note());
  });
  return async () => {
    for (;;) {
      const client = await pool.connect();
      if (madeAfter.get(client) === readOnly.renewals) return client;
      client.release(true);
    }
  };
}

/** Null when the database is unreachable. */
async function mayWriteAt(url: string): Promise<boolean | null> {
  try {
    const client = await openConnection(url);
    try {
      const { rows } = await client.query<{ isReadOnly: boolean }>(readOnlyQuestion);
      return rows[0]?.isReadOnly === false;
    } finally {
      void endConnection(client);
    }
  } catch {
    return null;
  }
}

/** A standby says so too. */
export const readOnlyQuestion = `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

/** Whether the database itself says of a statement that it can only read there, and not a trigger of a move. */
function saysReadOnly(message: object): boolean {
  const isRaised = 'routine' in message && message.routine === 'exec_stmt_raise';
  return 'code' in message && message.code === '25006' && !isRaised;
}
