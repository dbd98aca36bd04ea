import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { limitMs } from './limit.ts';
import { mark } from './hostile-words.ts';

interface Answers {
  /** Answers as no stranger may get them, with their requests. */
  complaints: string[];
  /** How many there are of each. */
  statuses: Map<number, number>;
}

interface SendOptions {
  atOnce?: number;
  /** Has the last word on each request, just before it is sent. */
  fill?: (request: string) => Promise<string>;
}

/** Sends requests byte for byte, some of them at the same time. */
export async function sendAll(
  port: number,
  requests: readonly string[],
  { atOnce = 16, fill = (request) => Promise.resolve(request) }: SendOptions = {},
): Promise<Answers> {
  const complaints: string[] = [];
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      for (let index = first; index < requests.length; index += atOnce) {
        const request = await fill(requests[index] ?? '');
        const answer = await send(port, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        for (const complaint of complaintsAbout(answer))
          complaints.push(`${complaint}: ${JSON.stringify(request.slice(0, 1_500))}`);
      }
    }),
  );
  return { complaints, statuses };
}

interface Answer {
  /** 0: the connection was closed without an answer, as Node does after invalid HTTP. */
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

/** Sends each request on a connection of its own: invalid HTTP ends its connection. */
function send(port: number, request: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const chunks: Uint8Array[] = [];
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  socket.setTimeout(limitMs(20_000), () =>
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
  // A client that announces a body first gets a `100 Continue`.
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
  const bytes = whole.indexOf(goOn) === 0 ? whole.subarray(goOn.length) : whole;
  const end = bytes.indexOf('\r\n\r\n');
  const head = (end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8');
  const body = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: decoded(body, head) };
}

/** Decodes the body, since the bytes of a compressed answer may contain any sign. */
function decoded(body: Buffer, head: string): string {
  const isChunked = /^transfer-encoding: chunked/im.test(head);
  const coding = /^content-encoding: (\w+)/im.exec(head)?.[1] ?? '';
  const decode = decoders[coding];
  // The answer to `HEAD` has no body, even if its head announces one.
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
