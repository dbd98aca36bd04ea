import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { AnnouncedPosition } from '../dialects/announced-position.ts';
import type { PoolUse } from '../dialects/postgres-pool.ts';
import type { SqliteFiles } from '../dialects/sqlite-files.ts';
import type { Schema } from '../schema.ts';

export interface Handles {
  /** Serves pages: on SQLite a connection of its own that cannot write and never waits for a writer. */
  read: Kysely<Schema>;
  /**
   * For queries of pages. A replica, if there is one, answers them while it has everything that the change feed has
   * reported: so changes of the tables read here must be announced, or may show late.
   */
  readForPages: Kysely<Schema>;
  write: Kysely<Schema>;
  /** Like `write`, for writes that are better refused than kept waiting. */
  writeBriefly: Kysely<Schema>;
  /** Rejects when the database is unreachable. */
  ask(): Promise<{ isReadOnly: boolean }>;
  close(): Promise<void>;
}

export interface SqliteHandles extends Handles {
  engine: 'sqlite';
  /** The connection behind `read`, for the change feed's synchronous look. */
  readConnection: DatabaseSync;
  files: SqliteFiles;
}

export interface PostgresHandles extends Handles {
  engine: 'postgres';
  url: string;
  /** URL of the connection on which the change feed listens. */
  listenUrl: string;
  /** Position up to which the change feed has reported; null without a replica, which alone needs it. */
  announced: AnnouncedPosition | null;
  poolUse(): PoolUse;
  /** Calls the listener when connections from before must not be used any more, as they can only read and new ones write. */
  onRenewal(listener: () => void): void;
}
