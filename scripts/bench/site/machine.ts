import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';

/** Cores that this process may use: on a shared machine not always the first ones. Empty: unknown. */
const cores = readCores();

/** Core of a server that is measured alone; the load comes from another core. Null with a single core. */
export const serverCore: number | null = cores.length > 1 ? (cores[0] ?? null) : null;

/** Keeps this process off the server's core while it makes load, and other programs with those that they start. */
export async function offServerCore<T>(work: () => Promise<T>, others: readonly number[] = []): Promise<T> {
  if (serverCore === null) return work();
  const pids = [process.pid, ...others];
  for (const pid of pids) pin(pid, cores.slice(1));
  try {
    return await work();
  } finally {
    for (const pid of pids) pin(pid, cores);
  }
}

/**
 * Gives the load generator its turn the moment an answer comes, even while programs that it started compute on its
 * core: visitors have computers of their own. Without it, a kernel that preempts lazily delays an answer until the next
 * tick, 4 ms. Only for generators that leave the core idle most of the time. Has no effect where the system does not
 * allow it.
 *
 * Its own threads take turns (RR). With FIFO each thread would keep the core until it sleeps, and the collector's
 * thread would never get the single core: after a collection of memory outside of JavaScript, such as that of `fetch`
 * and `FormData`, the main thread asks without a pause whether it has been swept, and so computes for ever at 100 %.
 */
export async function aheadOfOthers<T>(work: () => Promise<T>): Promise<T> {
  schedule('--rr', '1');
  try {
    return await work();
  } finally {
    schedule('--other', '0');
  }
}

export function describeMachine() {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryMb: Math.round(os.totalmem() / 1e6),
    node: process.version,
    load: os.loadavg(),
  };
}

/** Returns the memory of another process in MB; null where the system does not report it. */
export function readRssMb(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match ? (Number(match[1]) * 1024) / 1e6 : null;
  } catch {
    return null;
  }
}

/** Returns the CPU time of another process so far, user and system, in s; null where the system does not report it. */
export function readCpuSeconds(pid: number): number | null {
  try {
    // The fields after the name, which is in parentheses and may hold spaces; Linux counts in hundredths.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}

function readCores(): number[] {
  const { status, stdout } = spawnSync('taskset', ['--cpu-list', '--pid', String(process.pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) return [];
  const list = stdout.trim().split(': ').at(-1) ?? '';
  return list.split(',').flatMap((part) => {
    const [first = NaN, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

function pin(pid: number, allowed: readonly number[]): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', allowed.join(','), String(pid)]);
}

/** Programs started meanwhile keep the usual policy. */
function schedule(policy: string, priority: string): void {
  const args = ['--all-tasks', '--reset-on-fork', policy, '--pid', priority, String(process.pid)];
  spawnSync('chrt', args, { stdio: 'ignore' });
}
