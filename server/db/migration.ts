import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** A change of the schema in one transaction. */
export interface Migration {
  name: string;
  up(trx: Transaction<Schema>, engine: Engine): Promise<void>;
}

/** Nothing but indexes: PostgreSQL builds them beside writers, which it does outside of transactions alone. */
export interface IndexMigration {
  name: string;
  indexes(engine: Engine): readonly NewIndex[];
}

export interface NewIndex {
  name: string;
  /** The table and its indexed columns: `products (category, id) where status = 'published'`. */
  on: string;
  isUnique?: boolean;
}

/**
 * Compatibility with builds. `expand`: earlier builds work with it too, so a server applies it at its start.
 * `contract`: only builds that know it work with it, and they also work without it; an operator applies it. `stop`:
 * earlier builds need it absent, and later ones need it present; a server applies it at its start, and until 0024 there
 * were such.
 */
export type Phase = 'expand' | 'contract' | 'stop';

export type Step = (Migration | IndexMigration) & { phase: Phase };
