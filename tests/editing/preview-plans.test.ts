import { describe, expect, test } from 'vitest';
import { rolledBack } from '#server/db/open/open-database.ts';
import { createDraftParser } from '#server/features/editing/entries/parse-draft.ts';
import { renameEntry } from '#server/features/editing/entries/rename.ts';
import { findPlannedUntil, writePlanned } from '#server/features/editing/plans/planned-texts.ts';
import { engines } from '../helpers/databases.ts';
import { end, monday, mondayIso, openPlannedSite } from '../helpers/planned-site.ts';

async function open(engine: (typeof engines)[number]) {
  const site = await openPlannedSite(engine);
  const keyOf = async (kind: string, id: string) => {
    const entry = site.services.db.read.selectFrom('entries').select('key').where('kind', '=', kind);
    return (await entry.where('id', '=', id).executeTakeFirstOrThrow()).key;
  };
  /** An entry without a draft: its preview shows the site that visitors will see. */
  const other = await keyOf('authors', 'lin');
  const see = (at: string, path = '/articles/spring', key = other) =>
    site.lin.get(`/edit/preview/${key}/${at}${path}`);
  return { ...site, keyOf, see };
}

describe.for(engines)('on %s', (engine) => {
  test('a preview of a moment shows the plans that are carried out until then', async () => {
    const { press, see, visit, plans } = await open(engine);
    const change = { ...monday, 'f.title': '冬茶日記', body: '排好的內文。' };
    await press('/edit/articles/spring', 'publish', change);
    await press('/edit/articles/spring', 'plan-end', end);

    const before = (await see('2026-12-01T0759')).text;
    expect(before).toContain('舊內文。');
    expect(before).not.toContain('個排程已經執行');
    const changed = (await see('2026-12-01T0800')).text;
    expect(changed).toContain('排好的內文。');
    expect(changed).toContain('到這個時間，1 個排程已經執行');
    expect(changed).toContain('「春茶日記」會在 2026年12月1日 08:00 更新');
    expect((await see('2026-12-01T0929', '/articles')).text).toContain('冬茶日記');
    expect((await see('2026-12-01T0929', '/authors/lin')).text).toContain('冬茶日記');

    const ended = await see('2026-12-01T0930');
    expect(ended.status).toBe(404);
    expect(ended.text).toContain('「春茶日記」會在 2026年12月1日 09:30 下架');
    const list = (await see('2026-12-01T0930', '/articles')).text.replace(/<aside.*<\/aside>/s, '');
    expect(list).not.toMatch(/[春冬]茶日記/);
    // Nothing of it has happened.
    expect((await see('now')).text).toContain('舊內文。');
    expect((await visit('/articles/spring')).text).toContain('舊內文。');
    expect((await plans()).map(({ problem }) => problem)).toEqual([null, null]);
  });

  test('a draft is shown in place of the plan before it, and no plan that others have overtaken', async () => {
    const { lin, press, see, keyOf } = await open(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '排好的內文。' });
    const key = await keyOf('articles', 'spring');
    // Its draft is the text of the plan.
    const own = (await see('2026-12-01T0900', '/articles/spring', key)).text;
    expect(own).toContain('預覽「春茶日記」的草稿');
    expect(own).toContain('1 個排程已經執行');
    await press('/edit/articles/spring', 'save', { body: '更新的草稿。' });
    const drafted = (await see('2026-12-01T0900', '/articles/spring', key)).text;
    expect(drafted).toContain('更新的草稿。');
    expect(drafted).not.toContain('個排程已經執行');
    expect((await see('2026-12-01T0900')).text).toContain('排好的內文。');

    const now = { body: '臨時改的內文。', 'f.changeAt': '', 'f.changeAt.time': '' };
    const question = await press('/edit/articles/spring', 'publish', now);
    expect((await lin.send(question, {}, { value: 'publish' })).status).toBe(303);
    const overtaken = (await see('2026-12-01T0900')).text;
    expect(overtaken).toContain('臨時改的內文。');
    expect(overtaken).not.toContain('個排程已經執行');
  });

  test('a change that is planned for after the end of its page is not made', async () => {
    const { press, see } = await open(engine);
    const later = { ...monday, 'f.changeAt.time': '10:00', body: '排好的內文。' };
    await press('/edit/articles/spring', 'publish', later);
    await press('/edit/articles/spring', 'plan-end', end);
    const shown = await see('2026-12-01T1000');
    expect(shown.status).toBe(404);
    expect(shown.text).toContain('到這個時間，1 個排程已經執行');
    expect(shown.text).toContain('「春茶日記」會在 2026年12月1日 09:30 下架');
  });

  test('a plan that was saved during a rename is shown as it will be carried out', async () => {
    const { lin, press, see, keyOf, tools } = await open(engine);
    const { db } = tools;
    await press('/edit/articles/spring', 'publish', { ...monday, 'f.products.0': 'pot', body: '新內文。' });
    const key = await keyOf('products', 'pot');
    const entry = db.read.selectFrom('entries').select('version').where('key', '=', key);
    const { version } = await entry.executeTakeFirstOrThrow();
    const editor = { accountId: lin.accountId, name: '林小青', role: 'editor' as const };
    const renaming = { editor, kind: 'products' as const, key, version, id: 'teapot', mayTakeOver: false };
    expect((await renameEntry(tools, renaming)).kind).toBe('done');
    const plan = await db.read.selectFrom('scheduled_changes').select('document').executeTakeFirstOrThrow();
    expect(plan.document).toContain('teapot');
    const document = plan.document?.replaceAll('teapot', 'pot') ?? null;
    await db.write.updateTable('scheduled_changes').set({ document }).execute();
    const shown = (await see('2026-12-01T0900')).text;
    expect(shown).toContain('新內文。');
    expect(shown).not.toContain('還不能發布，沒有放進來');
  });

  test('a plan that cannot be carried out is left out, and named', async () => {
    const { press, see, services } = await open(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, 'f.products.0': 'pot', body: '新內文。' });
    await services.db.write.deleteFrom('products').where('id', '=', 'pot').execute();
    const shown = (await see('2026-12-01T0900')).text;
    expect(shown).toContain('舊內文。');
    expect(shown.slice(shown.indexOf('還不能發布，沒有放進來'))).toContain('春茶日記');
  });
});

