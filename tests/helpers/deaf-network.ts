import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/**
 * The address of a PostgreSQL by a way that brings every answer and, while it is deaf, no notification, as a pool of
 * transactions does. What PostgreSQL says is a letter, a length and a text; a notification has the letter A.
 */
export async function openDeafNetwork(serverUrl: string, isDeaf: () => boolean): Promise<string> {
  const target = new URL(serverUrl);
  const open = new Set<{ destroy(): void }>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
    }
    near.on('data', (chunk) => far.write(chunk));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    let rest = Buffer.alloc(0);
    far.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const length = rest.length < 5 ? Infinity : 1 + rest.readUInt32BE(1);
        if (rest.length < length) return;
        if (!isDeaf() || rest[0] !== 'A'.charCodeAt(0)) near.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const url = new URL(serverUrl);
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}
