import { readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Returns a function that reads the CPU time of a PostgreSQL server on this machine so far, in seconds, for all of its
 * processes together, also those that have ended. Null where that is unknown: on another machine or system.
 */
export async function openPostgresCpu(url: string): Promise<(() => number) | null> {
  const server = await findPostgres(url);
  return server === null ? null : () => readAll(server);
}

/** Process ids of a PostgreSQL server on this machine; empty where they are unknown. */
export async function findPostgresProcesses(url: string): Promise<number[]> {
  const server = await findPostgres(url);
  return server === null ? [] : [server, ...childrenOf(server)];
}

/** Process id of a PostgreSQL server on this machine; null where that is unknown. */
export async function findPostgres(url: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid, current_user as name');
    return readTimes(Number(rows[0].pid), rows[0].name)?.parent ?? null;
  } catch {
    return null;
  } finally {
    await client.end();
  }
}

function readAll(server: number): number {
  const own = readTimes(server);
  const running = childrenOf(server).map((pid) => readTimes(pid)?.seconds ?? 0);
  return (own?.seconds ?? 0) + (own?.secondsOfEnded ?? 0) + running.reduce((sum, each) => sum + each, 0);
}

function childrenOf(server: number): number[] {
  return readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').map(Number);
}

interface Times {
  parent: number;
  seconds: number;
  /** Its processes that have ended. */
  secondsOfEnded: number;
}

/** Null when there is no such process of PostgreSQL. */
function readTimes(pid: number, user = ''): Times | null {
  try {
    const [, name = '', rest = ''] =
      /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    // A backend's title names its user; another machine's pid belongs to some other process here.
    const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(user);
    if (!name.startsWith('postgres') || !isOurs) return null;
    const fields = rest.split(' ').map(Number);
    const [inProgram = 0, inSystem = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    // Linux counts in hundredths.
    return {
      parent: fields[1] ?? 0,
      seconds: (inProgram + inSystem) / 100,
      secondsOfEnded: (endedUser + endedSystem) / 100,
    };
  } catch {
    return null;
  }
}
