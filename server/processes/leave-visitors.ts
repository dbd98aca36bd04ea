import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** How long connections that are kept may wait for one more request when a process is replaced. */
export const replacedGraceMs = 3_000;

/** Stops accepting. Every connection may be used once more, and is ended by its answer; resolves when that is over. */
export async function leaveVisitors(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  // Not the HTTP server's own way, which closes idle connections: on one of those a request may be on its way.
  NetServer.prototype.close.call(server);
  await Promise.race([closed, delay(replacedGraceMs, undefined, { ref: false })]);
  // Right after the sockets were looked at: what had come by then has been read.
  await nextTurn();
}
