import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/db/open-database.ts';
import { randomNumbers } from '../tools/random-numbers.ts';
import { sendRequest } from '../tools/send-request.ts';
import { writeNumber } from './stale-answers.ts';

export interface EdgeTraffic {
  asked: number;
  /** Of those, how many the cache in front answered by itself. */
  hits: number;
  failed: number;
  writes: number;
  /** Of each answer that showed something old: how long before its request the newer had been acknowledged. */
  staleMs: number[];
  /** Of each write: from its acknowledgement until the first request that was shown it. */
  seenMs: number[];
}

interface Course {
  db: Database;
  /** Of the cache in front. */
  origin: string;
  minutes: number;
}

/** Of the traffic alone, beside which each write is looked for. */
const perSecond = 500;
const everyMs = 10;
const lookEveryMs = 5;
const maxLookMs = 10_000;
const connections = 64;
/** Before Varnish ends what is idle, after five seconds: a request that is on its way just then fails. */
const idleMs = 3_000;

/**
 * Asks for what a site has, the n-th address about 1/n as often as the first, by visitors of whom one in ten has chosen
 * a colour mode. Once a second a product gets the next number for its name, and no answer should show an older.
 */
export async function drive({ db, origin, minutes }: Course): Promise<EdgeTraffic> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections, timeout: idleMs });
  /** Who looks for a write does not wait for the others. */
  const ownAgent = new http.Agent({ keepAlive: true, timeout: idleMs });
  const { addresses, products } = await listAddresses(db);
  const random = randomNumbers(1);
  const traffic: EdgeTraffic = { asked: 0, hits: 0, failed: 0, writes: 0, staleMs: [], seenMs: [] };
  /** When each number of a product was acknowledged. */
  const acknowledged = new Map(products.map((id) => [id, new Map<number, number>()]));

  /** The number that the product's page shows; null when it has not been written yet. */
  async function look(path: string, cookie: string, isTraffic: boolean): Promise<number | null> {
    const askedAt = performance.now();
    const answer = await ask(origin + path, cookie, isTraffic ? agent : ownAgent).catch(() => null);
    if (isTraffic) {
      traffic.asked += 1;
      if (answer?.isHit) traffic.hits += 1;
      if (answer?.status !== 200) traffic.failed += 1;
    }
    const id = /^\/product\/info\/([^/]+)/.exec(path)?.[1];
    const numbers = id === undefined ? undefined : acknowledged.get(decodeURIComponent(id));
    const shown = Number(/第(\d+)次/.exec(answer?.body ?? '')?.[1] ?? 0);
    if (answer?.status !== 200 || numbers === undefined) return null;
    const newerAt = [...numbers]
      .filter(([number, at]) => number > shown && at <= askedAt)
      .map(([, at]) => at);
    if (newerAt.length > 0) traffic.staleMs.push(askedAt - Math.min(...newerAt));
    return shown;
  }

  async function write(number: number): Promise<void> {
    const id = products[random(products.length)] ?? '';
    const path = `/product/info/${encodeURIComponent(id)}`;
    // So that there is something to be forgotten.
    await look(path, '', false);
    await writeNumber(db, id, number);
    const at = performance.now();
    acknowledged.get(id)?.set(number, at);
    traffic.writes += 1;
    for (;;) {
      const askedAt = performance.now();
      const shown = await look(path, '', false);
      if ((shown ?? 0) >= number || askedAt - at > maxLookMs) {
        traffic.seenMs.push(askedAt - at);
        return;
      }
      await delay(lookEveryMs);
    }
  }

  /** Each is asked for once: a cache in front is not empty for long. */
  async function warm(): Promise<void> {
    const left = addresses.flatMap((path) =>
      path.endsWith('.json') ? [[path, ''] as const] : modes.map((mode) => [path, mode] as const),
    );
    const next = async (): Promise<void> => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await look(...one, false);
    };
    await Promise.all(Array.from({ length: 8 }, next));
  }

  const waiting = new Set<Promise<unknown>>();
  const keep = (work: Promise<unknown>) => {
    waiting.add(work);
    void work.finally(() => waiting.delete(work));
  };
  await warm();
  let sent = 0;
  let number = 0;
  const begunAt = performance.now();
  let nextWriteAt = begunAt;
  while (performance.now() - begunAt < minutes * 60_000) {
    const due = ((performance.now() - begunAt) / 1000) * perSecond;
    for (; sent < due; sent += 1) {
      const path = addresses[Math.floor(addresses.length ** (random(1_000_000) / 1_000_000)) - 1] ?? '/';
      keep(look(path, random(10) === 0 ? (modes[1 + random(2)] ?? '') : '', true));
    }
    if (performance.now() >= nextWriteAt) {
      nextWriteAt += 1000;
      keep(write((number += 1)));
    }
    await delay(everyMs);
  }
  await Promise.all(waiting);
  agent.destroy();
  ownAgent.destroy();
  return traffic;
}

const modes = ['', 'color-mode=dark', 'color-mode=light'];

/**
 * Of a shop of 20,000 products the lists, and what is asked for of the products and articles: of one the page, of the
 * next the data, as the site's script asks for it.
 */
async function listAddresses(db: Database): Promise<{ addresses: string[]; products: string[] }> {
  const ids = async (table: 'products' | 'articles', limit: number) => {
    const rows = await db.read
      .selectFrom(table)
      .select('id')
      .where('status', '=', 'published')
      .where('published_at', '<', new Date().toISOString())
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  };
  const products = await ids('products', 2_500);
  const things = [
    ...(await ids('articles', 300)).map((id) => `/articles/${encodeURIComponent(id)}`),
    ...products.map((id) => `/product/info/${encodeURIComponent(id)}`),
  ].map((path, n) => (n % 2 === 0 ? path : `${path}/_payload.json`));
  const lists = ['/', '/articles', '/product', '/product?page=2', '/_payload.json', '/product/_payload.json'];
  return { addresses: [...lists, ...things], products };
}

interface EdgeAnswer {
  status: number;
  isHit: boolean;
  body: string;
}

async function ask(url: string, cookie: string, agent: http.Agent): Promise<EdgeAnswer> {
  const headers = { Accept: 'text/html', ...(cookie !== '' && { Cookie: cookie }) };
  const answer = await sendRequest(url, { headers, agent });
  return {
    status: answer.status,
    isHit: String(answer.headers['server-timing']).includes('edge;desc=hit'),
    body: answer.body.toString(),
  };
}
