import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { withBase } from '#shared/address/paths.ts';
import { createClock } from '#server/base/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { openForVisitors } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import { listAddresses } from './list-addresses.ts';
import { openRendering } from './rendering.ts';

interface CompareOptions {
  config: Config;
  to: DatabaseConfig;
  count: number;
  /** Brings the target up to date with the source. */
  follow: () => Promise<void>;
}

/** Most tries of a page that is written to so often that the databases rarely match. */
const attempts = 20;

/**
 * Renders addresses of all kinds from both databases, at the same moment of the clock, and compares the answers byte
 * for byte. The site goes on meanwhile: pages that differ are tried again, each right after the target was brought up
 * to date. Resolves to their number, and the first that stays different.
 */
export async function comparePages({
  config,
  to,
  count,
  follow,
}: CompareOptions): Promise<{ compared: number; different: string | null }> {
  if (count === 0) return { compared: 0, different: null };
  const now = Date.now();
  const clock = createClock(() => now);
  const addresses = await listAddressesOf(config.database, count);
  const renderings = [
    await openRendering(config, config.database, clock),
    await openRendering(config, to, clock),
  ] as const;
  const servers = await Promise.all(renderings.map(({ app }) => listen(createServer(app))));
  try {
    const isSame = async (address: string) => {
      const path = withBase(config.basePath, address);
      const [before, after] = await Promise.all(servers.map((server) => ask(server, path)));
      return before === after;
    };
    const becomesSame = async (address: string) => {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        await follow();
        if (await isSame(address)) return true;
      }
      return false;
    };
    await follow();
    const suspected: string[] = [];
    for (const address of addresses) if (!(await isSame(address))) suspected.push(address);
    for (const address of suspected)
      if (!(await becomesSame(address))) return { compared: addresses.length, different: address };
    return { compared: addresses.length, different: null };
  } finally {
    for (const server of servers) server.close();
    for (const { close } of renderings) await close();
  }
}

async function listAddressesOf(database: DatabaseConfig, count: number): Promise<string[]> {
  const db = await openForVisitors(database, createLog('silent'));
  try {
    return await listAddresses(db.read, count);
  } finally {
    await db.close();
  }
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The answer as one piece: its status, its headers about the content, and its text without the id of the request. */
async function ask(server: Server, path: string): Promise<string> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  // Addresses that are made of the host are the same from both.
  const headers = { Host: 'localhost', Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (move)' };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, resolve).on('error', reject).end();
  });
  const described = describing.map((name) => `${name}: ${String(answer.headers[name])}`);
  const requestId = String(answer.headers['x-request-id']);
  // Each byte as a letter.
  const body = (await buffer(answer)).toString('latin1').replaceAll(requestId, '');
  return [answer.statusCode, ...described, body].join('\n');
}

const describing = ['content-type', 'etag', 'location', 'link', 'cache-control'];
