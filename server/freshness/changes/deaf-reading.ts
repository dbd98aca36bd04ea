import type { Log } from '#server/base/log.ts';
import type { PostgresHandles } from '#server/db/open/handles.ts';
import type { ChangedTags } from './change-source.ts';
import { openChangeTable, type ChangeTable } from './change-table.ts';
import type { PositionKeeper } from './keep-position.ts';

interface ReadingTools {
  db: PostgresHandles;
  onChange: (changed: ChangedTags) => void;
  position: PositionKeeper | null;
  log: Log;
}

/** Whether the table of changes is read, which it is while nothing is heard. */
export function createDeafReading({ db, onChange, position, log }: ReadingTools) {
  const onPosition = position ? { onPosition: position.set } : {};
  let table: ChangeTable | null = null;
  let isBeginning = false;
  let isClosed = false;

  return {
    get table() {
      return table;
    },
    /** Then nothing is known. */
    get isBeginning() {
      return isBeginning;
    },
    /** `inTurn` is called in the turn from which on it is read. */
    async begin(inTurn: () => void): Promise<void> {
      isBeginning = true;
      try {
        const opened = await openChangeTable({ url: db.url, onChange, log, ...onPosition });
        if (isClosed) return await opened.close();
        table = opened;
        inTurn();
      } finally {
        isBeginning = false;
      }
      log.warn(db.listenUrl === db.url ? pooledHint : listenUrlHint);
    },
    /** `inTurn` is called in the turn in which reading ends: later commits arrive as notifications. */
    async end(inTurn: () => void): Promise<void> {
      const former = table;
      table = null;
      inTurn();
      await former?.close();
      log.info('notifications of the database arrive again: the change feed listens');
    },
    async close(): Promise<void> {
      isClosed = true;
      await table?.close();
    },
  };
}

const pooledHint =
  'the change feed hears no notification, as behind a pooler in transaction mode: it reads the table of changes before each answer; DATABASE_LISTEN_URL, a direct address of the database, spares that';
const listenUrlHint =
  'the change feed hears at DATABASE_LISTEN_URL nothing of what is sent by DATABASE_URL: it reads the table of changes before each answer; both must lead to the same database, the first without a pooler in transaction mode';
