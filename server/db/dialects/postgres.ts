import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type PostgresPool,
} from 'kysely';
import { isDatabaseLost } from './lost-database.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';

/** Kysely over a pool whose connections may be lost at any moment. */
export class LossyPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(pool: PostgresPool) {
    const config = { pool };
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new LossyPostgresDriver(this.#config);
  }
}

class LossyPostgresDriver extends PostgresDriver {
  /** Never tried again: it would be done twice where the answer was lost only. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (cause) {
      if (!isDatabaseLost(cause)) throw cause;
      throw new UnknownOutcomeError('the database was lost while a transaction was committed', { cause });
    }
  }

  /** What failed before is what is told; a connection on which this fails too is not used again. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
