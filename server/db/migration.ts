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
  /** The table and what is indexed: `products (category, id) where status = 'published'`. */
  on: string;
  isUnique?: boolean;
}

/**
 * Which builds work with it. `expand`: those before it too, so a server applies it at its start. `contract`: those alone
 * that know it, and they work without it; an operator applies it. `stop`: those before it work without it alone, and
 * those that know it with it alone; a server applies it at its start, and until 0024 there were such.
 */
export type Phase = 'expand' | 'contract' | 'stop';

export type Step = (Migration | IndexMigration) & { phase: Phase };
