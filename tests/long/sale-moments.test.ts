import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { isoAt } from '#server/base/clock.ts';
import { openDatabase, writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { hasNginx, openCachingNginx } from '#scripts/tools/servers/open-nginx.ts';
import { hasVarnish, openVarnish } from '#scripts/tools/servers/open-varnish.ts';
import { sendRequest, type HttpAnswer } from '#scripts/tools/requests/send-request.ts';
import { startSite } from '../helpers/built-site.ts';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines, silentLog, temporaryFolder, urlOf } from '../helpers/databases.ts';
import { browserAgent } from '../helpers/edge-site.ts';
import { limitMs } from '../helpers/limit.ts';
import { startTwo } from '../helpers/several-processes.ts';
import { openSite } from '../helpers/site.ts';

const minAnswers = 10_000;
const clients = 16;
const indexes = Array.from({ length: 12 }, (_, i) => i);
const files: Files = Object.fromEntries(
  indexes.map((i) => [`products/p${i}.md`, aProduct({ name: `限時茶 ${i}`, price: 1000 + i })]),
);

const addresses = [
  ...indexes.flatMap((i) => [`/product/info/p${i}`, `/product/info/p${i}/_payload.json`]),
  ...['/product', '/product?sort=price-asc', '/product/_payload.json', '/product/feed.json'],
  ...['/search?q=限時茶&kind=products', '/search/_payload.json?q=限時茶&kind=products'],
].map(encodeURI);
/** Pages of all products are asked for as often as all others together. */
const isOfAll = (address: string) => !address.includes('/info/');
const asked = [
  ...addresses.filter((address) => !isOfAll(address)),
  ...Array.from({ length: 4 }, () => addresses.filter(isOfAll)).flat(),
];

interface Sale {
  price: number;
  from: number;
  /** Infinity: it has no end. */
  until: number;
}

/** Begins and ends at each of ten seconds: half of the sales end. */
function plan(first: number): Sale[] {
  return indexes.map((i) => ({
    price: 500 - i,
    from: first + (i % 6) * 1000,
    until: i % 2 === 0 ? first + (4 + (i % 6)) * 1000 : Infinity,
  }));
}

async function writeSales(db: Database, sales: readonly Sale[]): Promise<void> {
  await writeTransaction(db, async (trx) => {
    for (const [i, { price, from, until }] of sales.entries())
      await trx
        .updateTable('products')
        .set({
          sale_price: price,
          sale_price_from: isoAt(from),
          sale_price_until: until === Infinity ? null : isoAt(until),
        })
        .where('id', '=', `p${i}`)
        .execute();
  });
}

const priceAt = (i: number, { price, from, until }: Sale, at: number) =>
  from <= at && at < until ? price : 1000 + i;

/** Prices that an answer shows, by the numbers of their products. */
function pricesIn(address: string, body: string): [i: number, price: number][] {
  if (address.includes('feed'))
    return JSON.parse(body).items.map(({ url, content_html }: { url: string; content_html: string }) => [
      Number(/p(\d+)$/.exec(url)?.[1]),
      Number(/NT\$([\d,]+)/.exec(content_html)?.[1]?.replace(',', '')),
    ]);
  const [, data = ''] = /id="page-data">([^<]*)/.exec(body) ?? [];
  const prices = offersIn(JSON.parse(data === '' ? body : data));
  const [, amount] = /product:price:amount" content="(\d+)"/.exec(body) ?? [];
  const [, ofPage] = /\/p(\d+)$/.exec(address) ?? [];
  return amount === undefined ? prices : [...prices, [Number(ofPage), Number(amount)]];
}

function offersIn(value: unknown): [i: number, price: number][] {
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'id' in value && 'price' in value && typeof value.id === 'string' && typeof value.price === 'number'
      ? [[Number(value.id.slice(1)), value.price] satisfies [number, number]]
      : [];
  return [...own, ...Object.values(value).flatMap(offersIn)];
}

interface Course {
  site: string;
  front: string;
  sales: readonly Sale[];
}

/**
 * Asks for all addresses, of the site and of the cache in front by turns, until the last sale is over. An answer may show
 * any price that was right between its request and its end, and none from before.
 */
