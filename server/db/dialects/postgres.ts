import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';
import { isDatabaseLost } from './lost-database.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';

/** Kysely over a pool whose connections may be lost at any time. */
export class LossyPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #limits: string;

  /** `limits`: statements that each transaction begins with. */
  constructor(pool: PostgresPool, limits = '') {
    const config = { pool };
    super(config);
    this.#config = config;
    this.#limits = limits;
  }

  override createDriver(): Driver {
    return new LossyPostgresDriver(this.#config, this.#limits);
  }
}

export class LossyPostgresDriver extends PostgresDriver {
  readonly #limits: string;

  constructor(config: PostgresDialectConfig, limits: string) {
    super(config);
    this.#limits = limits;
  }

  /** In one message, which is one answer to wait for. */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (this.#limits === '') return super.beginTransaction(connection, settings);
    const { isolationLevel, accessMode } = settings;
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode];
    const begin = ['begin', ...modes.filter((mode) => mode !== undefined)].join(' ');
    await connection.executeQuery(CompiledQuery.raw(begin + this.#limits));
  }

  /** Never tried again: it would be done twice where the answer was lost only. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (cause) {
      if (!isDatabaseLost(cause)) throw cause;
      throw new UnknownOutcomeError('the database was lost while a transaction was committed', { cause });
    }
  }

  /** The error that led here is the one reported; a connection on which this fails too is not used again. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
