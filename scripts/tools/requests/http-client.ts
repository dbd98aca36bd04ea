import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest } from './send-request.ts';
import type { Program } from '../servers/programs.ts';

export interface Answer {
  status: number;
  body: string;
  /** From sending the request to the last byte. */
  ms: number;
}

/** Opens a single persistent connection that sends one request after the other. */
export function openConnection(): { get(url: string): Promise<Answer>; close(): void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return { get: (url) => get(url, agent), close: () => agent.destroy() };
}

/** Repeats a request to a starting program until it answers 200. */
export async function untilAnswered(
  url: string,
  { program, limitMs }: { program: Program; limitMs: number },
): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const status = await get(url).then(
      (answer) => answer.status,
      () => null,
    );
    if (status === 200) return;
    if (program.hasEnded()) throw new Error(`what should answer at ${url} has ended`);
    if (performance.now() > deadline) {
      throw new Error(`${url} did not answer 200 within ${limitMs / 1000} s, but ${status ?? 'not at all'}`);
    }
    await delay(5);
  }
}

/** Sends a GET request without Accept-Encoding. */
export async function get(url: string, agent: http.Agent | false = false): Promise<Answer> {
  const startedAt = performance.now();
  const { status, body } = await getBytes(url, {}, agent);
  return { status, body: body.toString('utf8'), ms: performance.now() - startedAt };
}

interface Bytes {
  status: number;
  /** Names in lower case; `date` and the headers of the connection are left out. */
  headers: Record<string, string>;
  /** Body as received, possibly compressed. */
  body: Buffer;
}

export async function getBytes(
  url: string,
  headers: Record<string, string>,
  agent: http.Agent | false = false,
): Promise<Bytes> {
  const answer = await sendRequest(url, { headers, agent });
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...own } = answer.headers;
  const named = Object.entries(own).map(([name, value]) => [name, String(value)]);
  return { ...answer, headers: Object.fromEntries(named) };
}
