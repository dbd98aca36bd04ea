import { generateLoad } from './visitors/generate-load.ts';
import { readCpuSeconds } from './site/machine.ts';
import { median, spread } from './statistics.ts';

/** A program and the requests sent to it. */
export interface Contender {
  name: string;
  pid: number;
  /** All processes of the program, where it has several. */
  pids?: readonly number[];
  url: string;
  headers?: Record<string, string>;
  /** Expected status of every answer. */
  status?: number;
  /** Other than that of the others. */
  connections?: number;
}

interface CompareOptions {
  connections: number;
  rounds: number;
  roundSeconds?: number;
  warmUpSeconds?: number;
}

interface Round {
  perSecond: number;
  /** Rate per second of processor time, undistorted by other load; null where the system does not report it. */
  perCpuSecond: number | null;
}

export class Measured {
  readonly #rounds: Round[] = [];

  add(round: Round): void {
    this.#rounds.push(round);
  }

  get perSecond(): number {
    return median(this.#rounds.map((round) => round.perSecond));
  }

  get perCpuSecond(): number {
    return median(this.#rounds.map((round) => round.perCpuSecond ?? NaN));
  }

  get note(): string {
    return `median of ${this.#rounds.length} rounds, ${spread(this.#rounds.map((round) => round.perSecond))}`;
  }
}

/** Measures in turns, in another order each round, so that other load of the machine affects all alike. */
export async function compare<Name extends string>(
  contenders: Readonly<Record<Name, Omit<Contender, 'name'>>>,
  { connections, rounds, roundSeconds = 2, warmUpSeconds = 3 }: CompareOptions,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(contenders) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, new Measured()])) as Record<Name, Measured>;
  for (const name of names) await measureRound({ name, connections, ...contenders[name] }, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      measured[name].add(await measureRound({ name, connections, ...contenders[name] }, roundSeconds));
  }
  return measured;
}

async function measureRound(contender: Contender & { connections: number }, seconds: number): Promise<Round> {
  const { name, pid, pids = [pid], url, headers = {}, status = 200, connections } = contender;
  const cpuBefore = readCpuOf(pids);
  const load = await generateLoad({ url, headers, connections, seconds, status });
  const cpuAfter = readCpuOf(pids);
  const { answered, others } = load;
  if (others > 0 || answered === 0)
    throw new Error(`${others} answers to ${name} at ${url} were not ${status}`);
  const perCpuSecond = cpuBefore === null || cpuAfter === null ? null : answered / (cpuAfter - cpuBefore);
  return { perSecond: answered / load.seconds, perCpuSecond };
}

function readCpuOf(pids: readonly number[]): number | null {
  const seconds = pids.map(readCpuSeconds);
  return seconds.includes(null) ? null : seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}
