import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { paths } from '#shared/address/paths.ts';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

const clock = () => aClockAt('2026-11-20T04:00:00Z');
const lin: Files = { 'authors/lin.md': anAuthor() };

async function idsOf({ app }: TestSite, tag: string): Promise<string[] | null> {
  const { status, body } = await request(app).get(`${paths.tag(tag)}/_payload.json`);
  if (status === 404) return null;
  return body.data['articles-tag-tag'].items.map((item: { id: string }) => item.id);
}

async function offered({ app }: TestSite, page = 1): Promise<string[]> {
  return (await request(app).get(`/articles/_payload.json?page=${page}`)).body.data.articles.tags;
}

/** Each is another tag than all others. */
const awkward = [
  ...['製茶', 'a/b', 'a%2Fb', 'a~b', 'a~47b', '/', '//', '.', '..', '...', '.NET', '%2e%2e', '%', '100%'],
  ...[
    '\\',
    '~',
    '~~',
    '~\u0301',
    '_payload.json',
    '_',
    'x_',
    '?',
    '#',
    'C#',
    'a?b=c&d',
    'a b',
    'a+b',
    ';',
    "it's",
  ],
  ...[
    '<b>',
    '"',
    '$t(site.menu)',
    '{{x}}',
    ':tag',
    '*',
    'feed.xml',
    'tag',
    'constructor',
    '__proto__',
    '🍵',
    '👩‍🌾',
  ],
  ...['\u{20bb7}', 'é', 'ｔｅａ', 'tea', 'TEA', '茶　席', '\u202e茶', '茶'.repeat(50), '🍵'.repeat(25)],
];

describe.for(engines)('on %s', (engine) => {
  test('every tag has one address, to which its articles lead', async () => {
    const files = Object.fromEntries(
      awkward.map((tag, n) => [`articles/a${n}.md`, anArticle({ tags: [tag] })]),
    );
    const site = await openSite({ engine, clock: clock(), files: { ...lin, ...files } });
    expect(new Set(awkward.map((tag) => paths.tag(tag))).size).toBe(awkward.length);
    for (const [n, tag] of awkward.entries()) {
      const address = paths.tag(tag);
      expect.soft(new URL(address, 'http://site').pathname, tag).toBe(address);
      expect.soft(address, tag).not.toMatch(/%(?:2f|5c|25)|\/[._]/i);
      expect.soft(await idsOf(site, tag), tag).toEqual([`a${n}`]);
      const { status, text } = await request(site.app).get(address).set('Accept', 'text/html');
      expect.soft(status, tag).toBe(200);
      expect.soft(text, tag).toContain(`<link rel="canonical" href="${address.replaceAll("'", '&#x27;')}"/>`);
      const article = await request(site.app).get(`/articles/a${n}`).set('Accept', 'text/html');
      expect.soft(article.text, tag).toContain(`href="${address.replaceAll("'", '&#x27;')}"`);
    }
  });

  test('a tag’s page follows whatever becomes of its articles', async () => {
    const moving = clock();
    const article = (tags: string[], fields = {}) => anArticle({ tags, ...fields });
    const site = await openSite({
      engine,
      clock: moving,
      files: {
        ...lin,
        'articles/a.md': article(['茶', '水'], { publishedAt: '2026-01-01T00:00:00Z' }),
        'articles/b.md': article(['茶'], { publishedAt: '2026-02-01T00:00:00Z' }),
        'articles/later.md': article(['茶', '冬'], { publishedAt: '2026-12-01T00:00:00Z' }),
        'articles/draft.md': article(['草'], { status: 'draft' }),
      },
    });
    const shows = async (tag: string, ids: string[] | null) =>
      // On PostgreSQL the news of a write is on its way for a moment.
      expect.poll(() => idsOf(site, tag), { message: tag }).toEqual(ids);
    const offers = async (tags: string[]) => expect.poll(() => offered(site)).toEqual(tags);
    await shows('茶', ['b', 'a']);
    await shows('水', ['a']);
    await shows('冬', null);
    await shows('草', null);
    await offers(['茶', '水']);

    // Another tag alone: nothing else of the article is different.
    await site.import({ 'articles/a.md': article(['茶', '火'], { publishedAt: '2026-01-01T00:00:00Z' }) });
    await shows('水', null);
    await shows('火', ['a']);
    await offers(['茶', '火']);

    await site.import({
      'articles/draft.md': article(['草', '茶'], { publishedAt: '2026-03-01T00:00:00Z' }),
    });
    await shows('草', ['draft']);
    await shows('茶', ['draft', 'b', 'a']);
    await site.import({ 'articles/b.md': article(['茶'], { status: 'archived' }) });
    await shows('茶', ['draft', 'a']);

    moving.set('2026-12-01T00:00:00Z');
    await shows('冬', ['later']);
    await shows('茶', ['later', 'draft', 'a']);

    const { write } = site.services.db;
    await write.updateTable('articles').set({ id: 'renamed' }).where('id', '=', 'later').execute();
    await shows('冬', ['renamed']);
    await write.deleteFrom('articles').where('id', '=', 'renamed').execute();
    await shows('冬', null);
    await shows('茶', ['draft', 'a']);
    await offers(
      ['茶', '火', '草'].sort((a, b) => Number(a !== '茶') - Number(b !== '茶') || (a < b ? -1 : 1)),
    );
  });

  test('a tag’s pages together show its articles once, the newest first', async () => {
    const many = Array.from({ length: 30 }, (_, n) => {
      const publishedAt = new Date(Date.UTC(2026, 0, 1, n)).toISOString();
      return [`articles/a${n}.md`, anArticle({ tags: ['茶', `第${n}個`], publishedAt })] as const;
    });
    const site = await openSite({ engine, clock: clock(), files: { ...lin, ...Object.fromEntries(many) } });
    const pages = await Promise.all(
      [1, 2, 3].map((page) => request(site.app).get(`${paths.tag('茶')}/_payload.json?page=${page}`)),
    );
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 404]);
    const seen = pages.slice(0, 2).flatMap(({ body }) => body.data['articles-tag-tag'].items);
    expect(seen.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 30 }, (_, n) => `a${29 - n}`),
    );
    const { text } = await request(site.app).get(paths.tag('茶')).set('Accept', 'text/html');
    expect(text).toContain('共 30 篇');
    expect(text).toContain(`href="${paths.tag('茶', { page: 2 })}"`);

    // The most used first, and no more than a visitor reads.
    expect((await offered(site))[0]).toBe('茶');
    expect(await offered(site)).toHaveLength(24);
    expect(await offered(site, 2)).toEqual([]);

    // Entries on a later page move when an earlier one goes, on the pages of its author too.
    const later = async (address: string): Promise<string[]> => {
      const { body } = await request(site.app).get(`${address}/_payload.json?page=2`);
      const list = body.data['articles-tag-tag'] ?? body.data['author-author_id'].articles;
      return list.items.map(({ id }: { id: string }) => id);
    };
    const lists = [paths.tag('茶'), paths.author('lin')];
    for (const list of lists) expect(await later(list)).toEqual(['a5', 'a4', 'a3', 'a2', 'a1', 'a0']);
    await site.import({ 'articles/a29.md': anArticle({ tags: ['茶'], status: 'archived' }) });
    for (const list of lists)
      await expect.poll(() => later(list), { message: list }).toEqual(['a4', 'a3', 'a2', 'a1', 'a0']);
  });
});