async function ask({ site, front, sales }: Course) {
  const moments = [...new Set(sales.flatMap(({ from, until }) => [from, until]))].filter(Number.isFinite);
  const last = Math.max(...moments);
  const wrong: string[] = [];
  let answers = 0;
  let hits = 0;
  let isOver = false;

  function judge(url: string, { body }: HttpAnswer, [sentAt, cameAt]: readonly [number, number]): void {
    const prices = pricesIn(url, body.toString());
    const times = [sentAt, ...moments.filter((moment) => moment > sentAt && moment <= cameAt)];
    for (const [i, price] of prices) {
      const sale = sales[i];
      if (sale === undefined || times.every((at) => priceAt(i, sale, at) !== price))
        wrong.push(`${url} at ${isoAt(sentAt)}: p${i} for ${price}`);
    }
    if (prices.length < (isOfAll(url) ? indexes.length : 1))
      wrong.push(`${url} shows ${prices.length} prices`);
  }

  async function visit(client: number): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = client; answers < minAnswers || !isOver; n += 1) {
      const url = ((n + client) % 2 === 0 ? front : site) + asked[(n * 7) % asked.length];
      const sentAt = Date.now();
      const headers = {
        Accept: url.includes('json') ? 'application/json' : 'text/html',
        'User-Agent': browserAgent,
      };
      const answer = await sendRequest(url, { agent, headers });
      judge(url, answer, [sentAt, Date.now()]);
      answers += 1;
      const mark = `${answer.headers['server-timing']} ${answer.headers['x-cache-status']}`;
      if (/edge;desc=hit|HIT/.test(mark)) hits += 1;
      isOver ||= sentAt > last + 2_000;
    }
    agent.destroy();
  }

  await Promise.all(Array.from({ length: clients }, (_, client) => visit(client)));
  return { answers, hits, wrong };
}

async function orderOf(origin: string): Promise<string[]> {
  const { body } = await sendRequest(`${origin}/product/_payload.json?sort=price-asc`);
  return JSON.parse(body.toString()).data.product.items.map(({ id }: { id: string }) => id);
}

const courses = [
  ...(engines.includes('postgres') && hasVarnish
    ? [{ engine: 'postgres', processes: '4', open: openVarnish } as const]
    : []),
  ...(hasNginx ? [{ engine: 'sqlite', processes: '1', open: openCachingNginx } as const] : []),
];

test.for(courses)(
  'with $processes processes on $engine and a cache in front, a sale begins and ends at its moments',
  async ({ engine, processes, open }) => {
    const seed = await openSite({ engine, files });
    const { database } = seed.services.config;
    await seed.services.close();
    const port = await findFreePort();
    const front = await open(port);
    onTestFinished(() => front.remove());
    const env = {
      ...{ DATABASE_URL: urlOf(database), DATA_DIR: temporaryFolder(), SAMPLE_CONTENT: 'off' },
      ...{ PORT: String(port), PUBLIC_URL: 'https://tea.example', PROCESSES: processes },
      ...front.env,
      // Longer than any of the sales.
      CDN_MAX_AGE: '3600',
    };
    const site = processes === '1' ? await startSite(production, env) : await startTwo('sqlite', { env });
    await expect
      .poll(() => site.output().match(/a further process serves/g)?.length ?? 0)
      .toBe(Number(processes) - 1);
    await front.start();
    const db = await openDatabase(database, silentLog);
    onTestFinished(() => db.close());
    // After the first requests, on a busy machine too.
    const first = Math.ceil((Date.now() + limitMs(6_000)) / 1000) * 1000;
    const sales = plan(first);
    await writeSales(db, sales);

    const { answers, hits, wrong } = await ask({ site: site.origin, front: front.origin, sales });
    expect(wrong).toEqual([]);
    expect(answers).toBeGreaterThanOrEqual(minAnswers);
    expect(hits).toBeGreaterThan(100);

    const final = indexes.map((i) => ({
      id: `p${i}`,
      price: (i % 2 === 0 ? 1000 : 500) + (i % 2 === 0 ? i : -i),
    }));
    const right = final.toSorted((a, b) => a.price - b.price).map(({ id }) => id);
    // Connections of their own: each process answers some.
    const orders = () => Promise.all(Array.from({ length: 12 }, () => orderOf(site.origin)));
    await expect.poll(orders).toEqual(Array.from({ length: 12 }, () => right));
  },
);
