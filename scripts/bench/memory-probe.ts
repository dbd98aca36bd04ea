import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into the measured server before its own code. Answers every message with a report of the open answers, timers
// and memory of the server.

/** `collect`: the same report, right after a garbage collection. */
export type ProbeCommand = 'report' | 'collect';

export interface ProbeReport {
  /** Answers that have begun and are neither complete nor aborted. */
  open: number;
  /** Answers that ended before they were whole, since the start. */
  cutShort: number;
  /** Every render has one until it ends: its deadline. */
  timers: number;
  /** On V8's heap and in buffers; garbage is part of it, but for right after a collection. */
  liveMb: number;
}

let open = 0;
let cutShort = 0;

subscribe('http.server.request.start', (message) => {
  // Documented type of messages on this channel.
  const { response } = message as { response: ServerResponse };
  open += 1;
  // The one below is not the server's: without this it could be the one too many.
  response.setMaxListeners(response.getMaxListeners() + 1);
  response.once('close', () => {
    open -= 1;
    if (!response.writableFinished) cutShort += 1;
  });
});

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as (options: object) => void;

process.on('message', (command: ProbeCommand) => {
  if (command === 'collect') {
    // Gives all free memory of the heap back: what a usual collection leaves for later swings by 100 MB. Objects found
    // unreachable by the first one may hold memory outside of the heap, which the second one frees.
    for (let times = 0; times < 2; times += 1) gc({ type: 'major', flavor: 'last-resort' });
  }
  const timers = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const { heapUsed, external } = process.memoryUsage();
  const report: ProbeReport = { open, cutShort, timers, liveMb: (heapUsed + external) / 1e6 };
  process.send?.(report);
});
