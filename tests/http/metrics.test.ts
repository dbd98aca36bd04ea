import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrations } from '#server/db/migrations.ts';
import { noteOperation } from '#server/db/operations.ts';
import { metricsOf } from '#server/operate/metrics/metrics-of.ts';
import { metricsOfChildren } from '#server/operate/metrics/metrics-of-children.ts';
import { startMetricsServer } from '#server/operate/metrics/metrics-server.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { parseSamples, scrape } from '../helpers/metrics.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { openSite } from '../helpers/site.ts';

const env = { METRICS_PORT: '9464' };
const files = { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle() };

const requests = (kind: string, status: string) =>
  `qingye_http_requests_total{kind="${kind}",status="${status}"}`;

describe.for(engines)('on %s', (engine) => {
  test('requests are counted by what answered them', async () => {
    const { app, services } = await openSite({ engine, env, files });
    await anAccount(services.db);
    await newsHasCome(services);
    for (let n = 0; n < 3; n += 1) await get(app, '/articles').expect(200);
    await get(app, '/articles/none').expect(404);
    await get(app, '/articles/none').expect(404);
    await request(app).get('/articles/_payload.json').expect(200);
    await get(app, '/assets/none.js').expect(404);
    await get(app, '/edit/articles').expect(404);
    await get(app, '/healthz').expect(200);
    await request(app).get('/nope').set('Host', 'a, b').expect(400);
    await post(app, '/login', { email: 'lin@example.com', password: 'wrong' });
    await signedIn(app);
    const samples = await scrape(services);
    const counted = {
      [requests('stored', '2xx')]: 2,
      [requests('stored', '4xx')]: 1,
      [requests('page', '2xx')]: 2,
      [requests('page', '4xx')]: 2,
      [requests('file', '4xx')]: 1,
      [requests('edit', '4xx')]: 1,
      [requests('health', '2xx')]: 1,
      [requests('form', '3xx')]: 1,
      'qingye_http_request_duration_seconds_count{kind="stored"}': 3,
      qingye_http_requests_in_flight: 0,
      'qingye_page_store_answers_total{outcome="hit"}': 3,
      'qingye_page_store_answers_total{outcome="miss"}': 3,
      'qingye_sign_ins_total{outcome="signed-in"}': 1,
      'qingye_sign_ins_total{outcome="sign-in-failed"}': 1,
      qingye_database_up: 1,
      qingye_change_feed_hearing: 1,
      qingye_database_schema_version: Number.parseInt(migrations.at(-1)?.name ?? '', 10),
    };
    expect(Object.fromEntries(samples)).toMatchObject(counted);
    expect(samples.get('qingye_page_store_bytes')).toBeGreaterThan(1_000);
    expect(samples.get('qingye_database_query_duration_seconds_count')).toBeGreaterThan(10);
    expect(samples.has('qingye_database_pool_max_connections')).toBe(engine === 'postgres');
  });

  test('what operators did, and what waits, is told', async () => {
    const { services } = await openSite({ engine, env });
    const before = await scrape(services);
    expect([...before.keys()].filter((name) => name.includes('operation_finished'))).toEqual([]);
    const begunAt = Date.now();
    await noteOperation(services.db, 'import', 'first');
    await noteOperation(services.db, 'import', 'second');
    for (const file of ['a.jpg', 'b.jpg'])
      await services.db.write
        .insertInto('media_jobs')
        .values({ file, run_at: file.startsWith('a') ? '' : '9999', tries: 1 })
        .execute();
    const samples = await scrape(services);
    const at = samples.get('qingye_operation_finished_timestamp_seconds{kind="import"}') ?? 0;
    expect(at).toBeGreaterThanOrEqual(Math.floor(begunAt / 1000));
    expect(at).toBeLessThanOrEqual(Date.now() / 1000);
    expect(samples.get('qingye_media_jobs{state="waiting"}')).toBe(1);
    expect(samples.get('qingye_media_jobs{state="failed"}')).toBe(1);
  });
});

