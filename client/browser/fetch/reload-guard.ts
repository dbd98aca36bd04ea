/** Shortest time between two automatic reloads of a path, in ms: a page that cannot be mended must not reload for ever. */
const guardMs = 10_000;
/** Automatic reloads of a path for a script of one build, however long each takes on a slow line. */
const maxReloadsForScript = 2;
/** Most paths with a missing script for which a tab counts reloads. */
const maxCounts = 50;

/** Browser functions that a guard needs. */
export interface GuardEnvironment {
  now(): number;
  /** May throw: storage can be blocked. */
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
  /** A record that comes along with the history entry, for when storage is blocked. */
  readEntry(): unknown;
  writeEntry(records: ReloadRecords): void;
}

/**
 * Path → the time until which it is not reloaded again, and path and build → the number of reloads for a script of that
 * build that did not come.
 */
interface ReloadRecords {
  until: Record<string, number>;
  counts: Record<string, number>;
}

const key = 'qingye:reloads';

/**
 * Whether this path may be reloaded now; a yes is remembered. `buildOfScript` names the build of a script that did not
 * come, where that is the reason.
 */
export function mayReload(path: string, environment: GuardEnvironment, buildOfScript?: string): boolean {
  const now = environment.now();
  const { until, counts } = merge(readStored(environment), asRecords(environment.readEntry()));
  const script = `${buildOfScript} ${path}`;
  const count = counts[script] ?? 0;
  if ((until[path] ?? 0) > now || count >= maxReloadsForScript) return false;
  const next = {
    until: { ...stillAhead(until, now), [path]: now + guardMs },
    counts: buildOfScript === undefined ? counts : withNewest(counts, script, count + 1),
  };
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
    return asRecords(JSON.parse(environment.storage().getItem(key) ?? 'null'));
  } catch {
    return asRecords(null);
  }
}

function asRecords(value: unknown): ReloadRecords {
  const { until, counts } = asObject(value);
  return { until: asNumbers(until), counts: asNumbers(counts) };
}

function asNumbers(value: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries(asObject(value)).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  );
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The storage of a tab may know more than the entry, or less: each counts. */
function merge(one: ReloadRecords, other: ReloadRecords): ReloadRecords {
  const counts = { ...one.counts };
  for (const [name, count] of Object.entries(other.counts)) counts[name] = Math.max(count, counts[name] ?? 0);
  return { until: { ...one.until, ...other.until }, counts };
}

function stillAhead(until: Record<string, number>, now: number): Record<string, number> {
  return Object.fromEntries(Object.entries(until).filter(([, time]) => time > now));
}

function withNewest(counts: Record<string, number>, name: string, count: number): Record<string, number> {
  const others = Object.entries(counts).filter(([other]) => other !== name);
  return Object.fromEntries([...others.slice(1 - maxCounts), [name, count]]);
}
