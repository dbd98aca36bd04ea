import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listChildren, listPeerPorts } from '../tools/other-processes.ts';
import type { FailedRequest } from '../tools/steady-requests.ts';
import type { Site } from './site.ts';

/** Resolves to the processes that serve a site, when each of so many has accepted a connection. */
export async function untilAllServe({ pid, origin }: Site, count: number): Promise<number[]> {
  const { port } = new URL(origin);
  for (let tries = 0; tries < 600; tries += 1) {
    const sockets = Array.from({ length: 8 * count }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => {});
    await delay(50);
    const children = listChildren(pid);
    const accepting = children.filter((child) => listPeerPorts(child).size > 0);
    for (const socket of sockets) socket.destroy();
    if (accepting.length === count && children.length === count) return children;
    await delay(50);
  }
  throw new Error(`the site does not serve from ${count} processes`);
}

export function tellFailures(failures: readonly FailedRequest[]): void {
  for (const failure of failures.slice(0, 20)) console.error('  failed:', JSON.stringify(failure));
}
