import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { keyOf } from '../helpers/entries.ts';
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
import { openSite } from '../helpers/site.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';

describe.for(engines)('on %s', (engine) => {
  test('a reader finds in an Atom feed what is on the pages', async () => {
    const site = await openFeedSite({ engine });
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
    const site = await openFeedSite({ engine });
    const answer = await get(site, '/feed.json').expect(200);
    expect(answer.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const feed = parseJsonFeed(answer.text);
    const asAtom = await readAtom(site, '/feed.xml');
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
    const site = await openFeedSite({ engine });
    const lin = await readAtom(site, '/author/lin/feed.xml');
    expect(lin.title?.value).toBe('林知遠｜清葉');
    expect(linkOf(lin, 'alternate')).toBe(`${origin}/author/lin`);
    expect(lin.entries).toHaveLength(2);
    expect((await readJson(site, '/author/lin/feed.json')).items).toHaveLength(2);
    const chen = await readAtom(site, '/author/chen/feed.xml');
    expect(chen).toMatchObject({ updated: '2000-01-01T08:00:00+08:00' });
    expect(chen.entries ?? []).toEqual([]);
    expect(new Set([lin.id, chen.id]).size).toBe(2);

    const tagged = await readAtom(site, `/articles/tag/${encodeURIComponent('製茶')}/feed.xml`);
    expect(tagged.title?.value).toBe('#製茶｜清葉');
    expect(tagged.entries?.map((entry) => entry.title?.value)).toEqual(['春茶 <日記> & 😀']);
    const withSlash = await readAtom(site, '/articles/tag/a~47b/feed.xml');
    expect(linkOf(withSlash, 'alternate')).toBe(`${origin}/articles/tag/a~47b`);
    expect(withSlash.entries?.map((entry) => entry.title?.value)).toEqual(['冬茶']);

    const products = await readAtom(site, '/product/feed.xml');
    expect(products.entries?.map((entry) => entry.title?.value)).toEqual(['壺', '文山包種茶']);
    const pots = await readAtom(site, `/product/feed.xml?category=${encodeURIComponent('茶器 & 杯')}`);
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

  test('characters that XML does not have are replaced', async () => {
    const site = await openFeedSite({ engine });
    const odd = '一\u0001二\u000B三\uFFFE四😀';
    await site.services.db.write
      .updateTable('articles')
      .set({ title: odd, body_html: `<p>${odd}</p>` })
      .where('id', '=', 'spring')
      .execute();
    await newsHasCome(site.services);
    const answer = await get(site, '/feed.xml');
    expect(answer.text).toContain('<title>一�二�三�四😀</title>');
    for (const sign of ['\u0001', '\u000B', '\uFFFE']) expect(answer.text).not.toContain(sign);
  });

  test('a feed has a bound, whatever long articles are in it', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `articles/a${n}.md`,
        anArticle({ summary: `摘要${n}` }, '茶'.repeat(40_000)),
      ]),
    );
    const site = await openFeedSite({ engine, files: { 'authors/lin.md': anAuthor(), ...long } });
    const answer = await get(site, '/feed.xml');
    expect(answer.text.length * 3).toBeLessThan(600_000);
    const { entries = [] } = parseAtomFeed(answer.text);
    expect(entries).toHaveLength(30);
    const isWhole = entries.map((entry) => entry.content !== undefined);
    expect(isWhole).toEqual([...Array(4).fill(true), ...Array(26).fill(false)]);
    expect(entries.every((entry) => entry.summary?.value?.startsWith('摘要'))).toBe(true);
    const { items = [] } = await readJson(site, '/feed.json');
    expect(items.at(-1)).toMatchObject({ content_text: entries.at(-1)?.summary?.value });
  });
});

test('under a base path every address has it', async () => {
  const site = await openFeedSite({ env: { BASE_PATH: '/shop/' } });
  const { text } = await get(site, '/shop/feed.xml').expect(200);
  expect(text).toContain(
    '<link rel="self" type="application/atom+xml" href="https://tea.example/shop/feed.xml"/>',
  );
  expect(text).toContain('href=&quot;https://tea.example/shop/product/info/baozhong&quot;');
  expect(text.match(/https:\/\/tea\.example\/(?!shop\/)/g)).toBeNull();
  expect(
    (await get(site, '/shop/articles/spring.md')).text.match(/https:\/\/tea\.example\/(?!shop\/)/g),
  ).toBeNull();
});

test('without PUBLIC_URL there are no feeds, and nothing names one', async () => {
  const site = await openSite({ files: feedFiles });
  const answer = await get(site, '/feed.xml', { Host: 'evil.example' }).expect(404);
  expect(answer.text).toContain('PUBLIC_URL');
  const page = await get(site, '/articles', { Accept: 'text/html' });
  expect(page.text).not.toContain('feed.xml');
  expect((await get(site, '/articles/spring.md').expect(200)).text).toContain('url: "/articles/spring"');
});

test('pages name the feeds and texts that belong to them', async () => {
  const site = await openFeedSite();
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
  expect(await alternatesOf('/product')).toEqual(feeds('商品｜清葉', '/product'));
  const category = `?category=${encodeURIComponent('茶葉')}`;
  expect(await alternatesOf(`/product${category}`)).toEqual(feeds('茶葉｜清葉', '/product', category));
  expect(await alternatesOf('/articles/spring')).toEqual([
    ['text/markdown', undefined, '/articles/spring.md'],
  ]);
});