const spellings: [asked: string, right: string][] = [
  ['/Articles/TAG/tea', '/articles/tag/tea'],
  ['/articles/tag/tea/', '/articles/tag/tea'],
  ['/articles/tag/a%2Fb', '/articles/tag/a~47b'],
  ['/articles/tag/%2ENET', '/articles/tag/~46NET'],
  ['/articles/tag/100%25', '/articles/tag/100~37'],
  ['/articles/tag/~x', '/articles/tag/~~x'],
  ['/articles/tag/cafe%CC%81', '/articles/tag/caf%C3%A9'],
  ['/articles/tag/tea?page=1', '/articles/tag/tea?page=1'],
];

test('another spelling of a tag is redirected to its one', async () => {
  const { app } = await openSite({ files: lin });
  for (const [asked, right] of spellings) {
    if (asked === right) continue;
    const response = await request(app).get(asked);
    expect.soft([response.status, response.headers['location']], asked).toEqual([308, right]);
  }
});

test('an article tells other sites its tags and when it was changed', async () => {
  const files = {
    ...lin,
    'articles/a.md': anArticle({ tags: ['茶', '水'], updatedAt: '2026-02-01T00:00:00Z' }),
  };
  const { app } = await openSite({ files, clock: clock() });
  const { text } = await request(app).get('/articles/a').set('Accept', 'text/html');
  for (const [name, content] of [
    ['modified_time', '2026-02-01T00:00:00.000Z'],
    ['tag', '茶'],
    ['tag', '水'],
  ])
    expect(text).toContain(`<meta property="article:${name}" content="${content}"/>`);
});

test('a site under a base path has tags under it too', async () => {
  const files = { ...lin, 'articles/a.md': anArticle({ tags: ['a/b'] }) };
  const { app } = await openSite({ files, env: { BASE_PATH: '/shop/' }, clock: clock() });
  const { text } = await request(app).get('/shop/articles').set('Accept', 'text/html');
  expect(text).toContain('href="/shop/articles/tag/a~47b"');
  await request(app).get('/shop/articles/tag/a~47b').expect(200);
});
