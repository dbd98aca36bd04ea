import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { readAtom } from '../helpers/feeds.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt } from '../helpers/site.ts';

const publishedAt = '2026-01-02T08:00:00+08:00';
const files: Files = {
  'site.yaml': 'name: 測試誌\n',
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ publishedAt, summary: '舊摘要' }, '舊內文。'),
  'articles/soon.md': anArticle({ title: '將來', publishedAt: '2027-01-01T08:00:00+08:00' }),
  'products/pot.md': aProduct({ publishedAt, summary: '舊摘要' }, '舊內文。'),
  'pages/about.md': aPage({ summary: '舊摘要', updatedAt: publishedAt }, '舊內文。'),
};
/** Addresses of the form, of the page, and of the sitemap that names it. */
const entries = [
  ['articles/spring', '/articles/spring', 'articles'],
  ['products/pot', '/product/info/pot', 'products'],
  ['pages/about', '/pages/about', 'pages'],
] as const;

const now = '2026-11-20T12:00:00+08:00';
const later = '2026-11-20T13:00:00+08:00';

async function openDatedSite(engine: EngineName) {
  const clock = aClockAt(new Date(now).toISOString());
  const site = await openEditSite(engine, files, { env: { PUBLIC_URL: 'https://tea.example' }, clock });
  const lin = await site.signIn();
  const get = (path: string, headers = {}) => request(site.app).get(path).set(headers).buffer();
  const publish = async (address: string, fields: Record<string, string>) => {
    const { status } = await lin.send(await lin.get(`/edit/${address}`), fields, { value: 'publish' });
    expect(status).toBe(303);
  };
  /** Time of change of an entry by its sitemap. */
  const lastmodOf = async (path: string, kind: string) => {
    const { text } = await get(`/sitemaps/${kind}-1.xml`);
    return new RegExp(`${path}</loc><lastmod>([^<]*)`).exec(text)?.[1];
  };
  const updatedOf = async (feed: string) => (await readAtom(site, feed)).entries?.[0]?.updated;
  return { ...site, clock, lin, get, publish, lastmodOf, updatedOf };
}

