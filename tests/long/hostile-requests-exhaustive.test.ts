import { connect } from 'node:net';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createSessions } from '#server/features/accounts/sessions/sessions.ts';
import { production } from '#scripts/build/folders.ts';
import { putOffMediaWork } from '#scripts/tools/put-off-media-work.ts';
import { anAccount } from '../helpers/accounts.ts';
import { startSite } from '../helpers/built-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import {
  engines,
  newDatabaseConfig,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { hostileRequests } from '../helpers/hostile-requests.ts';
import { mark } from '../helpers/hostile-words.ts';
import { howMany } from '../helpers/how-many.ts';

const count = howMany({ usually: 3_000, whole: 10_000 });
const seed = 20_261_121;
const atOnce = 16;

describe.for(engines)(`${count} hostile requests (seed ${seed}) on %s`, (engine) => {
  test('are answered without a failure of the server, and nothing of them comes back as it was', async () => {
    const { site, sessions } = await openHostile(engine);
    const port = Number(new URL(site.origin).port);
    const requests = hostileRequests(count, { seed, sessions });
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
    // They reach all of the site: pages, forms, redirects, mistakes, refusals.
    for (const status of [200, 303, 308, 400, 404, 405, 422])
      expect(statuses.get(status), String(status)).toBeGreaterThan(count / 200);
  });
});

/** The built site, with accounts that are signed in: hostile forms sign some of them out. */
async function openHostile(engine: EngineName) {
  const dataDir = engine === 'sqlite' ? sampleFolder() : temporaryFolder();
  const config =
    engine === 'sqlite'
      ? { engine, file: path.join(dataDir, 'site.db') }
      : await newDatabaseConfig('postgres');
  const database = config.engine === 'postgres' && { DATABASE_URL: config.url };
  const db = await openDatabase(config, silentLog);
  onTestFinished(() => db.close());
  const lifetimes = { idleMs: 3_600_000, absoluteMs: 3_600_000 };
  const { start } = createSessions(db, systemClock, { short: lifetimes, remembered: lifetimes });
  const sessions: string[] = [];
  for (let i = 0; i < 100; i += 1) {
    const { id: accountId } = await anAccount(db, { email: `visitor-${i}@example.com` });
    sessions.push(await start({ accountId, way: 'password', isRemembered: false, userAgent: '' }));
  }
  const site = await startSite(production, { DATA_DIR: dataDir, ...database });
  await putOffMediaWork(config);
  return { site, sessions };
}

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
  const whole = Buffer.concat(chunks);
  // A client that announces a body is told to go on first.
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
  const bytes = whole.indexOf(goOn) === 0 ? whole.subarray(goOn.length) : whole;
  const end = bytes.indexOf('\r\n\r\n');
  const head = (end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8');
  const body = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: decoded(body, head) };
}

/** As text: among the bytes of a compressed answer any sign may stand. */
function decoded(body: Buffer, head: string): string {
  const isChunked = /^transfer-encoding: chunked/im.test(head);
  const coding = /^content-encoding: (\w+)/im.exec(head)?.[1] ?? '';
  const decode = decoders[coding];
  // What `HEAD` is answered has no body, whatever the head says of it.
  if (decode === undefined || body.length === 0) return body.toString('utf8');
  return decode(isChunked ? withoutChunks(body) : body).toString('utf8');
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
  zstd: (body) => zstdDecompressSync(body),
};

function withoutChunks(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) return Buffer.concat(pieces);
    pieces.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

/** What was thrown. A crawler's mistakes are logged too, and are no failure. */
function exceptionsIn(output: string): string[] {
  return output.split('\n').filter((line) => line.includes('"err":'));
}