test('no address makes a series, and there are fewer than 500', async () => {
  const { app, services } = await openSite({ env });
  await get(app, '/articles').expect(200);
  const before = await scrape(services);
  expect(before.size).toBeLessThan(500);
  for (let n = 0; n < 40; n += 1) {
    await request(app).get(`/a${n}/b${n}?c${n}`);
    await request(app).post(`/edit/d${n}`);
  }
  const after = await scrape(services);
  // The kinds of what is open in a process come and go with it, and a kind of collection is there from its first one.
  const named = (samples: typeof after) =>
    [...samples.keys()].filter((name) => !/^nodejs_(?:active|gc)_/.test(name));
  expect(named(after)).toEqual(named(before));
});

test('processes of a machine are one', async () => {
  const one = await openSite({ env });
  const other = await openSite({ env });
  await get(one.app, '/articles');
  await get(other.app, '/articles');
  await other.services.db.close();
  const samples = await scrape(one.services, other.services);
  expect(samples.get(requests('page', '2xx'))).toBe(2);
  expect(samples.get('qingye_database_up')).toBe(0);
  expect(samples.get('qingye_build_info{version="0.1.0",build="test-build",engine="sqlite"}')).toBe(2);
  expect(samples.get('process_start_time_seconds')).toBeGreaterThan(1e9);
  expect(samples.get('process_start_time_seconds')).toBeLessThan(Date.now() / 1000 + 1);
});

test('a process that does not answer is left out', async () => {
  const { services } = await openSite({ env });
  const collect = async () => [await metricsOf(services), null, undefined];
  const server = await startMetricsServer({ port: 0, host: '127.0.0.1', collect });
  onTestFinished(() => server.close());
  expect(await (await fetch(server.url)).text()).toContain('qingye_build_info');
});

test('what processes have counted does not fall when one ends or is silent', async () => {
  const sites = await Promise.all([openSite({ env }), openSite({ env }), openSite({ env })]);
  for (const { app } of sites) await get(app, '/articles').expect(200);
  /** Which of them serve, and which of those answer. */
  let serving = [0, 1];
  let silent: number[] = [];
  const ask = (_question: string, deadlineMs: number) => {
    expect(deadlineMs).toBeGreaterThan(5_000);
    return Promise.all(
      serving.map(async (pid) => {
        const services = silent.includes(pid) ? undefined : sites[pid]?.services;
        return { pid, answer: services ? await metricsOf(services) : null };
      }),
    );
  };
  const endings = { served: 1, 'never ready': 0, hung: 0 };
  const collect = metricsOfChildren({ ask, endings }, { fallbacks: 0 });
  const server = await startMetricsServer({ port: 0, host: '127.0.0.1', collect });
  onTestFinished(() => server.close());
  const read = async () => {
    const samples = parseSamples(await (await fetch(server.url)).text());
    return [
      samples.get(requests('page', '2xx')),
      samples.get('qingye_http_request_duration_seconds_count{kind="page"}'),
      samples.get('qingye_build_info{version="0.1.0",build="test-build",engine="sqlite"}'),
    ];
  };
  expect(await read()).toEqual([2, 2, 2]);
  silent = [1];
  expect(await read()).toEqual([2, 2, 1]);
  [serving, silent] = [[0, 2], []];
  for (let n = 0; n < 2; n += 1) expect(await read()).toEqual([3, 3, 2]);
  serving = [2];
  expect(await read()).toEqual([3, 3, 1]);
  const text = await (await fetch(server.url)).text();
  expect(text).toContain('qingye_process_ended_total{how="served"} 1');
  // Nothing known is nothing to be read as well.
  silent = [2];
  expect((await fetch(server.url)).status).toBe(503);
});

test('nothing else is at that port, and a failure says so', async () => {
  const collect = async () => {
    throw new Error('a secret');
  };
  const server = await startMetricsServer({ port: 0, host: '127.0.0.1', collect });
  onTestFinished(() => server.close());
  const other = await fetch(new URL('/', server.url));
  expect([other.status, await other.text()]).toEqual([404, 'The metrics are at /metrics.\n']);
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(404);
  const failed = await fetch(server.url);
  expect([failed.status, await failed.text()]).toEqual([503, 'The metrics could not be read.\n']);
});

test('a site without the port counts no requests, and has no metrics at its own', async () => {
  const { app, services } = await openSite();
  await get(app, '/metrics').expect(404);
  const samples = await scrape(services);
  expect([...samples].filter(([name, count]) => name.startsWith('qingye_http') && count > 0)).toEqual([]);
});
