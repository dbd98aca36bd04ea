import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttpClient } from '#client/browser/fetch/http-client.ts';

/** A server that answers each request with the next of these, the last one again and again. */
async function aServer(...answers: RequestListener[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answers[Math.min(requests.length, answers.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const fetch = vi.fn<typeof globalThis.fetch>((input, init) => globalThis.fetch(input, init));
  const http = createHttpClient({ baseURL: `http://127.0.0.1:${port}/shop/`, timeoutMs: 60_000, fetch });
  return { http, requests, fetch };
}

const answer =
  (status: number, body = '{}', type = 'application/json'): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': type }).end(body);
  };
const silence: RequestListener = () => {};
const hangUp: RequestListener = (request) => request.socket.destroy();

test('an address is relative to the base, and JSON is parsed', async () => {
  const { http, requests } = await aServer(answer(200, '{"a":1}'));
  expect(await http.get('builds/latest.json?5')).toEqual({ a: 1 });
  expect(requests).toEqual(['GET /shop/builds/latest.json?5']);
});

test('the response says where an address has led', async () => {
  const moved: RequestListener = (_request, response) => {
    response.writeHead(308, { Location: '/shop/new' }).end();
  };
  const { http } = await aServer(moved, answer(200, '{"a":1}'));
  const { response, json } = await http.getResponse('old');
  expect([response.redirected, new URL(response.url).pathname, json]).toEqual([true, '/shop/new', { a: 1 }]);
});

test.for([408, 409, 425, 429, 500, 502, 503, 504])('status %i is tried once more', async (status) => {
  const { http, requests } = await aServer(answer(status), answer(200, '{"ok":true}'));
  expect(await http.get('x')).toEqual({ ok: true });
  expect(requests).toHaveLength(2);
});

test.for([500, 503])('status %i twice is an error with status and body', async (status) => {
  const { http, requests } = await aServer(answer(status, '{"message":"m"}', 'application/problem+json'));
  await expect(http.get('x')).rejects.toMatchObject({ statusCode: status, data: { message: 'm' } });
  expect(requests).toHaveLength(2);
});

test.for([400, 401, 404, 410, 501, 505])('status %i is an error at once', async (status) => {
  const { http, requests } = await aServer(answer(status));
  await expect(http.get('x')).rejects.toMatchObject({ statusCode: status });
  expect(requests).toHaveLength(1);
});

test.for([408, 409, 425, 429, 500, 502, 503, 504])(
  'what changes something is not sent again after status %i',
  async (status) => {
    const { http, requests } = await aServer(answer(status));
    await expect(http.post('x', new URLSearchParams('a=1'))).rejects.toMatchObject({ statusCode: status });
    expect(requests).toEqual(['POST /shop/x']);
  },
);

test('what changes something is not sent again over a broken connection', async () => {
  const { http, requests } = await aServer(hangUp);
  await expect(http.post('x', new URLSearchParams('a=1'))).rejects.toThrow();
  expect(requests).toHaveLength(1);
});

test('a connection that breaks is tried once more', async () => {
  const { http, requests } = await aServer(hangUp, answer(200, '{"ok":true}'));
  expect(await http.get('x')).toEqual({ ok: true });
  expect(requests).toHaveLength(2);
});

test.for([{}, { signal: new AbortController().signal }])(
  'a timeout is tried once more, with a time of its own: %o',
  async (options) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const limits = () => timers.mock.calls.flatMap(([end, ms]) => (ms === 60_000 ? [end] : []));
    const { http, requests } = await aServer(silence, answer(200, '{"ok":true}'));
    const pending = http.get('x', options);
    await expect.poll(() => requests.length).toBe(1);
    expect(limits()).toHaveLength(1);
    limits()[0]?.();
    expect(await pending).toEqual({ ok: true });
    expect(requests).toHaveLength(2);
    expect(limits()).toHaveLength(2);
  },
);

test('whoever gives up is not tried again', async () => {
  const { http, requests, fetch } = await aServer(silence);
  const abort = new AbortController();
  const pending = http.get('x', { signal: abort.signal });
  await expect.poll(() => requests.length).toBe(1);
  abort.abort();
  // A second try would be part of what is waited for.
  await expect(pending).rejects.toThrow();
  expect(fetch).toHaveBeenCalledOnce();
});

test('JSON that cannot be read is an error', async () => {
  const { http } = await aServer(answer(200, '{oops'));
  await expect(http.get('x')).rejects.toThrow();
});

test('a message does not repeat the query', async () => {
  const { http } = await aServer(answer(404));
  await expect(http.get('x?token=secret')).rejects.toThrow(/^(?!.*secret).*404/);
});
