import type { Log } from '#server/base/log.ts';
import type { AnnouncedPosition } from '#server/db/dialects/announced-position.ts';

/** Determines the position in the database's log behind all reported changes. */
export interface PositionKeeper {
  /** Asks again; until the answer comes the position is unknown. */
  ask(): void;
  /** Everything reported stands before this place. */
  set(lsn: string): void;
}

export function keepPosition(
  announced: AnnouncedPosition,
  /** Undefined while the database is unreachable: after that comes another report. */
  readPosition: () => Promise<string> | undefined,
  log: Log,
): PositionKeeper {
  let reports = 0;
  let isAsking = false;

  async function read(): Promise<void> {
    isAsking = true;
    // Changes reported meanwhile may stand behind the answer.
    for (let count = -1; count !== reports;) {
      count = reports;
      const lsn = await readPosition()?.catch((err: unknown) => {
        log.warn({ err }, 'the replica is not asked: it is not known how far it must be');
      });
      if (lsn === undefined) break;
      if (count === reports) announced.set(lsn);
    }
    isAsking = false;
  }

  return {
    ask() {
      reports += 1;
      announced.forget();
      if (!isAsking) void read();
    },
    set(lsn) {
      reports += 1;
      announced.set(lsn);
    },
  };
}
