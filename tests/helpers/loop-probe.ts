import { isMainThread } from 'node:worker_threads';

// Loaded into a site before its own code, by NODE_OPTIONS. Answers SIGUSR2 with a report on standard output.

export interface LoopReport {
  /** Longest computation without a turn for others since the last report, in ms of the processor. */
  heldMs: number;
  /** All that the event loop computed since the last report, in ms of the processor. */
  loopMs: number;
}

// The threads of a site have event loops of their own.
if (isMainThread) watchLoop();

/** A clock counts what other programs do on a busy machine; processor time between two timers does not. */
function watchLoop(): void {
  let [tickedAt, reportedAt] = [process.threadCpuUsage(), process.threadCpuUsage()];
  let heldMs = 0;

  setInterval(() => {
    heldMs = Math.max(heldMs, msSince(tickedAt));
    tickedAt = process.threadCpuUsage();
  }, 1).unref();

  process.on('SIGUSR2', () => {
    const report: LoopReport = { heldMs, loopMs: msSince(reportedAt) };
    process.stdout.write(`loop ${JSON.stringify(report)}\n`);
    heldMs = 0;
    reportedAt = process.threadCpuUsage();
  });
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
