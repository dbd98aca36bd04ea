/** Processor time of one call on this thread, in ms. */
async function timeOf(read: (text: string) => unknown, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await read(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Time of one call, by as many as take 60 ms together: Linux counts the time of a thread in ticks of 4 ms. The least of
 * three, since what else the thread does, such as compiling and collecting, comes on top of some.
 */
async function carefulTime(read: (text: string) => unknown, text: string): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 3; round += 1) {
    let [calls, sum] = [0, 0];
    for (; sum < 60; calls += 1) sum += await timeOf(read, text);
    least = Math.min(least, sum / calls);
    // A second more of what takes seconds would say nothing new.
    if (least > 1000) break;
  }
  return least;
}

/** Times that this machine takes as long, now, as the one by which the limits were set; 1 for a faster one. */
async function slowness(): Promise<number> {
  return Math.max(1, (await carefulTime(readReference, referenceText)) / referenceMs);
}

const referenceText = '春茶 2026, '.repeat(40_000);
const referenceMs = 12;

function readReference(text: string): string {
  return text.normalize('NFC').replaceAll(/[\p{L}\p{N}]+/gu, (word) => word.toLowerCase());
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
/** Less than that holds nobody up, whatever it grows by. */
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
    const ms = await timeOf(read, text);
    if (ms > maxMs && (await takesLonger(read, text, maxMs)))
      return `${ms.toFixed(0)} ms for ${length} characters`;
    if (before > 0 && ms > Math.max(leastMs, before * maxGrowth)) {
      const all = await carefulTime(read, text);
      const half = await carefulTime(read, make(Math.floor(length / 2)));
      if (all > Math.max(leastMs, half * maxGrowth))
        return `${half.toFixed(1)} ms for half of ${length} characters, ${all.toFixed(1)} ms for all`;
    }
    before = ms;
  }
  if (maxLength <= longest) return null;
  const text = make(maxLength);
  const ms = await timeOf(read, text);
  const isLong = ms > maxMs && (await takesLonger(read, text, maxMs));
  return isLong ? `${ms.toFixed(0)} ms for ${maxLength} characters` : null;
}

/** Looks again, with care, whether a call takes longer than the limit. */
async function takesLonger(read: Growing['read'], text: string, limitMs: number): Promise<boolean> {
  return (await carefulTime(read, text)) > limitMs * (await slowness());
}

/** Beyond it a text need only take less than the limit. */
const maxDoubled = 64 * 1024;
