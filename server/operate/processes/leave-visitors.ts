import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** How long connections that are kept may wait for one more request when a process is replaced. */
export const replacedGraceMs = 3_000;

/** Stops accepting. Every connection may be used once more, and is ended by its answer; resolves when that is over. */
export async function leaveVisitors(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  // Not the HTTP server's own method, which closes idle connections: a request may be on its way on one of those.
  NetServer.prototype.close.call(server);
  await Promise.race([closed, delay(replacedGraceMs, undefined, { ref: false })]);
  // Right after a poll of the sockets: requests that had come by then have been read.
  await nextTurn();
}
