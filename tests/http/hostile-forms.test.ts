import { once } from 'node:events';
import { Agent, IncomingMessage, request } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import supertest from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { readLargeForm } from '#server/http/form/large-form.ts';
import { openSite } from '../helpers/site.ts';

const boundary = 'x';
const part = (name: string, value: string, headers = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n`;
const end = `--${boundary}--\r\n`;
const parts = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(name(index), '')).join('') + end;

const multipart = `multipart/form-data; boundary=${boundary}`;
const encoded = 'application/x-www-form-urlencoded';

/** Bodies that cost more than they are long, where nobody counts. */
const bodies: [what: string, type: string, body: string, status: number][] = [
  ['one name 32,000 times', encoded, 'a&'.repeat(32_000), 413],
  ['3,000 names', encoded, Array.from({ length: 3000 }, (_, index) => `n${index}`).join('&'), 413],
  ['percent signs', encoded, `body=${'%'.repeat(60_000)}`, 401],
  ['an encoded form as long as a text', encoded, `body=${'%'.repeat(100_000)}`, 413],
  ['one name in 3,000 parts', multipart, parts(3000, () => 'a'), 413],
  ['3,000 parts', multipart, parts(3000, (index) => `n${index}`), 413],
  ['a name of 300 characters', multipart, part('n'.repeat(300), 'v') + end, 413],
  ['a name as long as a text', multipart, part('n'.repeat(900_000), 'v') + end, 413],
  ['200,000 headers', multipart, part('body', '茶', 'X: 1\r\n'.repeat(150_000)) + end, 401],
  ['a part without an end', multipart, part('body', '\r\n--'.repeat(200_000)), 400],
  ['no part at all', multipart, '-'.repeat(900_000), 400],
  ['more than a text', multipart, part('body', 'a'.repeat(1_100_000)) + end, 413],
  ['nothing but quotation marks', multipart, part('body', '"'.repeat(900_000)) + end, 413],
  ['a file', multipart, part('body"; filename="tea.txt', '茶') + end, 401],
  ['no boundary', 'multipart/form-data', part('body', '茶') + end, 400],
  ['no form', 'text/plain', 'body=茶', 415],
];

test.for(bodies)('a stranger who sends %s gets a short answer', async ([, type, body, status]) => {
  const { app } = await openSite();
  const told = await supertest(app).post('/edit/articles/_new').type(type).send(body);
  expect(told.status).toBe(status);
  expect(told.text.length).toBeLessThan(64 * 1024);
});

test.each([
  ['with too many fields', encoded, 'a&'.repeat(8000), 413],
  ['longer than any', multipart, part('body', 'a'.repeat(1_100_000)) + end, 413],
  ['with a NUL', multipart, part('body', '\0') + part('to', 'a'.repeat(500_000)) + end, 400],
])('a form in chunks %s is refused, and its connection serves on', async (_, type, body, status) => {
  const { app } = await openSite();
  const server = app.listen(0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = async (method: string, path: string, chunks: string[]) => {
    const sent = request({ port, method, path, agent, headers: { 'Content-Type': type } });
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode, isReused: sent.reusedSocket };
  };
  const refused = await send('POST', '/edit/articles/_new', body.match(/[^]{1,16384}/g) ?? []);
  expect(refused).toMatchObject({ status });
  expect(await send('GET', '/healthz', [])).toEqual({ status: 200, isReused: true });
});

test('others get their turn after each chunk of a form, also when all of it is there', async () => {
  const message = new IncomingMessage(new Socket());
  onTestFinished(() => void message.destroy());
  message.headers['content-type'] = multipart;
  const chunks = 12;
  // A whole chunk for each read.
  for (let count = 0; count < chunks; count += 1) message.push(part(`n${count}`, 'a'.repeat(16_000)));
  message.push(end);
  message.push(null);
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const form = await readLargeForm(message);
  isOver = true;
  expect(form.size).toBe(chunks);
  expect(turns).toBeGreaterThanOrEqual(chunks);
});
