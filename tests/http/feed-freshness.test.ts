import type { KyselyPlugin } from 'kysely';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { renameEntry } from '#server/features/editing/entries/rename.ts';
import { anAccount } from '../helpers/accounts.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import {
  feedFiles,
  get,
  linkOf,
  openFeedSite,
  origin,
  pathOf,
  readAtom,
  readJson,
} from '../helpers/feeds.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { markOf } from '../helpers/stored-pages.ts';

describe.for(engines)('on %s', (engine) => {
  test('paging leads through all articles once, and old pages stay', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [
        `articles/a${n}.md`,
        anArticle({ title: `第${n}篇`, publishedAt: new Date(Date.UTC(2026, 0, 1, n)).toISOString() }),
      ]),
    );
    const site = await openFeedSite({ engine, files: { 'authors/lin.md': anAuthor(), ...many } });
    const walk = async () => {
      const documents: { path: string; titles: (string | undefined)[] }[] = [];
      for (let path: string | undefined = '/feed.xml'; path !== undefined;) {
        const feed = await readAtom(site, path);
        expect(linkOf(feed, 'first')).toBe(`${origin}/feed.xml`);
        expect(linkOf(feed, 'self')).toBe(origin + path);
        expect(linkOf(feed, 'previous')).toBe(
          documents.length > 0 ? origin + documents.at(-1)?.path : undefined,
        );
        documents.push({ path, titles: feed.entries?.map((entry) => entry.title?.value) ?? [] });
        const next = linkOf(feed, 'next');
        path = next && pathOf(next);
      }
      return documents;
    };
    const before = await walk();
    expect(before.flatMap(({ titles }) => titles)).toEqual(
      Array.from({ length: 100 }, (_, n) => `第${99 - n}篇`),
    );
    expect(before.map(({ titles }) => titles.length)).toEqual([28, 24, 24, 24]);
    expect((await readJson(site, '/feed.json')).next_url).toBe(`${origin}/feed.json?page=3`);

    await site.import({
      'articles/new.md': anArticle({ title: '新', publishedAt: '2026-06-01T08:00:00+08:00' }),
    });
    await newsHasCome(site.services);
    const after = await walk();
    expect(after[0]?.titles[0]).toBe('新');
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  test('a feed is kept, and shows a change and a due article at once', async () => {
    const site = await openFeedSite({ engine });
    const first = await get(site, '/feed.xml');
    const again = await get(site, '/feed.xml');
    expect([first, again].map(markOf)).toEqual(['miss', 'hit']);
    const known = { 'If-None-Match': again.headers['etag'] ?? '' };
    expect((await get(site, '/feed.xml', known)).status).toBe(304);
    expect(first.text).not.toMatch(/草稿|將來/);

    await site.import({
      'articles/winter.md': anArticle({ title: '改了', publishedAt: '2026-01-01T08:00:00+08:00' }),
    });
    await newsHasCome(site.services);
    const changed = await get(site, '/feed.xml', known);
    expect(changed.status).toBe(200);
    expect(changed.text).toContain('改了');
    await site.import({ 'authors/lin.md': anAuthor({ name: '林改名' }) });
    await newsHasCome(site.services);
    expect((await get(site, '/feed.xml')).text).toContain('林改名');

    site.clock.set('2026-11-20T05:00:00.000Z');
    await expect.poll(async () => (await get(site, '/feed.xml')).text).toContain('將來');
    expect((await readAtom(site, '/feed.xml')).updated).toBe('2026-11-20T13:00:00+08:00');
  });

  test('a renamed article keeps its id, a renamed author leads on', async () => {
    const site = await openFeedSite({ engine });
    const before = await readAtom(site, '/author/lin/feed.xml');
    const { id: accountId } = await anAccount(site.services.db, { role: 'editor' });
    const editor = { accountId, name: '編輯', role: 'editor' as const };
    for (const [kind, from, to] of [
      ['articles', 'spring', 'spring-tea'],
      ['authors', 'lin', 'lin-zhiyuan'],
    ] as const) {
      const { key, version } = await site.services.db.read
        .selectFrom('entries')
        .select(['key', 'version'])
        .where('kind', '=', kind)
        .where('id', '=', from)
        .executeTakeFirstOrThrow();
      const rename = { editor, kind, key, version, id: to, mayTakeOver: false };
      expect(await renameEntry({ db: site.services.db, clock: site.clock }, rename)).toMatchObject({
        kind: 'done',
      });
    }
    await newsHasCome(site.services);
    const moved = await get(site, '/author/lin/feed.xml').expect(308);
    expect(moved.headers['location']).toBe('/author/lin-zhiyuan/feed.xml');
    const after = await readAtom(site, moved.headers['location'] ?? '');
    expect(after.id).toBe(before.id);
    expect(after.entries?.map((entry) => [entry.id, entry.updated])).toEqual(
      before.entries?.map((entry) => [entry.id, entry.updated]),
    );
    expect(linkOf(after.entries?.[0] ?? {}, 'alternate')).toBe(`${origin}/articles/spring-tea`);
    const text = await get(site, '/articles/spring.md').expect(308);
    expect(text.headers['location']).toBe('/articles/spring-tea.md');
  });
});

test('a feed has one spelling, and its parameters no others', async () => {
  const site = await openFeedSite({
    files: { ...feedFiles, 'authors/張若水.md': anAuthor({ name: '張若水' }) },
  });
  const moved = await get(site, '/author/%e5%bc%b5%E8%8B%A5%E6%B0%B4/feed.xml?x=1').expect(308);
  expect(moved.headers['location']).toBe('/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4/feed.xml?x=1');
  expect(markOf(await get(site, moved.headers['location'] ?? ''))).toBe('miss');
  expect(markOf(await get(site, '/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4/feed.xml'))).toBe('hit');
});

test('HEAD and every coding say of a feed what GET does', async () => {
  const site = await openFeedSite();
  const plain = await get(site, '/feed.xml', { 'Accept-Encoding': 'identity' });
  for (const coding of ['gzip', 'br', 'identity']) {
    const headers = { 'Accept-Encoding': coding };
    const head = await request(site.app).head('/feed.xml').set(headers).expect(200);
    expect(head.text ?? '').toBe('');
    expect(head.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
    expect(head.headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
    });
    const answer = await get(site, '/feed.xml', headers);
    expect(answer.headers['etag']).toBe(head.headers['etag']);
    if (coding !== 'br') expect(answer.text).toBe(plain.text);
  }
});

test.for(engines)('many who ask at once on %s for a feed wait for one reading', async (engine) => {
  const site = await openFeedSite({ engine });
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(site, '/feed.json')));
  expect(answers.map(markOf).filter((mark) => mark === 'miss')).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
});

test('a feed is sent as it was known while the database cannot be asked', async () => {
  const { services } = await openFeedSite();
  let isLost = false;
  const app = await createApp({
    ...services,
    db: {
      ...services.db,
      readForPages: services.db.readForPages.withPlugin(failingQueries(() => isLost)),
    },
    changeFeed: services.changeFeed,
  });
  const { text } = await get({ app }, '/feed.xml').expect(200);
  isLost = true;
  services.changeFeed.catchUp = () => false;
  services.changeFeed.catchUpForTurn = () => false;
  const stale = await get({ app }, '/feed.xml');
  expect([stale.status, markOf(stale), stale.text === text]).toEqual([200, 'stale', true]);
  await get({ app }, '/feed.json').expect(503);
});

/** Queries fail as they do when the server is gone. */
function failingQueries(isLost: () => boolean): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (isLost()) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
