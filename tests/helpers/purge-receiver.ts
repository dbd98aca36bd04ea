import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { TestSite } from './site.ts';

export interface HeardPurge {
  headers: IncomingHttpHeaders;
  body: string;
  keys: string[];
}

/** Stands in for a cache in front, and records its purges. */
export interface PurgeReceiver {
  /** Settings of a site that purges it. */
  env: Record<string, string>;
  heard: HeardPurge[];
  /** Whether it was purged of one of these keys. */
  hasHeard(keys: readonly string[]): boolean;
  /** Statuses for the next requests, instead of 200; null closes the connection. */
  answers: (number | null)[];
  /** Stops listening. */
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

/** Keys by which an answer is purged from a cache in front. */
export function keysOf({ headers }: { headers: Record<string, string> }): string[] {
  return (headers['surrogate-key'] ?? '').split(' ').filter(Boolean);
}

/** Waits until the caches in front have been sent all purges, except the later repetitions. */
export async function allIsTold({ services: { db } }: TestSite): Promise<void> {
  const left = () => db.read.selectFrom('edge_purges').select('tag').where('due_at', '=', '').execute();
  await expect.poll(left).toEqual([]);
}
