import request, { type Response } from 'supertest';
import { describe, expect, test } from 'vitest';
import { readForm } from '#scripts/tools/requests/read-form.ts';
import {
  dropStored,
  findAutosave,
  keepAutosave,
  listAutosaves,
  sweepAutosaves,
} from '#server/features/editing/autosave/autosaves.ts';
import { emptyTrash, purgeEntry } from '#server/features/editing/entries/trash.ts';
import { sendAutosave } from '../helpers/autosave.ts';
import { anArticle, anAuthor, aPage, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { keyOf } from '../helpers/entries.ts';
import { aClockAt } from '../helpers/site.ts';
import { watchedTags } from '../helpers/watched-tags.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶' }, '第一段。\n\n第二段。'),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\n',
};

const ownTab = 'a1b2c3d4e5f6';
const path = '/edit/articles/spring';

async function open(engine: EngineName = 'sqlite') {
  const clock = aClockAt('2026-11-27T06:03:00.000Z');
  const site = await openEditSite(engine, files, { clock });
  const lin = await site.signIn('admin');
  const autosave = (
    page: Response,
    fields: Record<string, string>,
    { cookie = lin.cookie, tab = ownTab } = {},
  ) => sendAutosave({ app: site.app, cookie, tab }, page, fields);
  const slots = () => listAutosaves(site.services.db.read, lin.accountId);
  return { ...site, clock, lin, autosave, slots };
}

