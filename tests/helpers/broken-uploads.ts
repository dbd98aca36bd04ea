import { connect } from 'node:net';
import { expect } from 'vitest';
import { aDrawing } from './content.ts';

/** A site that takes uploads. */
interface Target {
  origin: string;
  cookie: string;
}

/** Sends what an upload may become on its way, by a number that chooses it. Resolves to the status; 0: it was left. */
export async function sendBroken({ origin, cookie }: Target, number: number): Promise<number> {
  const random = randomsOf(number);
  const { hostname, port, host } = new URL(origin);
  const { head, body, isLeft } = brokenUpload(number, random);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  let answer = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('data', (data) => {
    answer += data.toString('latin1');
    // Its first answer ends a broken upload.
    if (answer.includes('\r\n\r\n')) socket.destroy();
  });
  socket.on('close', () => resolve());
  socket.write([...head, `Host: ${host}`, `Cookie: ${cookie}`, 'Accept: text/html', '', ''].join('\r\n'));
  for (let at = 0; at < body.length;) {
    const size = 1 + Math.floor(random() * Math.max(1, body.length / 3));
    socket.write(body.subarray(at, at + size));
    at += size;
  }
  if (isLeft === 'ended') socket.end();
  if (isLeft === 'killed') socket.destroySoon();
  await promise;
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

interface BrokenUpload {
  head: string[];
  body: Buffer;
  /** The sender goes before the end; false: it waits for an answer. */
  isLeft: 'ended' | 'killed' | false;
}

const put = (length: number, more: string[] = []) => [
  'PUT /edit/media/_upload?name=a.jpg HTTP/1.1',
  `Content-Length: ${length}`,
  ...more,
];
const post = (length: number, boundary = 'tea') => [
  'POST /edit/media HTTP/1.1',
  `Content-Type: multipart/form-data; boundary=${boundary}`,
  `Content-Length: ${length}`,
];

function brokenUpload(number: number, random: () => number): BrokenUpload {
  const drawing = Buffer.from(aDrawing.replace('40', String(number)));
  const noise = Buffer.from(
    Array.from({ length: 50 + Math.floor(random() * 20_000) }, () => Math.floor(random() * 256)),
  );
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise]);
  const form = (content: Buffer, end = '\r\n--tea--\r\n') =>
    Buffer.concat([Buffer.from(fileHead), content, Buffer.from(end)]);
  switch (number % 12) {
    case 0:
      return whole(put, noise);
    case 1:
      return whole(put, png);
    case 2:
      return { head: put(drawing.length + 1000), body: drawing, isLeft: 'killed' };
    case 3:
      return { head: put(drawing.length + 1000), body: drawing, isLeft: 'ended' };
    case 4:
      return whole(post, form(drawing));
    case 5:
      return whole(post, form(drawing, ''));
    case 6:
      return { head: post(form(noise).length + 9999), body: form(noise), isLeft: 'killed' };
    case 7:
      return whole(post, noise);
    case 8:
      return whole((length) => post(length, 'other'), form(drawing));
    case 9:
      return whole(post, Buffer.concat([form(noise, '\r\n'), form(drawing)]));
    case 10:
      return whole(put, Buffer.from(aDrawing.replace('<rect', `<script>${number}</script><rect`)));
    default:
      return whole(put, drawing);
  }
}

function whole(headOf: (length: number) => string[], body: Buffer): BrokenUpload {
  return { head: headOf(body.length), body, isLeft: false };
}

const fileHead =
  '--tea\r\nContent-Disposition: form-data; name="file"; filename="茶.png"\r\nContent-Type: image/png\r\n\r\n';

/** Numbers from 0 to 1, the same for the same seed. */
function randomsOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Statuses of answers to uploads that a site may give: anything but an error of its own. */
export function expectAnswers(statuses: readonly number[]): void {
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
}
