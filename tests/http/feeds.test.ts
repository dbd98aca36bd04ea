import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anAccount } from '../helpers/accounts.ts';
import { aDrawing, anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { keyOf } from '../helpers/entries.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';
import { renameEntry } from '#server/features/editing/rename.ts';
import { writeTransaction } from '#server/db/open-database.ts';

const origin = 'https://tea.example';
const env = { PUBLIC_URL: origin };
const now = '2026-11-20T04:00:00.000Z';

const body = [
  '見[包種茶](/product/info/baozhong)與[第一節](#s-一)。',
  '![茶](media/tea.svg)',
  '## 一',
  '他說"茶"。[外面](https://example.org/)[^1]',
  '[^1]: 註。',
].join('\n\n');

const files: Files = {
  'site.yaml': 'name: 清葉\ndescription: 茶的雜誌。\n',
  'media/tea.svg': aDrawing,
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'articles/spring.md': anArticle(
    {
      title: '春茶 <日記> & 😀',
      summary: '一句話。',
      cover: 'media/tea.svg',
      coverAlt: '茶',
      tags: ['製茶', '春天'],
      updatedAt: '2026-02-03T09:30:00+08:00',
    },
    body,
  ),
  'articles/winter.md': anArticle({ title: '冬茶', tags: ['a/b'], publishedAt: '2026-01-01T08:00:00+08:00' }),
  'articles/draft.md': anArticle({ title: '草稿', status: 'draft' }),
  'articles/soon.md': anArticle({ title: '將來', publishedAt: '2026-11-20T13:00:00+08:00' }),
  'products/baozhong.md': aProduct({ images: [{ src: 'media/tea.svg', alt: '茶' }] }),
  'products/pot.md': aProduct({ name: '壺', category: '茶器 & 杯' }),
};

interface Options {
  engine?: EngineName;
  env?: Record<string, string>;
  files?: Files;
}

async function open({ engine = 'sqlite', env: more, files: others = files }: Options = {}) {
  const clock = aClockAt(now);
  const site = await openSite({ engine, clock, files: others, env: { ...env, ...more } });
  await newsHasCome(site.services);
  return { ...site, clock };
}

type Asked = Pick<TestSite, 'app'>;

const get = ({ app }: Asked, path: string, headers: Record<string, string> = {}) =>
  request(app).get(path).set(headers).buffer();

async function atom(site: Asked, path: string) {
  return parseAtomFeed((await get(site, path).expect(200)).text);
}

async function json(site: Asked, path: string) {
  return parseJsonFeed((await get(site, path).expect(200)).text);
}

function linkOf(feed: { links?: { rel?: string; href?: string }[] }, rel: string): string | undefined {
  return feed.links?.find((link) => link.rel === rel)?.href;
}

/** The path of an address of the site. */
function pathOf(address: string): string {
  expect(address).toMatch(/^https:\/\/tea\.example\//);
  return address.slice(origin.length);
}

const markOf = (response: { headers: Record<string, string> }) =>
  /desc=(\w+)/.exec(response.headers['server-timing'] ?? '')?.[1];

describe.for(engines)('on %s', (engine) => {
  test('a reader finds in an Atom feed what is on the pages', async () => {
    const site = await open({ engine });
    const answer = await get(site, '/feed.xml').expect(200);
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(answer.text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<feed [^>]*xml:lang="zh-TW"/);
    const feed = parseAtomFeed(answer.text);
    expect(feed).toMatchObject({
      id: 'tag:tea.example,2026:articles',
      title: { value: '清葉' },
      subtitle: { value: '茶的雜誌。' },
      updated: '2026-02-03T09:30:00+08:00',
      icon: `${origin}/icon-192.png`,
      authors: [{ name: '清葉', uri: `${origin}/` }],
    });
    expect(linkOf(feed, 'self')).toBe(`${origin}/feed.xml`);
    expect(linkOf(feed, 'alternate')).toBe(`${origin}/articles`);
    expect(feed.entries?.map((entry) => entry.title?.value)).toEqual(['春茶 <日記> & 😀', '冬茶']);
    const key = await writeTransaction(site.services.db, (trx) => keyOf(trx, 'articles', 'spring'));
    expect(feed.entries?.[0]).toMatchObject({
      id: `tag:tea.example,2026:${key}`,
      published: '2026-01-02T08:00:00+08:00',
      updated: '2026-02-03T09:30:00+08:00',
      authors: [{ name: '林知遠', uri: `${origin}/author/lin` }],
      categories: [{ term: '製茶' }, { term: '春天' }],
      summary: { value: '一句話。' },
      content: { type: 'html' },
    });
    const html = feed.entries?.[0]?.content?.value ?? '';
    expect(html).toContain(`<a href="${origin}/product/info/baozhong">包種茶</a>`);
    expect(html).toContain(`<a href="${origin}/articles/spring#s-一"`.replace('一', '%E4%B8%80'));
    expect(html).toMatch(
      /<img src="https:\/\/tea\.example\/media\/\w+\.svg" alt="茶" width="40" height="30">/,
    );
    expect(html).toContain('他說&quot;茶&quot;。<a href="https://example.org/" rel="noopener noreferrer">');
    expect(html).toMatch(/href="https:\/\/tea\.example\/articles\/spring#fn1"/);
    expect(html).not.toMatch(/srcset|loading|data:|<script|<source/);
    const enclosure = feed.entries?.[0]?.links?.find((link) => link.rel === 'enclosure');
    expect(enclosure).toMatchObject({ type: 'image/svg+xml' });
    await get(site, pathOf(enclosure?.href ?? '')).expect(200);
  });

  test('a JSON feed says the same as the Atom feed', async () => {
    const site = await open({ engine });
    const answer = await get(site, '/feed.json').expect(200);
    expect(answer.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const feed = parseJsonFeed(answer.text);
    const asAtom = await atom(site, '/feed.xml');
    expect(JSON.parse(answer.text)).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `${origin}/feed.json`,
      home_page_url: `${origin}/articles`,
      language: 'zh-TW',
    });
    expect(
      feed.items?.map(({ id, url, content_html, date_modified }) => [id, url, content_html, date_modified]),
    ).toEqual(
      asAtom.entries?.map((entry) => [
        entry.id,
        linkOf(entry, 'alternate'),
        entry.content?.value,
        entry.updated,
      ]),
    );
    expect(feed.items?.[0]).toMatchObject({
      title: '春茶 <日記> & 😀',
      summary: '一句話。',
      date_published: '2026-01-02T08:00:00+08:00',
      authors: [{ name: '林知遠', url: `${origin}/author/lin` }],
      tags: ['製茶', '春天'],
      image: linkOf(asAtom.entries?.[0] ?? {}, 'enclosure'),
    });
  });

  test('an author, a tag and a category have feeds of their own', async () => {
    const site = await open({ engine });
    const lin = await atom(site, '/author/lin/feed.xml');
    expect(lin.title?.value).toBe('林知遠｜清葉');
    expect(linkOf(lin, 'alternate')).toBe(`${origin}/author/lin`);
    expect(lin.entries).toHaveLength(2);
    expect((await json(site, '/author/lin/feed.json')).items).toHaveLength(2);
    const chen = await atom(site, '/author/chen/feed.xml');
    expect(chen).toMatchObject({ updated: '2000-01-01T08:00:00+08:00' });
    expect(chen.entries ?? []).toEqual([]);
    expect(new Set([lin.id, chen.id]).size).toBe(2);

    const tagged = await atom(site, `/articles/tag/${encodeURIComponent('製茶')}/feed.xml`);
    expect(tagged.title?.value).toBe('#製茶｜清葉');
    expect(tagged.entries?.map((entry) => entry.title?.value)).toEqual(['春茶 <日記> & 😀']);
    expect(linkOf(await atom(site, '/articles/tag/a~47b/feed.xml'), 'alternate')).toBe(
      `${origin}/articles/tag/a~47b`,
    );

    const products = await atom(site, '/product/feed.xml');
    expect(products.entries?.map((entry) => entry.title?.value)).toEqual(['壺', '文山包種茶']);
    const pots = await atom(site, `/product/feed.xml?category=${encodeURIComponent('茶器 & 杯')}`);
    expect(pots.title?.value).toBe('茶器 & 杯｜清葉');
    expect(pots.entries?.map((entry) => entry.title?.value)).toEqual(['壺']);
    expect(pots.entries?.[0]?.content?.value).toMatch(/NT\$680.*說明。/s);
    expect(pathOf(linkOf(pots, 'self') ?? '')).toBe(
      '/product/feed.xml?category=%E8%8C%B6%E5%99%A8%20%26%20%E6%9D%AF',
    );
    for (const missing of [
      '/author/nobody/feed.xml',
      '/articles/tag/x/feed.xml',
      '/product/feed.json?category=x',
      '/feed.xml?page=1',
      '/feed.xml?page=x',
    ])
      await get(site, missing).expect(404);
  });

  test('paging leads through all articles once, and old pages stay', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [
        `articles/a${n}.md`,
        anArticle({ title: `第${n}篇`, publishedAt: new Date(Date.UTC(2026, 0, 1, n)).toISOString() }),
      ]),
    );
    const site = await open({ engine, files: { 'authors/lin.md': anAuthor(), ...many } });
    const walk = async () => {
      const documents: { path: string; titles: (string | undefined)[] }[] = [];
      for (let path: string | undefined = '/feed.xml'; path !== undefined;) {
        const feed = await atom(site, path);
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
    expect((await json(site, '/feed.json')).next_url).toBe(`${origin}/feed.json?page=3`);

    await site.import({
      'articles/new.md': anArticle({ title: '新', publishedAt: '2026-06-01T08:00:00+08:00' }),
    });
    await newsHasCome(site.services);
    const after = await walk();
    expect(after[0]?.titles[0]).toBe('新');
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  test('a feed is kept, and shows a change and a due article at once', async () => {
    const site = await open({ engine });
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

    site.clock.set('2026-11-20T05:00:00.000Z');
    await expect.poll(async () => (await get(site, '/feed.xml')).text).toContain('將來');
    expect((await atom(site, '/feed.xml')).updated).toBe('2026-11-20T13:00:00+08:00');
  });

  test('a renamed article keeps its id, a renamed author leads on', async () => {
    const site = await open({ engine });
    const before = await atom(site, '/author/lin/feed.xml');
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
    const after = await atom(site, moved.headers['location'] ?? '');
    expect(after.id).toBe(before.id);
    expect(after.entries?.map((entry) => [entry.id, entry.updated])).toEqual(
      before.entries?.map((entry) => [entry.id, entry.updated]),
    );
    expect(linkOf(after.entries?.[0] ?? {}, 'alternate')).toBe(`${origin}/articles/spring-tea`);
    const text = await get(site, '/articles/spring.md').expect(308);
    expect(text.headers['location']).toBe('/articles/spring-tea.md');
  });

  test('characters that XML does not have are replaced', async () => {
    const site = await open({ engine });
    const odd = '一\u0001二\u000B三\uFFFE四😀';
    await site.services.db.write
      .updateTable('articles')
      .set({ title: odd, body_html: `<p>${odd}</p>` })
      .where('id', '=', 'spring')
      .execute();
    await newsHasCome(site.services);
    const answer = await get(site, '/feed.xml');
    expect(answer.text).toContain('<title>一�二�三�四😀</title>');
    expect(answer.text).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
  });

  test('a feed has a bound, whatever long articles are in it', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `articles/a${n}.md`,
        anArticle({ summary: `摘要${n}` }, '茶'.repeat(40_000)),
      ]),
    );
    const site = await open({ engine, files: { 'authors/lin.md': anAuthor(), ...long } });
    const answer = await get(site, '/feed.xml');
    expect(answer.text.length * 3).toBeLessThan(1_200_000);
    const { entries = [] } = parseAtomFeed(answer.text);
    expect(entries).toHaveLength(30);
    const isWhole = entries.map((entry) => entry.content !== undefined);
    expect(isWhole).toEqual([...Array(8).fill(true), ...Array(22).fill(false)]);
    expect(entries.every((entry) => entry.summary?.value?.startsWith('摘要'))).toBe(true);
    const { items = [] } = await json(site, '/feed.json');
    expect(items.at(-1)).toMatchObject({ content_text: entries.at(-1)?.summary?.value });
  });

  test('an article is there as Markdown, with absolute addresses', async () => {
    const site = await open({ engine });
    const answer = await get(site, '/articles/spring.md').expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-robots-tag': 'noindex',
      link: `<${origin}/articles/spring>; rel="canonical"`,
    });
    expect(answer.text).toContain('title: "春茶 <日記> & 😀"\nauthor: "林知遠"');
    expect(answer.text).toContain(
      'published: "2026-01-02T08:00:00+08:00"\nupdated: "2026-02-03T09:30:00+08:00"',
    );
    expect(answer.text).toContain('\n# 春茶 <日記> & 😀\n\n> 一句話。\n\n');
    expect(answer.text).toContain(
      `見[包種茶](${origin}/product/info/baozhong)與[第一節](${origin}/articles/spring#s-一)。`,
    );
    expect(answer.text).toMatch(/!\[茶\]\(https:\/\/tea\.example\/media\/\w+\.svg\)/);
    for (const missing of ['draft', 'soon', 'nothing'])
      await get(site, `/articles/${missing}.md`).expect(404);
    await site.import({ 'articles/nothing.md': anArticle() });
    await newsHasCome(site.services);
    await get(site, '/articles/nothing.md').expect(200);
  });

  test('llms.txt names the newest articles and the lists', async () => {
    const site = await open({ engine });
    const { text } = await get(site, '/llms.txt').expect(200);
    expect(text).toBe(
      [
        '# 清葉\n',
        '> 茶的雜誌。\n',
        '## 文章\n',
        `- [春茶 <日記> & 😀](${origin}/articles/spring.md): 一句話。`,
        `- [冬茶](${origin}/articles/winter.md)\n`,
        '## 列表\n',
        `- [所有文章](${origin}/articles)`,
        `- [所有商品](${origin}/product)`,
        `- [茶器 & 杯](${origin}/product?category=%E8%8C%B6%E5%99%A8%20%26%20%E6%9D%AF)`,
        `- [茶葉](${origin}/product?category=%E8%8C%B6%E8%91%89)\n`,
        '## 訂閱\n',
        `- [新文章](${origin}/feed.xml)`,
        `- [新商品](${origin}/product/feed.xml)\n`,
      ].join('\n'),
    );
  });
});

