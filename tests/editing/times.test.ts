import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { aClockAt } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶' }, '舊內文。'),
  'articles/soon.md': anArticle({ title: '冬茶', publishedAt: '2026-11-27T08:30:00+08:00' }),
  'products/pot.md': aProduct(),
  'pages/about.md': aPage(),
};
const html = { Accept: 'text/html' };

/** An editor at a site on 27 November 2026. */
async function open(engine: EngineName) {
  const clock = aClockAt('2026-11-27T00:00:00.000Z');
  const site = await openEditSite(engine, files, { clock });
  const lin = await site.signIn();
  const press = async (path: string, value: string, fields: Record<string, string> = {}) =>
    lin.send(await lin.get(path), fields, { value });
  const publishedAt = async (id: string) =>
    (
      await site.services.db.read
        .selectFrom('articles')
        .select(['published_at', 'status'])
        .where('id', '=', id)
        .executeTakeFirst()
    )?.published_at;
  const visit = async (path: string) => (await request(site.app).get(path).set(html)).status;
  return { ...site, clock, lin, press, publishedAt, visit };
}

describe.for(engines)('on %s', (engine) => {
  test('half a time is kept in a draft, and publishes nothing of any kind', async () => {
    const { lin, press, visit } = await open(engine);
    const made = await press('/edit/articles/_new', 'save', {
      id: 'new',
      'f.title': '新',
      'f.author': 'lin',
    });
    const path = String(made.headers['location']);
    const halves = [
      { 'f.publishedAt': '2026-12-05', 'f.publishedAt.time': '' },
      { 'f.publishedAt': '', 'f.publishedAt.time': '09:30' },
    ];
    for (const half of halves) {
      const refused = await press(path, 'publish', half);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(
        '「發布時間」要有真的存在的日期，也要有時刻，例如 2026-12-01 和 08:00。',
      );
      expect((await press(path, 'save', half)).status).toBe(303);
      const kept = await lin.get(path);
      for (const typed of Object.values(half).filter(Boolean))
        expect(kept.text).toContain(`value="${typed}"`);
      expect((await press(path, 'publish')).status).toBe(422);
      expect(await visit('/articles/new')).toBe(404);
    }
    for (const [other, field] of [
      ['products/pot', 'publishedAt'],
      ['products/pot', 'updatedAt'],
      ['pages/about', 'updatedAt'],
      ['articles/spring', 'updatedAt'],
    ]) {
      const half = { [`f.${field}`]: '2026-12-05', [`f.${field}.time`]: '' };
      expect.soft((await press(`/edit/${other}`, 'publish', half)).status, other).toBe(422);
    }
    const whole = { 'f.publishedAt': '2026-11-20', 'f.publishedAt.time': '09:30' };
    expect((await press(path, 'publish', whole)).status).toBe(303);
    expect((await lin.get('/edit/articles/new')).text).toContain('value="09:30"');
  });

  test('an empty time leaves what visitors have seen at its time, and is now for all else', async () => {
    const { clock, lin, press, publishedAt } = await open(engine);
    const empty = { 'f.publishedAt': '', 'f.publishedAt.time': '' };
    const first = '2026-01-02T00:00:00.000Z';
    const edited = { ...empty, body: '新內文。' };
    expect((await press('/edit/articles/spring', 'publish', edited)).status).toBe(303);
    expect(await publishedAt('spring')).toBe(first);
    // Withdrawn, and published from a draft that never had a time.
    await press('/edit/articles/spring', 'unpublish');
    await press('/edit/articles/spring', 'save', { ...empty, body: '又改。' });
    const [, seq = ''] = /history\/(\d+)/.exec((await lin.get('/edit/articles/spring/history')).text) ?? [];
    expect((await press(`/edit/articles/spring/history/${seq}`, 'restore')).status).toBe(303);
    expect((await press('/edit/articles/spring', 'publish')).status).toBe(303);
    expect(await publishedAt('spring')).toBe(first);
    // Nobody has seen this one.
    // Nothing is seen before the time on the button, unless it is pressed again with the new one.
    const asked = await press('/edit/articles/soon', 'publish', empty);
    expect(asked.status).toBe(422);
    await lin.send(asked, empty, { value: 'publish' });
    expect(await publishedAt('soon')).toBe('2026-11-27T00:00:00.000Z');
    clock.set('2026-11-27T00:40:00.000Z');
    expect((await press('/edit/articles/soon', 'publish', { ...empty, body: '改。' })).status).toBe(303);
    expect(await publishedAt('soon')).toBe('2026-11-27T00:00:00.000Z');
  });

  test('a preview shows a draft without a time as publishing would date it', async () => {
    const { lin, press } = await open(engine);
    const empty = { 'f.publishedAt': '', 'f.publishedAt.time': '', body: '新內文。' };
    const sent = await press('/edit/articles/spring', 'preview', empty);
    expect((await lin.get(String(sent.headers['location']))).text).toContain('2026年1月2日');
  });

  test.for([
    ['restore-draft', 404, '草稿，訪客看不到'],
    ['restore-now', 200, '已發布'],
  ] as const)(
    'an entry whose time came while it was in the trash asks first: %s',
    async ([answer, status, state]) => {
      const { clock, lin, press, publishedAt, visit } = await open(engine);
      await press('/edit/articles/soon/remove', 'remove');
      clock.set('2026-11-27T00:40:00.000Z');
      const asked = await press('/edit/trash', 'restore');
      expect(asked.status).toBe(422);
      expect(asked.text).toContain('原定的發布時間已經過了');
      expect(await visit('/articles/soon')).toBe(404);
      expect((await lin.send(asked, {}, { value: answer })).status).toBe(303);
      expect(await visit('/articles/soon')).toBe(status);
      expect((await lin.get('/edit/articles/soon')).text).toContain(state);
      if (status === 200) expect(await publishedAt('soon')).toBe('2026-11-27T00:40:00.000Z');
    },
  );

  test('a withdrawal that is undone after the time has come asks for the time', async () => {
    const { clock, lin, press, visit } = await open(engine);
    const done = await press('/edit/articles/soon', 'unpublish');
    const told = await lin.get(String(done.headers['location']));
    clock.set('2026-11-27T00:40:00.000Z');
    const asked = await lin.send(told, {}, { value: 'republish' });
    expect(asked.status).toBe(422);
    expect(asked.text).toContain('原定的發布時間已經過了');
    expect(await visit('/articles/soon')).toBe(404);
  });

  test('a scheduled entry that comes back before its time stays scheduled', async () => {
    const { clock, press, visit } = await open(engine);
    await press('/edit/articles/soon/remove', 'remove');
    expect((await press('/edit/trash', 'restore')).status).toBe(303);
    expect(await visit('/articles/soon')).toBe(404);
    clock.set('2026-11-27T00:40:00.000Z');
    expect(await visit('/articles/soon')).toBe(200);
  });
});
