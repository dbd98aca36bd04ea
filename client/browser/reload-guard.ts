/** At most one automatic reload of a path in this time: a page that cannot be mended must not reload for ever. */
const guardMs = 10_000;

/** What a guard needs of the browser. */
export interface GuardEnvironment {
  now(): number;
  /** May throw: storage can be blocked. */
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
  /** A record that comes along with the history entry, for when storage is blocked. */
  readEntry(): unknown;
  writeEntry(record: ReloadRecords): void;
}

/** Path → the time until which it is not reloaded again. */
type ReloadRecords = Record<string, number>;

const key = 'qingye:reloads';

/** Whether this path may be reloaded now; a yes is remembered. */
export function mayReload(path: string, environment: GuardEnvironment): boolean {
  const now = environment.now();
  const records = current({ ...readStored(environment), ...asRecords(environment.readEntry()) }, now);
  if ((records[path] ?? 0) > now) return false;
  const next = { ...records, [path]: now + guardMs };
  environment.writeEntry(next);
  try {
    environment.storage().setItem(key, JSON.stringify(next));
  } catch {
    // The record in the history entry is enough for a page that reloads itself.
  }
  return true;
}

function readStored(environment: GuardEnvironment): ReloadRecords {
  try {
    return asRecords(JSON.parse(environment.storage().getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

function asRecords(value: unknown): ReloadRecords {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

function current(records: ReloadRecords, now: number): ReloadRecords {
  return Object.fromEntries(Object.entries(records).filter(([, until]) => until > now));
}
