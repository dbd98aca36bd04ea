import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { probeSource, waitsPath } from './probe.ts';

/** Stands between a browser and the site for one test, since not every driver can look at requests or hold them back. */
export interface RecordingProxy {
  /** An origin of its own, so that the browser has nothing of it in its cache. */
  origin: string;
  /** Requests in order, as `GET /login`: documents and submitted forms, and everything else. */
  documents: string[];
  files: string[];
  /** Failed requests, as `404 /nope`. */
  failures: string[];
  /** Number of pages that have waited for their navigation, for longer than they ever wait by themselves. */
  countWaits(): number;
  /** Holds requests for these paths until they are released. */
  hold(paths: RegExp): Release;
  /** Answers requests for these paths with a script of the test's own, or with 404. */
  replaceScript(paths: RegExp, script: string | null): void;
  /** Whether nothing is under way. */
  isIdle(): boolean;
}

export type Release = () => void;

const probePath = '/__probe.js';
/** A page without any script, of which the browser keeps nothing. */
export const beforePath = '/__before';

export async function startProxy(
  site: { origin: string },
  /** Runs in the page when the document has been read, before the site's own scripts. */
  beforeScripts?: () => void,
): Promise<RecordingProxy> {
  const probe = probeSource(beforeScripts);
  const seen = { documents: [] as string[], files: [] as string[], failures: [] as string[] };
  let underWay = 0;
  let waits = 0;
  const held: { paths: RegExp; released: Promise<void> }[] = [];
  const replaced: { paths: RegExp; script: string | null }[] = [];

  const origin = await listen(async (request, response) => {
    const address = request.url ?? '/';
    if (address === probePath) return send(response, 'text/javascript', probe);
    if (address === waitsPath) {
      waits += 1;
      return send(response, 'text/plain', '');
    }
    underWay += 1;
    response.once('close', () => (underWay -= 1));
    const isDocument = request.headers.accept?.includes('text/html') ?? false;
    (isDocument ? seen.documents : seen.files).push(`${request.method} ${address}`);
    await held.find(({ paths }) => paths.test(address))?.released;
    // The browser has gone elsewhere.
    if (response.destroyed) return;
    const replacement = replaced.find(({ paths }) => paths.test(address));
    if (replacement?.script === null) return response.writeHead(404).end();
    if (replacement !== undefined) return send(response, 'text/javascript', replacement.script);
    if (address === beforePath) return send(response, 'text/html', '<!doctype html><title>Before</title>');
    try {
      const answer = await forward(request, site.origin, isDocument);
      if ((answer.statusCode ?? 500) >= 400) seen.failures.push(`${answer.statusCode} ${address}`);
      if (isDocument) await sendWithProbe(answer, response);
      else sendAsItIs(answer, response);
    } catch (error) {
      seen.failures.push(`${error} ${address}`);
      response.destroy();
    }
  });

  return {
    origin,
    ...seen,
    countWaits: () => waits,
    isIdle: () => underWay === 0,
    replaceScript: (paths, script) => void replaced.push({ paths, script }),
    hold(paths) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      held.push({ paths, released });
      return release;
    },
  };
}

async function listen(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** With the browser's `Host`, which the server compares with where a form says that it comes from. */
function forward(request: IncomingMessage, origin: string, isDocument: boolean): Promise<IncomingMessage> {
  const headers = { ...request.headers };
  // Bodies that the proxy changes must not be compressed.
  if (isDocument) delete headers['accept-encoding'];
  return new Promise((resolve, reject) => {
    const { method } = request;
    request.pipe(http.request(origin + request.url, { method, headers }, resolve).once('error', reject));
  });
}

async function sendWithProbe(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const html = await text(answer);
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 500, headers);
  response.end(html.replace(/<head[^>]*>/, `$&<script src="${probePath}"></script>`));
}

function sendAsItIs(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.pipe(response);
}

function send(response: ServerResponse, type: string, content: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(content);
}
