import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTeller } from '#server/features/tell/teller.ts';
import { webSub as hubOf } from '#server/features/tell/web-sub.ts';
import { anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import { engines, silentLog, type EngineName } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ tags: ['製茶'] }),
  'products/baozhong.md': aProduct(),
};

/** A hub that answers what it is told to, or 204, and notes what it hears. */
async function openHub() {
  const heard: { mode: string | null; feeds: string[] }[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const form = new URLSearchParams(text);
    heard.push({ mode: form.get('hub.mode'), feeds: form.getAll('hub.url') });
    response.statusCode = answers.shift() ?? 204;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { heard, answers, url: `http://127.0.0.1:${port}/` };
}

async function open(engine: EngineName) {
  const clock = aClockAt('2026-11-20T04:00:00.000Z');
  const site = await openSite({ engine, clock, files, env: { PUBLIC_URL: 'https://tea.example' } });
  const { services } = site;
  await newsHasCome(services);
  const hub = await openHub();
  const turn = { isMine: true };
  const receiver = hubOf(hub.url, { origin: 'https://tea.example', basePath: '/shop/' });
  const webSub = createTeller(receiver, {
    ...services,
    log: silentLog,
    isMine: () => turn.isMine,
  });
  onTestFinished(() => webSub.close());
  /** Writes as an editor would, and waits for the news. */
  const write = async (more: Record<string, string>) => {
    await site.import(more);
    await newsHasCome(services);
  };
  return { write, webSub, hub, clock, turn };
}

const at = (time: string) => `2026-11-20T${time}.000Z`;

const feedsOf = (...pages: string[]) =>
  pages.flatMap((page) => {
    const [path = '', query] = page.split('?');
    return ['xml', 'json'].map(
      (ending) => `https://tea.example/shop${path}/feed.${ending}${query ? `?${query}` : ''}`,
    );
  });

const tagPage = `/articles/tag/${encodeURIComponent('製茶')}`;

describe.for(engines)('on %s', (engine) => {
  test('a hub hears once of all feeds that have what has changed', async () => {
    const { write, webSub, hub, clock } = await open(engine);
    await write({ 'articles/spring.md': anArticle({ title: '改了', tags: ['製茶'] }) });
    await write({ 'products/baozhong.md': aProduct({ price: 700 }) });
    await webSub.work();
    expect(hub.heard).toEqual([]);
    clock.set(at('04:00:10'));
    await webSub.work();
    const category = `/product?category=${encodeURIComponent('茶葉')}`;
    expect(hub.heard).toEqual([
      { mode: 'publish', feeds: feedsOf('', '/product', '/author/lin', tagPage, category) },
    ]);
    clock.set(at('04:10:00'));
    await webSub.work();
    expect(hub.heard).toHaveLength(1);
  });

  test('a hub hears nothing from a process whose turn it is not', async () => {
    const { write, webSub, hub, clock, turn } = await open(engine);
    turn.isMine = false;
    await write({ 'articles/spring.md': anArticle({ title: '改了' }) });
    clock.set(at('04:00:10'));
    await webSub.work();
    turn.isMine = true;
    await webSub.work();
    expect(hub.heard).toEqual([]);
  });

  test('a hub hears nothing of drafts, and of a scheduled article when it is due', async () => {
    const { write, webSub, hub, clock } = await open(engine);
    await write({ 'articles/draft.md': anArticle({ status: 'draft' }) });
    await write({ 'articles/soon.md': anArticle({ publishedAt: '2026-11-20T13:00:00+08:00' }) });
    clock.set(at('04:01:00'));
    await webSub.work();
    expect(hub.heard).toEqual([]);
    clock.set(at('05:00:00'));
    await webSub.work();
    clock.set(at('05:00:10'));
    await webSub.work();
    expect(hub.heard).toEqual([{ mode: 'publish', feeds: feedsOf('', '/author/lin') }]);
  });
});

test('a hub that fails is asked again, later each time, and not for ever', async () => {
  const { write, webSub, hub, clock } = await open('sqlite');
  hub.answers.push(500, 503, 429, 500, 500, 500, 204);
  await write({ 'articles/spring.md': anArticle({ title: '改了' }) });
  const asked: number[] = [];
  const begin = clock.now();
  for (let second = 0; second < 4 * 3600; second += 10) {
    clock.set(new Date(begin + second * 1000).toISOString());
    const before = hub.heard.length;
    await webSub.work();
    if (hub.heard.length > before) asked.push(second);
  }
  expect(asked).toEqual([10, 20, 50, 140, 410, 1220]);
});

test('a hub that refuses is not asked again', async () => {
  const { write, webSub, hub, clock } = await open('sqlite');
  hub.answers.push(400);
  await write({ 'articles/spring.md': anArticle({ title: '改了' }) });
  for (const time of ['04:00:10', '04:01:00', '05:30:00']) {
    clock.set(at(time));
    await webSub.work();
  }
  expect(hub.heard).toHaveLength(1);
});