test('an article whose id ends in .md keeps its page', async () => {
  const site = await open({ files: { ...files, 'articles/spring.md.md': anArticle({ title: '同名' }) } });
  const page = await get(site, '/articles/spring.md', { Accept: 'text/html' }).expect(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await get(site, '/articles/spring.md.md').expect(200)).text).toContain('# 同名');
});

test('a feed has one spelling, and its parameters no others', async () => {
  const site = await open({ files: { ...files, 'authors/張若水.md': anAuthor({ name: '張若水' }) } });
  const moved = await get(site, '/author/%e5%bc%b5%E8%8B%A5%E6%B0%B4/feed.xml?x=1').expect(308);
  expect(moved.headers['location']).toBe('/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4/feed.xml?x=1');
  expect(markOf(await get(site, moved.headers['location'] ?? ''))).toBe('miss');
  expect(markOf(await get(site, '/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4/feed.xml'))).toBe('hit');
});

test('HEAD and every coding say of a feed what GET does', async () => {
  const site = await open();
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

test('under a base path every address has it', async () => {
  const site = await open({ env: { BASE_PATH: '/shop/' } });
  const { text } = await get(site, '/shop/feed.xml').expect(200);
  expect(text).toContain(
    '<link rel="self" type="application/atom+xml" href="https://tea.example/shop/feed.xml"/>',
  );
  expect(text.match(/https:\/\/tea\.example\/(?!shop\/)/g)).toBeNull();
  expect(
    (await get(site, '/shop/articles/spring.md')).text.match(/https:\/\/tea\.example\/(?!shop\/)/g),
  ).toBeNull();
});

test('without PUBLIC_URL there are no feeds, and nothing names one', async () => {
  const site = await openSite({ files });
  const answer = await get(site, '/feed.xml', { Host: 'evil.example' }).expect(404);
  expect(answer.text).toContain('PUBLIC_URL');
  const page = await get(site, '/articles', { Accept: 'text/html' });
  expect(page.text).not.toContain('feed.xml');
  expect((await get(site, '/articles/spring.md').expect(200)).text).toContain('url: "/articles/spring"');
});

test('pages name the feeds and texts that belong to them', async () => {
  const site = await open();
  const alternatesOf = async (path: string) => {
    const { text } = await get(site, path, { Accept: 'text/html' }).expect(200);
    return [
      ...text.matchAll(/<link rel="alternate" type="([^"]+)"(?: title="([^"]+)")? href="([^"]+)"\/>/g),
    ].map(([, type, title, href]) => [type, title, href]);
  };
  const feeds = (title: string, path: string, query = '') => [
    ['application/atom+xml', title, `${path}/feed.xml${query}`],
    ['application/feed+json', title, `${path}/feed.json${query}`],
  ];
  expect(await alternatesOf('/')).toEqual(feeds('清葉', ''));
  expect(await alternatesOf('/articles')).toEqual(feeds('文章｜清葉', ''));
  expect(await alternatesOf('/author/lin')).toEqual(feeds('林知遠｜清葉', '/author/lin'));
  expect(await alternatesOf('/articles/tag/a~47b')).toEqual(feeds('#a/b｜清葉', '/articles/tag/a~47b'));
  expect(await alternatesOf('/product')).toEqual(feeds('清葉', '/product'));
  const category = `?category=${encodeURIComponent('茶葉')}`;
  expect(await alternatesOf(`/product${category}`)).toEqual(feeds('茶葉｜清葉', '/product', category));
  expect(await alternatesOf('/articles/spring')).toEqual([
    ['text/markdown', undefined, '/articles/spring.md'],
  ]);
});
