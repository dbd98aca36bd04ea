import http, { type Server } from 'node:http';
import { duplexPair } from 'node:stream';

const patienceMs = 10_000;

/**
 * Sends a request to a server of this process on a connection inside of it: on the port that it shares with others, any
 * of them might answer. Resolves to the status, 0 when there was no answer.
 */
export function askOwnServer(server: Server, path: string): Promise<number> {
  const [ours, theirs] = duplexPair();
  server.emit('connection', theirs);
  const status = new Promise<number>((resolve) => {
    const request = http.get({
      path,
      headers: { Host: 'localhost', Connection: 'close' },
      // Not with `agent: false`, which would connect by itself.
      createConnection: () => ours,
      signal: AbortSignal.timeout(patienceMs),
    });
    request.once('error', () => resolve(0));
    request.once('response', (response) => {
      response.resume();
      response.once('error', () => resolve(0));
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
  });
  return status.finally(() => ours.destroy());
}
