import {
  CompiledQuery,
  PostgresDialect,
  type DatabaseConnection,
  type Driver,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { reasonOf } from '#server/base/errors.ts';
import { bytesOfLsn, type AnnouncedPosition } from './announced-position.ts';
import { isDatabaseLost } from './lost-database.ts';
import { LossyPostgresDriver } from './postgres.ts';
import { findStorageTrouble } from './storage-trouble.ts';

interface ReplicaOptions {
  replica: PostgresPool;
  /** Used while the replica is not, and not closed with it. */
  primary: PostgresPool;
  /** Statements at the beginning of a transaction on the primary. */
  limits: string;
  announced: Pick<AnnouncedPosition, 'bytes'>;
  /** Called with the reason when the replica falls out of use, and with null when it is used again. */
  onTrouble: (reason: string | null) => void;
}

/**
 * Reads from a replica that is fresh enough, and otherwise from the primary. No request waits for the replica: each of
 * its connections is asked for its position once after each reported change, and skipped while it is behind. Connection
 * by connection, because there may be several replicas behind one address.
 */
export class ReplicaDialect extends PostgresDialect {
  readonly #options: ReplicaOptions;

  constructor(options: ReplicaOptions) {
    super({ pool: options.replica });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new ReplicaDriver(this.#options);
  }
}

/** A connection and the driver that it belongs to. */
interface Place {
  driver: Driver;
  connection: DatabaseConnection;
}

class ReplicaDriver implements Driver {
  readonly #replica: Driver;
  readonly #primary: Driver;
  readonly #announced: ReplicaOptions['announced'];
  readonly #onTrouble: ReplicaOptions['onTrouble'];
  /** Last known position of each connection of the replica. */
  readonly #replayed = new WeakMap<DatabaseConnection, bigint>();
  #restsUntil = 0;
  #isInTrouble = false;

  constructor({ replica, primary, limits, announced, onTrouble }: ReplicaOptions) {
    this.#replica = new LossyPostgresDriver({ pool: replica }, '');
    this.#primary = new LossyPostgresDriver({ pool: { ...primary, end: async () => {} } }, limits);
    this.#announced = announced;
    this.#onTrouble = onTrouble;
  }

  async init(): Promise<void> {
    await this.#replica.init();
    await this.#primary.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const onReplica = await this.#findReplica();
    if (onReplica === null) return new PlacedConnection(await this.#onPrimary(), null);
    return new PlacedConnection(onReplica, async (error) => {
      this.#rest(error);
      return this.#onPrimary();
    });
  }

  async beginTransaction(connection: PlacedConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings);
  }

  async commitTransaction({ place }: PlacedConnection): Promise<void> {
    await place.driver.commitTransaction(place.connection);
  }

  async rollbackTransaction({ place }: PlacedConnection): Promise<void> {
    await place.driver.rollbackTransaction(place.connection);
  }

  async releaseConnection({ place }: PlacedConnection): Promise<void> {
    await place.driver.releaseConnection(place.connection);
  }

  async destroy(): Promise<void> {
    await this.#replica.destroy();
    await this.#primary.destroy();
  }

  async #onPrimary(): Promise<Place> {
    return { driver: this.#primary, connection: await this.#primary.acquireConnection() };
  }

  /** Null when it is not known that everything reported is there. */
  async #findReplica(): Promise<Place | null> {
    const needed = this.#announced.bytes;
    if (needed === null || performance.now() < this.#restsUntil) return null;
    try {
      const connection = await this.#replica.acquireConnection();
      const place = { driver: this.#replica, connection };
      const isThere = await this.#hasReplayed(connection, needed).catch(async (error: unknown) => {
        await this.#replica.releaseConnection(connection);
        throw error;
      });
      // Something else may have been reported meanwhile.
      if (isThere && this.#announced.bytes === needed) {
        this.#tell(null);
        return place;
      }
      await this.#replica.releaseConnection(connection);
    } catch (error) {
      this.#rest(error);
    }
    return null;
  }

  async #hasReplayed(connection: DatabaseConnection, needed: bigint): Promise<boolean> {
    if ((this.#replayed.get(connection) ?? -1n) >= needed) return true;
    const { lsn, identity } = await firstRow(connection, replicaState);
    if (lsn === null || lsn === undefined)
      throw new Error('what is at its address follows no other database');
    // Known for each connection: after a move, or when the database behind an address has become another.
    if (!this.#replayed.has(connection) && identity !== (await this.#identityOfPrimary()))
      throw new Error('what is at its address follows another database than DATABASE_URL names');
    const replayed = bytesOfLsn(lsn);
    this.#replayed.set(connection, replayed);
    if (replayed < needed) this.#restsUntil = performance.now() + behindMs;
    return replayed >= needed;
  }

  async #identityOfPrimary(): Promise<string | null | undefined> {
    const connection = await this.#primary.acquireConnection();
    try {
      return (await firstRow(connection, primaryIdentity)).identity;
    } finally {
      await this.#primary.releaseConnection(connection);
    }
  }

  #rest(error: unknown): void {
    this.#restsUntil = performance.now() + troubleMs;
    this.#tell(reasonOf(error));
  }

  #tell(reason: string | null): void {
    if ((reason !== null) !== this.#isInTrouble) this.#onTrouble(reason);
    this.#isInTrouble = reason !== null;
  }
}

/** A connection that moves to the primary when a statement fails for a reason that the primary does not have. */
class PlacedConnection implements DatabaseConnection {
  place: Place;
  #leave: ((error: unknown) => Promise<Place>) | null;

  constructor(place: Place, leave: ((error: unknown) => Promise<Place>) | null) {
    this.place = place;
    this.#leave = leave;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#hereOrOnPrimary(({ connection }) => connection.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.place.connection.streamQuery(query, chunkSize);
  }

  /** Begins a transaction. A later failure fails the transaction. */
  async begin(settings: TransactionSettings): Promise<void> {
    await this.#hereOrOnPrimary(({ driver, connection }) => driver.beginTransaction(connection, settings));
    this.#leave = null;
  }

  async #hereOrOnPrimary<T>(work: (place: Place) => Promise<T>): Promise<T> {
    try {
      return await work(this.place);
    } catch (error) {
      if (this.#leave === null || !isOfReplica(error)) throw error;
      const former = this.place;
      this.place = await this.#leave(error);
      this.#leave = null;
      await former.driver.releaseConnection(former.connection);
      return work(this.place);
    }
  }
}

/**
 * Whether the replica failed: lost, or busy replaying. A statement timeout is not, since it would fail on the primary
 * too.
 */
function isOfReplica(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && error.code === '57014') return false;
  return isDatabaseLost(error) || findStorageTrouble(error) === 'busy';
}

async function firstRow(
  connection: DatabaseConnection,
  query: string,
): Promise<Partial<Record<string, string | null>>> {
  const { rows } = await connection.executeQuery<Record<string, string | null>>(CompiledQuery.raw(query));
  return rows[0] ?? {};
}

/** The same for a database and its replicas, and for no other one. Everybody may ask for it. */
const identity = `(select system_identifier from pg_control_system()) || ' ' || current_database() as identity`;
const primaryIdentity = `select ${identity}`;
/** The place in the log is null on a database that is none's replica. */
const replicaState = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn, ${identity}`;

/** Time for which the primary is used before the replica is tried again, in ms. */
const behindMs = 50;
const troubleMs = 1_000;
