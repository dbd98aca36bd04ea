import request from 'supertest';
import { expect, test } from 'vitest';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { keyOf } from '../helpers/entries.ts';
import { aClockAt } from '../helpers/site.ts';
import { watchedTags } from '../helpers/watched-tags.ts';

const path = '/edit/articles/spring';

test.for(engines)('editors of one entry see each other for 90 s, and its version, on %s', async (engine) => {
  const clock = aClockAt('2026-11-27T06:00:00.000Z');
  const { app, services, signIn } = await openEditSite(
    engine,
    { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle() },
    { clock },
  );
  const [lin, chen] = [await signIn('editor', '林小青'), await signIn('editor', '陳又芳')];
  const key = await keyOf(services.db.read, 'articles', 'spring');
  const tell = async ({ cookie }: { cookie: string }, tab: string) => {
    const put = request(app).put(`${path}/presence?key=${key}&tab=${tab}`).set({ Cookie: cookie });
    return (await put.expect(200)).body;
  };
  const { version } = await tell(lin, 'tab-of-lin');
  const tags = await watchedTags(services.db);
  // The own account is nobody else, however many tabs it has.
  expect(await tell(lin, 'tab-of-lin-2')).toEqual({ version, others: [] });
  clock.set('2026-11-27T06:01:20.000Z');
  expect(await tell(chen, 'tab-of-chen')).toEqual({ version, others: [{ name: '林小青', minutes: 1 }] });
  await tell(lin, 'tab-of-lin');
  clock.set('2026-11-27T06:02:30.000Z');
  expect(await tell(chen, 'tab-of-chen')).toEqual({ version, others: [{ name: '林小青', minutes: 2 }] });
  expect(await tags()).toEqual([]);
  // Gone without a word.
  clock.set('2026-11-27T06:02:51.000Z');
  expect(await tell(chen, 'tab-of-chen')).toEqual({ version, others: [] });
  await chen.send(await chen.get(path), { body: '新的內文。' });
  expect((await tell(lin, 'tab-of-lin')).version).toBeGreaterThan(version);
  await request(app).put(`${path}/presence?key=${key}&tab=tab-of-lin`).expect(401);
});

test('names are for those who may open the entry', async () => {
  const { app, services, signIn } = await openEditSite('sqlite', {
    'authors/lin.md': anAuthor(),
    'articles/spring.md': anArticle(),
  });
  const [lin, author] = [await signIn('editor', '林小青'), await signIn('author', '陳又芳')];
  const key = await keyOf(services.db.read, 'articles', 'spring');
  const tell = ({ cookie }: { cookie: string }, of: string) =>
    request(app).put(`${path}/presence?key=${of}&tab=tab-of-one`).set({ Cookie: cookie });
  await tell(lin, key).expect(200);
  const { text } = await tell(author, key).expect(404);
  expect(text).not.toContain('林小青');
  expect((await tell(lin, key).expect(200)).body.others).toEqual([]);
  await author.send(await author.get('/edit/articles/_new'), { id: 'own', 'f.title': '我的' });
  await tell(author, await keyOf(services.db.read, 'articles', 'own')).expect(200);
  // An entry that there is not.
  await tell(lin, 'a-key-of-no-entry').expect(404);
});