describe.for(engines)('on %s', (engine) => {
  test('an edit of title, summary or body dates the entry wherever its date is told', async () => {
    const site = await openDatedSite(engine);
    const known = await Promise.all(
      ['/feed.xml', '/sitemaps/articles-1.xml', '/articles/spring'].map(async (path) => {
        const { headers } = await site.get(path, { Accept: 'text/html' });
        return [path, headers['etag'] ?? ''] as const;
      }),
    );
    for (const [address, path, kind] of entries) {
      await site.publish(address, { body: '新內文。' });
      expect.soft(await site.lastmodOf(path, kind), address).toBe(now);
    }
    for (const [path, etag] of known) {
      const { status } = await site.get(path, { Accept: 'text/html', 'If-None-Match': etag });
      expect.soft(status, path).toBe(200);
    }
    expect(await site.updatedOf('/feed.xml')).toBe(now);
    expect(await site.updatedOf('/product/feed.xml')).toBe(now);
    const article = (await site.get('/articles/spring', { Accept: 'text/html' })).text;
    expect(article).toContain(`"dateModified":"${now}"`);
    for (const path of ['/articles/spring', '/pages/about'])
      expect((await site.get(path, { Accept: 'text/html' })).text).toContain('更新於 2026年11月20日');
    expect((await site.get('/articles/spring.md')).text).toContain(`updated: "${now}"`);

    site.clock.set(later);
    for (const [address, path, kind] of entries) {
      await site.publish(address, { 'f.summary': '新摘要' });
      expect.soft(await site.lastmodOf(path, kind), address).toBe(later);
    }
  });

  test('what is no text, and what is called a small change, leaves the date', async () => {
    const site = await openDatedSite(engine);
    await site.publish('articles/spring', { 'f.tags': '茶' });
    await site.publish('products/pot', { 'f.price': '5' });
    await site.publish('pages/about', { body: '新內文。', 'f.minorEdit': 'on' });
    // A box that was ticked stays with the draft.
    await site.lin.send(await site.lin.get('/edit/articles/spring'), { body: '改字。', 'f.minorEdit': 'on' });
    const draft = await site.lin.get('/edit/articles/spring');
    expect(draft.text).toMatch(/name="f\.minorEdit"[^>]* checked/);
    await site.publish('articles/spring', {});
    expect((await site.get('/articles/spring', { Accept: 'text/html' })).text).toContain('改字。');
    for (const [address, path, kind] of entries)
      expect.soft(await site.lastmodOf(path, kind), address).toBe(publishedAt);
    // It was of that change alone.
    expect((await site.lin.get('/edit/articles/spring')).text).not.toMatch(/f\.minorEdit"[^>]* checked/);
    await site.publish('articles/spring', { body: '再改。' });
    expect(await site.updatedOf('/feed.xml')).toBe(now);
  });

  test('a time that the author gives is taken, and the date never goes back', async () => {
    const site = await openDatedSite(engine);
    const spring = ['/articles/spring', 'articles'] as const;
    await site.publish('articles/spring', {
      body: '一。',
      'f.updatedAt': '2026-11-20',
      'f.updatedAt.time': '09:30',
    });
    expect(await site.lastmodOf(...spring)).toBe('2026-11-20T09:30:00+08:00');
    const opened = await site.lin.get('/edit/articles/spring');
    const earlier = { body: '二。', 'f.updatedAt': '2026-03-01', 'f.updatedAt.time': '08:00' };
    const refused = await site.lin.send(opened, earlier, { value: 'publish' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('「更新時間」不能比原來的早；');
    expect(refused.text).toContain('value="2026-03-01"');
    // A text of before, with its date.
    const [first] = await site.services.db.read
      .selectFrom('revisions')
      .select('seq')
      .orderBy('seq')
      .limit(1)
      .execute();
    const revision = await site.lin.get(`/edit/articles/spring/history/${first?.seq}`);
    expect((await site.lin.send(revision, {}, { value: 'restore' })).status).toBe(303);
    site.clock.set(later);
    await site.publish('articles/spring', {});
    expect((await site.get('/articles/spring', { Accept: 'text/html' })).text).toContain('舊內文。');
    expect(await site.lastmodOf(...spring)).toBe(later);
    await site.publish('articles/spring', { 'f.updatedAt': '', 'f.updatedAt.time': '' });
    expect(await site.lastmodOf(...spring)).toBe(later);
  });

  test('publishing that is sent twice is done once, and no conflict', async () => {
    const site = await openDatedSite(engine);
    const opened = await site.lin.get('/edit/articles/spring');
    const send = () => site.lin.send(opened, { body: '新內文。' }, { value: 'publish' });
    expect((await send()).status).toBe(303);
    site.clock.set(later);
    expect((await send()).status).toBe(303);
    expect(await site.updatedOf('/feed.xml')).toBe(now);
  });

  test('what has not come out yet gets no date of change', async () => {
    const site = await openDatedSite(engine);
    await site.publish('articles/soon', { body: '新內文。' });
    const soon = await site.services.db.read
      .selectFrom('articles')
      .select('updated_at')
      .where('id', '=', 'soon')
      .execute();
    expect(soon).toEqual([{ updated_at: null }]);
    site.clock.set('2027-01-02T00:00:00Z');
    await expect.poll(() => site.lastmodOf('/articles/soon', 'articles')).toBe('2027-01-01T08:00:00+08:00');
  });

  test('a preview has the date that publishing would give', async () => {
    const site = await openDatedSite(engine);
    const opened = await site.lin.get('/edit/articles/spring');
    const saved = await site.lin.send(opened, { body: '新內文。' }, { value: 'preview' });
    const preview = await site.lin.get(String(saved.headers['location']));
    expect(preview.text).toContain('更新於 2026年11月20日');
  });

  test('an import dates a text that it changes, once, unless the file gives the time', async () => {
    const site = await openDatedSite(engine);
    const changed = {
      'articles/spring.md': anArticle({ publishedAt, summary: '舊摘要' }, '新內文。'),
      'products/pot.md': aProduct({ publishedAt, summary: '新摘要' }, '舊內文。'),
      'pages/about.md': aPage({ title: '我們', summary: '舊摘要', updatedAt: publishedAt }, '舊內文。'),
    };
    const dates = () => Promise.all(entries.map(([, path, kind]) => site.lastmodOf(path, kind)));
    for (const time of [now, later]) {
      site.clock.set(time);
      await site.import({ ...changed, 'authors/lin.md': anAuthor() });
      await newsHasCome(site.services);
      expect(await dates()).toEqual([now, now, publishedAt]);
    }
    await site.import({
      'articles/spring.md': anArticle({ publishedAt, updatedAt: '2026-05-01T08:00:00+08:00' }, '新內文。'),
      'products/pot.md': aProduct({ publishedAt, price: 5, summary: '新摘要' }, '舊內文。'),
    });
    await newsHasCome(site.services);
    expect(await dates()).toEqual(['2026-05-01T08:00:00+08:00', now, publishedAt]);
  });
});
