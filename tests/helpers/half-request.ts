import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { listPeerPorts } from '#scripts/tools/servers/other-processes.ts';

/** A request that a process has accepted, and that lacks its last line: the process waits for it. */
export interface HalfRequest {
  /** Sends the rest. Resolves to everything that was answered, when the connection has ended. */
  finish(): Promise<string>;
}

/** Begins a request. Resolves when one of these processes has accepted it. */
export async function beginRequest(
  origin: string,
  path: string,
  pids: readonly number[],
): Promise<HalfRequest> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  const closed = once(socket, 'close');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: site\r\n`);
  await once(socket, 'connect');
  await expect.poll(() => pids.flatMap((pid) => [...listPeerPorts(pid)])).toContain(socket.localPort);
  return {
    async finish() {
      socket.write('\r\n');
      await closed;
      return answer;
    },
  };
}
