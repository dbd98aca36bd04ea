import http from 'node:http';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { startLoadedSite } from '../helpers/site-load.ts';

const multipart = 'multipart/form-data; boundary=x';
const encoded = 'application/x-www-form-urlencoded';
const part = (name: string, value: string, headers = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n`;
const end = '--x--\r\n';

const file = (index: number) =>
  `--x\r\nContent-Disposition: form-data; name="f${index}"; filename="a"\r\n\r\nx\r\n`;

/** Bodies of this size whose cost may grow faster than their length. */
function shapesOf(size: number): [what: string, type: string, body: () => string][] {
  function filled(text: string | ((index: number) => string), closing = ''): string {
    const parts: string[] = [];
    for (let length = 200 + closing.length, index = 0; ; index += 1) {
      const next = typeof text === 'string' ? text : text(index);
      length += Buffer.byteLength(next);
      if (length > size) return parts.join('') + closing;
      parts.push(next);
    }
  }
  return [
    ['one name', encoded, () => filled('a&')],
    ['other names', encoded, () => filled((index) => `n${index}=1&`)],
    ['no names', encoded, () => filled('=&')],
    ['percent signs', encoded, () => `body=${filled('%')}`],
    ['plus signs', encoded, () => `body=${filled('+')}`],
    ['one name in parts', multipart, () => filled(part('a', ''), end)],
    ['other names in parts', multipart, () => filled((index) => part(`n${index}`, ''), end)],
    ['as many fields as a form may have', multipart, () => filled(part('f.tags', 'a'.repeat(360)), end)],
    ['empty parts', multipart, () => filled('--x\r\n\r\n\r\n', end)],
    ['parts without an end of their headers', multipart, () => filled('--x\r\n', end)],
    ['files', multipart, () => filled(file, end)],
    ['a part without an end', multipart, () => part('body', filled('a'))],
    ['beginnings of an end', multipart, () => part('body', filled('\r\n--'))],
    ['many headers', multipart, () => part('body', '茶', filled('X: 1\r\n')) + end],
    ['a long header', multipart, () => part('body', '茶', `X: ${filled('a')}\r\n`) + end],
    ['a long name', multipart, () => part(filled('n'), '') + end],
    ['quotation marks', multipart, () => part('body', filled('"')) + end],
    ['marks that are composed', multipart, () => part('body', filled('e\u0301')) + end],
    ['line feeds', multipart, () => filled('\r\n')],
    ['dashes', multipart, () => filled('-')],
  ];
}

const mb = 1024 * 1024;
const ways = [
  { size: 2 * mb, isChunked: false, maxGrownMb: 20 },
  { size: 2 * mb, isChunked: true, maxGrownMb: 20 },
  // All of it is read. 2,400 fields are 2,400 streams of the parser, 16 MB until they are collected.
  { size: mb, isChunked: false, maxGrownMb: 32 },
];

interface SentForm {
  type: string;
  body: Buffer;
  network: string;
  /** Without its length, in chunks. */
  isChunked?: boolean;
}

interface Answer {
  status: number;
  text: string;
}

/** Sends forms without a session, each on a connection that stays open, as browsers do. */
function createSender(origin: string): (form: SentForm) => Promise<Answer> {
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return (form) => post(origin, form, agent);
}

/** Resolves when it is answered, whether or not all of it was taken. */
async function post(
  origin: string,
  { type, body, network, isChunked = false }: SentForm,
  agent: http.Agent,
): Promise<Answer> {
  const headers = {
    Accept: 'text/html',
    'Content-Type': type,
    'X-Forwarded-For': network,
    ...(!isChunked && { 'Content-Length': body.length }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = http.request(`${origin}/edit/articles/_new`, { method: 'POST', headers, agent });
  sent.on('error', reject);
  sent.on('response', (response) => {
    void response.toArray().then((chunks) => {
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      sent.destroy();
    }, reject);
  });
  Readable.from(slicesOf(body)).pipe(sent);
  return promise;
}

function* slicesOf(body: Buffer) {
  for (let start = 0; start < body.length; start += 16_384) yield body.subarray(start, start + 16_384);
}

const honest = Buffer.from(part('body', '茶'.repeat(100_000)) + end);

/** Work that a new process does more slowly at first: forms of many fields, and forms with a text. */
async function warmUp(send: (form: SentForm) => Promise<Answer>): Promise<void> {
  const many = Buffer.from(Array.from({ length: 2400 }, () => part('f.tags', 'a')).join('') + end);
  for (let count = 0; count < 12; count += 1) {
    const body = count % 2 === 0 ? many : honest;
    const answer = await send({ type: multipart, body, network: `10.9.0.${count}` });
    expect(answer.status).toBe(401);
  }
}

test('2 MB of any shape hold the site for less than 50 ms, and make it less than 20 MB larger', async () => {
  const site = await startLoadedSite({ TRUST_PROXY: '1' });
  const send = createSender(site.origin);
  await warmUp(send);
  const forms = ways.flatMap(({ size, isChunked, maxGrownMb }, way) =>
    shapesOf(size).map(([what, type, body], index) => ({
      name: `${what}, ${size / mb} MB${isChunked ? ' in chunks' : ''}`,
      form: () => ({ type, body: Buffer.from(body()), network: `10.${way}.0.${index}`, isChunked }),
      mayComeBack: size === mb,
      maxGrownMb,
    })),
  );
  for (const { name, form, mayComeBack, maxGrownMb } of forms) {
    const { result, heldMs, grownMb } = await site.loadOf(() => send(form()));
    expect.soft(mayComeBack ? [400, 401, 413] : [400, 413], name).toContain(result.status);
    if (result.status !== 401) expect.soft(result.text.length, name).toBeLessThan(64 * 1024);
    expect.soft(heldMs, name).toBeLessThan(50);
    expect.soft(grownMb, name).toBeLessThan(maxGrownMb);
  }
});

test('200 forms of one network at once cost as little as pages that are not there, and no text from elsewhere', async () => {
  const site = await startLoadedSite({ TRUST_PROXY: '1' });
  const send = createSender(site.origin);
  await warmUp(send);
  const headers = { Accept: 'text/html' };
  const visit = async (path: string) => (await fetch(site.origin + path, { headers })).status;
  expect(await visit('/articles')).toBe(200);
  const atOnce = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 200 }, (_, index) => work(index)));
  const missing = await site.loadOf(() => atOnce((index) => visit(`/articles/none-${index}`)));

  const form = { type: multipart, body: honest, network: '10.0.0.1' };
  const pages: number[] = [];
  const flood = await site.loadOf(async () => {
    let left = 200;
    const forms = atOnce(async () => {
      const { status } = await send(form);
      left -= 1;
      return status;
    });
    const elsewhere = send({ ...form, network: '10.0.0.2' });
    while (left > 0) pages.push(await visit('/articles'));
    return { forms: await forms, text: (await elsewhere).text };
  });
  expect(new Set(pages)).toEqual(new Set([200]));
  expect(new Set(flood.result.forms)).toEqual(new Set([401, 429]));
  expect(flood.result.text).toContain('茶'.repeat(100_000));
  expect(flood.loopMs / missing.loopMs).toBeLessThan(3);

  // In the same network whoever comes in the same minute waits, when the twenty have been read.
  const later: number[] = [];
  while (later.at(-1) !== 429 && later.length < 25) later.push((await send(form)).status);
  expect(later.at(-1)).toBe(429);
});
