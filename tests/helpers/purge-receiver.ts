import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { TestSite } from './site.ts';

export interface HeardPurge {
  headers: IncomingHttpHeaders;
  body: string;
  keys: string[];
}

/** Stands in the place of a cache in front, and notes what it is told to forget. */
export interface PurgeReceiver {
  /** The settings of a site that tells it. */
  env: Record<string, string>;
  heard: HeardPurge[];
  /** Whether it was told to forget what has one of these keys. */
  hasHeard(keys: readonly string[]): boolean;
  /** What it answers to the next requests, instead of 200; null closes the connection. */
  answers: (number | null)[];
  /** From now on nobody listens. */
  close(): Promise<void>;
  /** At the same address as before. */
  listen(): Promise<void>;
}

export const purgeSecret = 'a-secret-that-is-long-enough';

export async function openPurgeReceiver(): Promise<PurgeReceiver> {
  const heard: HeardPurge[] = [];
  const answers: (number | null)[] = [];
  let server: Server | null = null;
  let port = 0;

  const receiver: PurgeReceiver = {
    env: { CDN_MAX_AGE: '3600', PURGE_SECRET: purgeSecret },
    heard,
    answers,
    hasHeard: (keys) => heard.some((purge) => purge.keys.some((key) => keys.includes(key))),
    async close() {
      const closing = server;
      server = null;
      closing?.closeAllConnections();
      await new Promise((resolve) => (closing ? closing.close(resolve) : resolve(null)));
    },
    async listen() {
      const listening = createServer(async (request, response) => {
        const { headers } = request;
        let body = '';
        for await (const chunk of request) body += String(chunk);
        const answer = answers.length === 0 ? 200 : answers.shift();
        if (answer === 200) heard.push({ headers, body, keys: JSON.parse(body).tags });
        if (answer === null || answer === undefined) response.destroy();
        else response.writeHead(answer).end();
      });
      server = listening;
      await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
      port = (listening.address() as AddressInfo).port;
    },
  };
  await receiver.listen();
  receiver.env['PURGE_URL'] = `http://127.0.0.1:${port}/purge`;
  onTestFinished(() => receiver.close());
  return receiver;
}

/** The keys by which a cache in front is told to forget an answer. */
export function keysOf({ headers }: { headers: Record<string, string> }): string[] {
  return (headers['surrogate-key'] ?? '').split(' ').filter(Boolean);
}

/** Until the caches in front have been told of everything, but for what is told again later to be sure. */
export async function allIsTold({ services: { db } }: TestSite): Promise<void> {
  const left = () => db.read.selectFrom('edge_purges').select('tag').where('due_at', '=', '').execute();
  await expect.poll(left).toEqual([]);
}
