import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface IconServiceDouble {
  /** For ICON_API_URL. */
  url: string;
  /** Path and query of the requests, in order. */
  requests: string[];
  /** Its behaviour from now on. */
  answer: Answer;
}

/** An icon service on loopback, gone when the test has finished. */
export async function anIconService(answer: Answer = knowing({})): Promise<IconServiceDouble> {
  const service: IconServiceDouble = { url: '', requests: [], answer };
  const server = createServer((request, response) => {
    service.requests.push(request.url ?? '');
    service.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** Collection → icon → its drawing. */
type Drawings = Record<string, Record<string, string>>;

/** Answers like Iconify's public service: known icons, `not_found` for the rest, 404 for another collection. */
export function knowing(drawings: Drawings): Answer {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const prefix = /\/([^/]*)\.json$/.exec(pathname)?.[1] ?? '';
    const bodies = drawings[prefix];
    if (!bodies) return sending(404, 'Not found')(request, response);
    const asked = (searchParams.get('icons') ?? '').split(',');
    const icons = Object.fromEntries(
      asked.filter((name) => Object.hasOwn(bodies, name)).map((name) => [name, { body: bodies[name] }]),
    );
    const missing = asked.filter((name) => !Object.hasOwn(bodies, name));
    const set = { prefix, icons, width: 24, height: 24, ...(missing.length > 0 && { not_found: missing }) };
    sending(200, JSON.stringify(set))(request, response);
  };
}

export function sending(status: number, body: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(body);
  };
}

/** Takes the request and says nothing. */
export const hanging: Answer = () => {};

/** Sends headers and then a byte now and then, until the client leaves. */
export const dripping: Answer = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
};

/** Sends as fast as the client reads, until it leaves. */
export const flooding: Answer = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const block = Buffer.alloc(65_536, ' ');
  const send = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', send);
  response.on('error', () => {});
  send();
};
