/** Processor time of one call on this thread, in ms. */
async function timeOf(read: (text: string) => unknown, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await read(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The least of several: what else the thread does, such as compiling and collecting, comes on top of some. */
async function leastOf(tries: number, read: (text: string) => unknown, text: string): Promise<number> {
  let least = Infinity;
  for (let index = 0; index < tries; index += 1) least = Math.min(least, await timeOf(read, text));
  return least;
}

export interface Growing {
  read(text: string): unknown;
  make(length: number): string;
  /** The longest text that the reader is ever given. */
  maxLength: number;
  maxMs?: number | undefined;
}

/** On the event loop of a server, in one piece. */
const usualMaxMs = 50;
const maxGrowth = 2.5;
/**
 * Less than that holds nobody up, whatever it grows by. Linux counts the time of a thread in ticks of 4 ms: 7 and 14 ms may
 * be told as 4 and 16.
 */
const leastMs = 20;

/** Says how a reader costs too much; null when it does not. */
export async function findCost({
  read,
  make,
  maxLength,
  maxMs = usualMaxMs,
}: Growing): Promise<string | null> {
  const longest = Math.min(maxLength, maxDoubled);
  let before = 0;
  for (const length of [longest / 8, longest / 4, longest / 2, longest].map(Math.floor)) {
    const text = make(length);
    const ms = await steadyTime(read, text, Math.max(leastMs, before * maxGrowth));
    if (ms > maxMs) return `${ms.toFixed(0)} ms for ${length} characters`;
    if (before > 0 && ms > Math.max(leastMs, before * maxGrowth)) {
      const half = await leastOf(5, read, make(Math.floor(length / 2)));
      if (ms > Math.max(leastMs, half * maxGrowth))
        return `${half.toFixed(1)} ms for half of ${length} characters, ${ms.toFixed(1)} ms for all`;
    }
    before = ms;
  }
  const ms = maxLength > longest ? await steadyTime(read, make(maxLength), maxMs) : 0;
  return ms > maxMs ? `${ms.toFixed(0)} ms for ${maxLength} characters` : null;
}

/** The first time where it is below the limit; else the least of some. */
async function steadyTime(read: Growing['read'], text: string, limit: number): Promise<number> {
  const first = await timeOf(read, text);
  return first <= limit ? first : Math.min(first, await leastOf(first > 1000 ? 1 : 4, read, text));
}

/** Beyond it a text need only take less than the limit. */
const maxDoubled = 64 * 1024;