test('authors see no plans of others', async () => {
  const { press, signIn, keyOf, see } = await open('sqlite');
  await press('/edit/articles/spring', 'publish', { ...monday, body: '排好的內文。' });
  const author = await signIn('author', '陳又芳');
  await author.send(await author.get('/edit/articles/_new'), {
    id: 'own',
    'f.title': '自己的',
    'f.author': 'lin',
    body: '字。',
  });
  const key = await keyOf('articles', 'own');
  const shown = await author.get(`/edit/preview/${key}/2026-12-01T0900/articles/spring`);
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('舊內文。');
  expect((await see('2026-12-01T0900', '/articles/spring', key)).text).toContain('排好的內文。');
});

test('a preview takes no more plans than it can', async () => {
  const { press, see, services } = await open('sqlite');
  await press('/edit/articles/spring', 'plan-end', end);
  const { db } = services;
  const plan = await db.read.selectFrom('scheduled_changes').selectAll().executeTakeFirstOrThrow();
  const entry = await db.read
    .selectFrom('entries')
    .selectAll()
    .where('id', '=', 'spring')
    .executeTakeFirstOrThrow();
  for (let n = 0; n < 50; n += 1) {
    await db.write
      .insertInto('entries')
      .values({ ...entry, key: `k${n}`, id: `other-${n}` })
      .execute();
    await db.write
      .insertInto('scheduled_changes')
      .values({ ...plan, entry_key: `k${n}` })
      .execute();
  }
  const shown = (await see('2026-12-01T0930', '/articles')).text;
  expect(shown).toContain('到這個時間，50 個排程已經執行');
  expect(shown).toContain('這之前的排程超過 50 個，只放進最早的 50 個。');
});

test('others have their turns while plans are written for a preview', async () => {
  const { press, tools } = await openPlannedSite('sqlite');
  await press('/edit/articles/spring', 'publish', { ...monday, body: '排好的內文。' });
  const until = { at: mondayIso, madeBy: null, limit: 1, parse: createDraftParser(tools.render) };
  const { plans } = await findPlannedUntil(tools.db.read, until);
  const many = plans.flatMap((plan) => Array.from({ length: 20 }, () => plan));
  let turns = 0;
  await rolledBack(tools.db, async (trx) => {
    let isOver = false;
    const countTurn = () => {
      turns += 1;
      if (!isOver) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await writePlanned(trx, many);
    isOver = true;
  });
  expect(many).toHaveLength(20);
  expect(turns).toBeGreaterThanOrEqual(19);
});
