import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

// Loaded into the measured server before its own code. Answers every message with what the server holds open.

export interface ProbeReport {
  /** Answers that have begun and are neither whole nor given up. */
  open: number;
  /** Answers that ended before they were whole, since the start. */
  cutShort: number;
  /** Every render has one until it ends: its deadline. */
  timers: number;
  heapMb: number;
}

let open = 0;
let cutShort = 0;

subscribe('http.server.request.start', (message) => {
  // As Node documents this channel.
  const { response } = message as { response: ServerResponse };
  open += 1;
  // The one below is not the server's: without this it could be the one too many.
  response.setMaxListeners(response.getMaxListeners() + 1);
  response.once('close', () => {
    open -= 1;
    if (!response.writableFinished) cutShort += 1;
  });
});

process.on('message', () => {
  const timers = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const report: ProbeReport = { open, cutShort, timers, heapMb: process.memoryUsage().heapUsed / 1e6 };
  process.send?.(report);
});