/** Address of the form with the autosave of a page in it. */
function takenIn({ text }: Response): string {
  return / href="([^"]*\?key=[^"]*autosave=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

/** Address of the first autosave that a page offers. */
function offeredIn({ text }: Response): string {
  return / value="([^"]*\/autosave\?[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

describe.for(engines)('on %s', (engine) => {
  test('a text that is typed is kept beside its entry, and touches nothing of it', async () => {
    const { services, lin, autosave, slots } = await open(engine);
    const { db } = services;
    const rows = () =>
      Promise.all(
        (['entries', 'drafts', 'revisions', 'content_events', 'articles'] as const).map((table) =>
          db.read.selectFrom(table).selectAll().execute(),
        ),
      );
    const form = await lin.get(path);
    const before = await rows();
    const tags = await watchedTags(db);
    const { body } = await autosave(form, { body: '還沒寫完' }).expect(200);
    expect(body).toEqual({ savedAt: '2026-11-27T06:03:00.000Z' });
    await autosave(form, { body: '還沒寫完的一段。' }).expect(200);
    expect(await rows()).toEqual(before);
    expect(await tags()).toEqual([]);
    expect(await slots()).toMatchObject([{ kind: 'articles', id: 'spring', title: '春茶', tab: ownTab }]);
  });

  test('an autosave is offered with its difference, comes back into the form, and ends when it is stored', async () => {
    const { services, lin, autosave, slots } = await open(engine);
    await autosave(await lin.get(path), { body: '第一段。\n\n第二段改過。', 'f.title': '新茶' });
    const offering = await lin.get(path);
    expect(offering.text).toContain('2026年11月27日 14:03 自動儲存了一份');
    expect(readForm(offering.text, 'save').fields).toContainEqual(['body', '第一段。\n\n第二段。']);
    const shown = await lin.get(offeredIn(offering));
    expect(shown.text).toContain('<ins>改過</ins>');
    expect(shown.text).toMatch(/<h2[^>]*>標題<\/h2>/);
    const taken = await lin.get(takenIn(shown));
    expect(readForm(taken.text, 'save').fields).toContainEqual(['body', '第一段。\n\n第二段改過。']);
    // Until then it stays.
    expect(await slots()).toHaveLength(1);
    await lin.send(taken, {});
    expect(await slots()).toEqual([]);
    expect(await services.db.read.selectFrom('drafts').select('document').execute()).toMatchObject([
      { document: expect.stringContaining('第二段改過。') },
    ]);
  });

  test('a new entry has its autosave too, under the key with which it is made', async () => {
    const { lin, autosave, slots } = await open(engine);
    await autosave(await lin.get('/edit/articles/_new'), { body: '新的一篇', id: 'night', 'f.title': '夜' });
    expect(await slots()).toMatchObject([{ id: null, title: '夜' }]);
    const shown = await lin.get(offeredIn(await lin.get('/edit/articles/_new')));
    expect(shown.text).toContain('<ins>新的一篇</ins>');
    expect(shown.text).not.toMatch(/<h2[^>]*>狀態/);
    const taken = await lin.get(takenIn(shown));
    const { fields } = readForm(taken.text, 'save');
    expect(fields).toContainEqual(['id', 'night']);
    expect(fields).toContainEqual(['body', '新的一篇']);
    expect((await lin.send(taken, {})).headers['location']).toBe('/edit/articles/night?done=saved');
    expect(await slots()).toEqual([]);
  });

  test('somebody else stored the entry meanwhile: the autosave goes back as what it was made from, and both are shown', async () => {
    const { lin, signIn, autosave } = await open(engine);
    await autosave(await lin.get(path), { body: '林的內文。' });
    const chen = await signIn('editor', '陳又芳');
    await chen.send(await chen.get(path), { body: '陳的內文。' });
    const shown = await lin.get(offeredIn(await lin.get(path)));
    expect(shown.text).toContain('在那之後這一篇又存過');
    const answer = await lin.send(await lin.get(takenIn(shown)), {});
    expect(answer.status).toBe(409);
    for (const text of ['林的內文。', '陳的內文。']) expect(answer.text).toContain(text);
  });

  test('a stored text ends the autosave of its tab, and the same text of another tab, and no other', async () => {
    const { lin, autosave, slots } = await open(engine);
    const form = await lin.get(path);
    await autosave(form, { body: '一' }, { tab: 'tab-of-this' });
    await autosave(form, { body: '二' }, { tab: 'tab-of-same' });
    await autosave(form, { body: '三' }, { tab: 'tab-of-else' });
    await lin.send(form, { body: '二', tab: 'tab-of-this' });
    expect((await slots()).map(({ tab }) => tab)).toEqual(['tab-of-else']);
    // Thrown away, it is not offered to the next form.
    const shown = await lin.get(offeredIn(await lin.get(path)));
    expect((await lin.send(shown, {}, { value: 'drop' })).headers['location']).toBe(path);
    expect(await slots()).toEqual([]);
  });

  test('the text that is stored already is not offered', async () => {
    const { lin, autosave } = await open(engine);
    const form = await lin.get(path);
    await autosave(form, {});
    expect(offeredIn(await lin.get(path))).toBe('');
    await autosave(form, { body: '別的' });
    expect(offeredIn(await lin.get(path))).not.toBe('');
  });

  test('an account has 20 autosaves at most, for 30 days, and sees none of another', async () => {
    const { lin, signIn, services, clock, slots } = await open(engine);
    const { db } = services;
    const chen = await signIn('editor', '陳又芳');
    const tools = { db, clock };
    const entryKey = await keyOf(db.read, 'articles', 'spring');
    const text = { kind: 'articles', title: '', form: [['body', '字']], baseVersion: 1, hash: 'x' } as const;
    for (let minute = 10; minute < 31; minute += 1) {
      clock.set(`2026-11-27T06:${minute}:00.000Z`);
      const slot = { entryKey, accountId: lin.accountId, tab: `tab-number-${minute}` };
      await keepAutosave(tools, { ...slot, ...text, form: [...text.form] });
    }
    expect((await slots()).map(({ tab }) => tab).toSorted()[0]).toBe('tab-number-11');
    expect(await db.read.selectFrom('autosaves').select('tab').execute()).toHaveLength(20);
    const offers = (await lin.get(path)).text.matchAll(/ data-autosave="tab-number-(\d+)"/g);
    expect(Array.from(offers, ([, minute]) => minute)).toEqual(['30', '29', '28']);
    expect(await listAutosaves(db.read, chen.accountId)).toEqual([]);
    const ofChen = { entryKey, accountId: chen.accountId, tab: 'tab-number-30' };
    expect(await findAutosave(db.read, { ...ofChen, kind: 'articles' })).toBeNull();
    await dropStored(tools, ofChen, 'x');
    clock.set('2026-12-27T06:15:30.000Z');
    await sweepAutosaves(tools);
    expect((await slots()).map(({ tab }) => tab).toSorted()[0]).toBe('tab-number-16');
    // A clock that was ahead, and is set back.
    clock.set('2026-11-27T06:00:00.000Z');
    await sweepAutosaves(tools);
    expect(await slots()).toHaveLength(15);
    clock.set('2026-12-28T06:00:00.000Z');
    await sweepAutosaves(tools);
    expect(await slots()).toEqual([]);
  });

  test('an entry that is removed for good takes its autosaves along', async () => {
    const { services, clock, lin, autosave, slots } = await open(engine);
    await autosave(await lin.get('/edit/pages/about'), { body: '祕密' });
    await lin.send(await lin.get('/edit/pages/about/remove'), {}, { value: 'remove' });
    expect(await slots()).toEqual([]);
    const { db } = services;
    const entry = await db.read
      .selectFrom('entries')
      .select(['key', 'version'])
      .where('kind', '=', 'pages')
      .executeTakeFirstOrThrow();
    const editor = { accountId: lin.accountId, name: '', role: 'admin' } as const;
    await purgeEntry({ db, clock }, { editor, ...entry });
    expect(await db.read.selectFrom('autosaves').select('tab').execute()).toEqual([]);
  });
});

test.for(engines)('ends with an entry that was in the trash for 90 days, on %s', async (engine) => {
  const { services, clock, lin, autosave } = await open(engine);
  const { db } = services;
  const form = await lin.get('/edit/pages/about');
  await lin.send(await lin.get('/edit/pages/about/remove'), {}, { value: 'remove' });
  // A form that is still open.
  await autosave(form, { body: '祕密' }).expect(200);
  await autosave(await lin.get(path), { body: '別的' }).expect(200);
  clock.set('2027-03-01T06:03:00.000Z');
  expect(await emptyTrash({ db, clock })).toBe(1);
  const left = await db.read.selectFrom('autosaves').select('title').execute();
  expect(left).toEqual([{ title: '春茶' }]);
});

describe('an autosave is refused', () => {
  test('without a session, for readers, of half a page, of no tab, and above 2 MB', async () => {
    const { app, lin, signIn, autosave, slots } = await open();
    const form = await lin.get(path);
    const reader = await signIn('reader');
    await autosave(form, { body: '字' }, { cookie: '' }).expect(401);
    await autosave(form, { body: '字' }, reader).expect(404);
    await autosave(form, { body: '字' }, { tab: '../..' }).expect(404);
    await autosave(form, { body: '茶'.repeat(720_000) }).expect(413);
    const { action } = readForm(form.text, 'save');
    const [address = '', query = ''] = action.split('?');
    const half = request(app).put(`${address}/autosave?${query}&tab=${ownTab}`).set({ Cookie: lin.cookie });
    await half.field('body', '字').expect(422);
    expect(await slots()).toEqual([]);
    await autosave(form, { body: '字' }).expect(200);
  });
});
