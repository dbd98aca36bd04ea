import { connect } from 'node:net';
import { limitMs } from './limit.ts';

export interface RawAnswer {
  status: number;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Body as received, without decoding. */
  body: Buffer;
}

/** Sends these lines as a request without a body, byte for byte, on a connection of its own. */
export function sendLines(origin: string, lines: readonly string[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const chunks: Uint8Array[] = [];
  const text = [...lines, 'Connection: close', '', ''].join('\r\n');
  const socket = connect(Number(port), hostname, () => socket.write(text));
  socket.setTimeout(limitMs(20_000), () =>
    socket.destroy(new Error(`no answer to ${JSON.stringify(lines)}`)),
  );
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  socket.on('error', reject);
  socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks))));
  return promise;
}

/** `GET` with these headers. */
export function getRaw(
  origin: string,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return sendLines(origin, [`GET ${address} HTTP/1.1`, `Host: ${new URL(origin).host}`, ...given]);
}

function readAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
    headers: Object.fromEntries(pairs),
    body: bytes.subarray(end + 4),
  };
}
