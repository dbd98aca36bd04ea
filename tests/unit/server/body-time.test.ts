import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { allowBodyTime, bodyMs, limitBodyTime } from '#server/http/request/body-time.ts';
import { LateBodyError, piecesInTime } from '#server/http/request/pieces-in-time.ts';

/** A server, and a connection on which a request with half a body has come to it. */
async function openHalfRequest(handle: (request: IncomingMessage) => void = () => {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const began = Promise.withResolvers<() => void>();
  const server = createServer((request, response) => {
    limitBodyTime(request, response);
    handle(request);
    began.resolve(() => allowBodyTime(request, response, 600_000));
  });
  const { socket, closed } = await connectTo(server);
  socket.write('POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 10\r\n\r\nhalf.');
  return { allowMore: await began.promise, closed, socket };
}

/** A connection to a server until the end of the test; `closed` resolves to all that came on it. */
async function connectTo(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    vi.useRealTimers();
    socket.destroy();
    server.close();
  });
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  const closed = once(socket, 'close').then(() => answer);
  return { socket, closed };
}

test('a body that does not come to its end is cut with 408', async () => {
  const { closed } = await openHalfRequest();
  vi.advanceTimersByTime(bodyMs);
  expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that is cut while an earlier request waits for its answer gives that one none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const began = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    limitBodyTime(request, response);
    if (request.method === 'POST') began.resolve();
  });
  const { socket, closed } = await connectTo(server);
  socket.write('GET / HTTP/1.1\r\nHost: site\r\n\r\n');
  socket.write('POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 10\r\n\r\nhalf.');
  await began.promise;
  vi.advanceTimersByTime(bodyMs);
  expect(await closed).toBe('');
});

test('a body that has come whole has no clock, though its answer takes long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    limitBodyTime(request, response);
    request.once('end', ended.resolve).resume();
  });
  const { socket } = await connectTo(server);
  socket.write('POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 5\r\n\r\nwhole');
  await ended.promise;
  expect(vi.getTimerCount()).toBe(0);
});

test('a sender who is allowed more time has it, and no more', async () => {
  const { allowMore, closed, socket } = await openHalfRequest();
  allowMore();
  vi.advanceTimersByTime(599_999);
  expect(socket.closed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
});

test('pieces of a body come in time, or their reader learns that they do not', async () => {
  const outcome = Promise.withResolvers<unknown>();
  const pieces: string[] = [];
  const first = Promise.withResolvers<void>();
  await openHalfRequest((request) => {
    const read = async () => {
      for await (const piece of piecesInTime(request, { idleMs: 60_000, totalMs: 600_000 })) {
        pieces.push(piece.toString());
        first.resolve();
      }
    };
    read().then(outcome.resolve, outcome.resolve);
  });
  await first.promise;
  // The wait for the next piece begins in a turn of its own.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
  vi.advanceTimersByTime(60_000);
  expect(await outcome.promise).toBeInstanceOf(LateBodyError);
  expect(pieces).toEqual(['half.']);
});
