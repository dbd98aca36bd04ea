import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { production } from '../../scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { hostileRequests, mark } from '../helpers/hostile-requests.ts';

const count = 10_000;
const seed = 20_261_121;
const atOnce = 16;

describe(`${count} hostile requests (seed ${seed})`, () => {
  test('are answered without a failure of the server, and nothing of them comes back as it was', async () => {
    const site = await startSite(production);
    const port = Number(new URL(site.origin).port);
    const requests = hostileRequests(count, seed);
    const complaints: string[] = [];
    const statuses = new Map<number, number>();

    await Promise.all(
      Array.from({ length: atOnce }, async (_, first) => {
        for (let index = first; index < requests.length; index += atOnce) {
          const request = requests[index] ?? '';
          const answer = await send(port, request);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          for (const complaint of complaintsAbout(answer))
            complaints.push(`${complaint}: ${JSON.stringify(request.slice(0, 500))}`);
        }
      }),
    );

    expect(complaints.slice(0, 10)).toEqual([]);
    expect(exceptionsIn(site.output()).slice(0, 10)).toEqual([]);
    expect((await fetch(site.origin)).status).toBe(200);
    // They reach all of the site: pages, redirects, mistakes, refusals.
    for (const status of [200, 308, 400, 404, 405])
      expect(statuses.get(status), String(status)).toBeGreaterThan(50);
  }, 180_000);
});

interface Answer {
  /** 0: the connection was closed without an answer, as Node does with what is no HTTP. */
  status: number;
  head: string;
  body: string;
}

function complaintsAbout({ status, head, body }: Answer): string[] {
  const isHtml = /^content-type: text\/html/im.test(head);
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(/^x-injected/im.test(head) ? ['a header was injected'] : []),
    ...(isHtml && body.includes(mark) ? ['markup came back'] : []),
    ...(/[\u202a-\u202e\u2066-\u2069]/.test(head + body) ? ['a sign that turns text around came back'] : []),
    ...(!isHtml && body.includes(mark) && !/^x-content-type-options: nosniff/im.test(head)
      ? ['markup came back, and the browser may guess what it is']
      : []),
  ];
}

/** One connection for each: a request that is no HTTP ends its connection. */
function send(port: number, request: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const chunks: Uint8Array[] = [];
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  socket.setTimeout(20_000, () =>
    socket.destroy(new Error(`no answer to ${JSON.stringify(request.slice(0, 500))}`)),
  );
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  socket.on('error', (error) => {
    // The server has answered and closed while we were still writing.
    if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) resolve(read(chunks));
    else reject(error);
  });
  socket.on('close', () => resolve(read(chunks)));
  return promise;
}

function read(chunks: Uint8Array[]): Answer {
  // A client that announces a body is told to go on first.
  const text = Buffer.concat(chunks).toString('utf8').replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    body: end < 0 ? '' : text.slice(end + 4),
  };
}

/** What was thrown. A crawler's mistakes are logged too, and are no failure. */
function exceptionsIn(output: string): string[] {
  return output.split('\n').filter((line) => line.includes('"err":'));
}
