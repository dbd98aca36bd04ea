import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export interface Migration {
  name: string;
  up(trx: Transaction<Schema>, engine: Engine): Promise<void>;
}
