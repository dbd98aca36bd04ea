import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { AnnouncedPosition } from './dialects/announced-position.ts';
import type { PoolUse } from './dialects/postgres-pool.ts';
import type { SqliteFiles } from './dialects/sqlite-files.ts';
import type { Schema } from './schema.ts';

export interface Handles {
  /** Serves pages: on SQLite a connection of its own that cannot write and never waits for a writer. */
  read: Kysely<Schema>;
  /**
   * For what pages show. Where there is a replica it is asked, while it has everything that the change feed has
   * reported: so what is read here must be announced when it changes, or may be late.
   */
  readForPages: Kysely<Schema>;
  write: Kysely<Schema>;
  /** Like `write`, for what is refused rather than kept waiting. */
  writeBriefly: Kysely<Schema>;
  /** Rejects when it cannot be asked. */
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
  /** Where the change feed listens. */
  listenUrl: string;
  /** How far the change feed has told of; null without a replica, for which alone it counts. */
  announced: AnnouncedPosition | null;
  poolUse(): PoolUse;
  /** Calls the listener when connections from before must not be used any more, as they can only read and new ones write. */
  onRenewal(listener: () => void): void;
}
