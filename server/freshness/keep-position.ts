import type { Log } from '#server/log.ts';
import type { AnnouncedPosition } from '../db/dialects/announced-position.ts';

/** Finds out where in the database's log stands what was reported. */
export interface PositionKeeper {
  /** Asks anew; until the answer comes nothing is known. */
  ask(): void;
  /** Everything reported stands before this place. */
  set(lsn: string): void;
}

export function keepPosition(
  announced: AnnouncedPosition,
  /** Undefined while nobody can be asked: after that comes another report. */
  readPosition: () => Promise<string> | undefined,
  log: Log,
): PositionKeeper {
  let reports = 0;
  let isAsking = false;

  async function read(): Promise<void> {
    isAsking = true;
    // What was reported meanwhile may stand behind the answer.
    for (let asked = -1; asked !== reports;) {
      asked = reports;
      const lsn = await readPosition()?.catch((err: unknown) => {
        log.warn({ err }, 'the replica is not asked: it is not known how far it must be');
      });
      if (lsn === undefined) break;
      if (asked === reports) announced.set(lsn);
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
