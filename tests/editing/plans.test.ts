import { describe, expect, test } from 'vitest';
import { carryOut } from '#server/features/editing/plans/carry-out.ts';
import { carryOutDue } from '#server/features/editing/plans/keep-plans.ts';
import { listDue } from '#server/features/editing/plans/plans.ts';
import { renameTag } from '#server/features/editing/tags/rename-tag.ts';
import { engines } from '../helpers/databases.ts';
import { end, endIso, monday, mondayIso, openPlannedSite } from '../helpers/planned-site.ts';
import { aClockAt } from '../helpers/site.ts';

describe.for(engines)('on %s', (engine) => {
  test('a change of a live page comes at its minute, and everybody is told of it before', async () => {
    const { lin, press, visit, goTo, plans, events, services } = await openPlannedSite(engine);
    const planned = await press('/edit/articles/spring', 'publish', { ...monday, body: '新內文。' });
    expect(planned.headers['location']).toBe('/edit/articles/spring?done=planned');
    const told = (await lin.get(String(planned.headers['location']))).text;
    expect(told).toContain('已排程，會在 2026年12月1日 08:00 更新（台北時間）。');
    expect(told).toContain('取消排程');
    expect((await lin.get('/edit/articles')).text).toContain('會在 2026年12月1日 08:00 更新');
    expect((await lin.get('/edit/articles?state=scheduled')).text).toContain('春茶日記');
    expect((await lin.get('/edit/articles/spring/history')).text).toContain('2026年12月1日 08:00 會更新成');
    expect((await lin.get('/edit')).text).toContain('排程中的更新與下架');

    await goTo('2026-11-30T23:59:59.999Z');
    expect((await visit('/articles/spring')).text).toContain('舊內文。');
    await goTo(mondayIso);
    expect((await visit('/articles/spring')).text).toContain('新內文。');
    expect(await plans()).toEqual([]);
    expect(await services.db.read.selectFrom('drafts').select('entry_key').execute()).toEqual([]);
    expect((await events()).slice(-2)).toEqual([
      { event: 'plan-change', detail: mondayIso, account_name: '林小青' },
      { event: 'planned-change', detail: mondayIso, account_name: '林小青' },
    ]);
    const home = (await lin.get('/edit')).text;
    expect(home).toContain('依排程更新（2026年12月1日 08:00）');
    expect(home).not.toContain('排程中的更新與下架');
    expect((await lin.get('/edit/articles/spring')).text).not.toContain('取消排程');
  });

  test('a change that was missed is made up for, and says that it was late', async () => {
    const { lin, press, visit, goTo } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '新內文。' });
    await goTo('2026-12-01T00:45:00.000Z');
    expect((await visit('/articles/spring')).text).toContain('新內文。');
    expect((await lin.get('/edit')).text).toContain('原定 2026年12月1日 08:00，網站當時沒有執行，晚了');
  });

  test('a change is not made over a newer one, and its text is kept', async () => {
    const { lin, press, visit, goTo, plans, signIn, services } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '排好的內文。' });
    const chen = await signIn('editor', '陳又芳');
    const other = await chen.get('/edit/articles/spring');
    const now = { body: '臨時改的內文。', 'f.changeAt': '', 'f.changeAt.time': '' };
    const asked = await chen.send(other, now, { value: 'publish' });
    expect((await chen.send(asked, {}, { value: 'publish' })).status).toBe(303);
    expect((await lin.get('/edit/articles/spring')).text).toContain('的更新不會執行');
    expect((await lin.get('/edit')).text).toContain('的更新不會執行');
    await goTo(mondayIso);
    expect((await visit('/articles/spring')).text).toContain('臨時改的內文。');
    expect(await plans()).toEqual([{ action: 'publish', run_at: mondayIso, problem: 'overtaken' }]);
    const kept = await services.db.read
      .selectFrom('revisions')
      .select('document')
      .where('action', '=', 'conflict')
      .execute();
    expect(kept.map(({ document }) => document).join()).toContain('排好的內文。');
    expect((await lin.get('/edit')).text).toContain('排程沒有執行');
    // Seen, the note goes.
    await press('/edit/articles/spring', 'cancel-change');
    expect(await plans()).toEqual([]);
  });

  test('plans of an editor who is none any more are carried out, and can be cancelled by others', async () => {
    const { lin, press, visit, goTo, plans, events, signIn, services } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '新內文。' });
    await press('/edit/articles/spring', 'plan-end', end);
    const { write } = services.db;
    await write.updateTable('accounts').set({ role: 'reader' }).where('id', '=', lin.accountId).execute();
    await goTo(mondayIso);
    expect((await visit('/articles/spring')).text).toContain('新內文。');
    const event = { event: 'planned-change', detail: mondayIso, account_name: '林小青' };
    expect((await events()).at(-1)).toEqual(event);

    await write.deleteFrom('accounts').where('id', '=', lin.accountId).execute();
    const chen = await signIn('editor', '陳又芳');
    expect((await chen.get('/edit')).text).toContain('會在 2026年12月1日 09:30 下架，林小青排定');
    const form = await chen.get('/edit/articles/spring');
    expect((await chen.send(form, {}, { value: 'cancel-end' })).status).toBe(303);
    expect(await plans()).toEqual([]);
    await chen.send(await chen.get('/edit/articles/spring'), end, { value: 'plan-end' });
    await write.deleteFrom('accounts').where('id', '=', chen.accountId).execute();
    await goTo(endIso);
    expect((await visit('/articles/spring')).status).toBe(404);
  });

  test('a draft that is saved after the plan is not in it, and stays', async () => {
    const { lin, press, visit, goTo } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '排好的內文。' });
    await press('/edit/articles/spring', 'save', { body: '更新的草稿。' });
    await goTo(mondayIso);
    expect((await visit('/articles/spring')).text).toContain('排好的內文。');
    expect((await lin.get('/edit/articles/spring')).text).toContain('更新的草稿。');
  });

  test('a page ends at its minute', async () => {
    const { lin, press, visit, goTo, plans, events } = await openPlannedSite(engine);
    const planned = await press('/edit/articles/spring', 'plan-end', end);
    expect((await lin.get(String(planned.headers['location']))).text).toContain(
      '會在 2026年12月1日 09:30 下架',
    );
    // A change of the text does not touch it.
    await press('/edit/articles/spring', 'publish', { body: '新內文。' });
    expect(await plans()).toEqual([{ action: 'archive', run_at: endIso, problem: null }]);
    await goTo('2026-12-01T01:29:59.999Z');
    expect((await visit('/articles/spring')).text).toContain('新內文。');
    await goTo(endIso);
    expect((await visit('/articles/spring')).status).toBe(404);
    expect((await lin.get('/edit/articles/spring')).text).toContain('已封存');
    expect((await events()).at(-1)).toMatchObject({ event: 'planned-end', detail: endIso });
  });

  test('unpublishing, the trash and the button cancel what is planned', async () => {
    const { press, plans } = await openPlannedSite(engine);
    const plan = async () => {
      await press('/edit/articles/spring', 'publish', { ...monday, body: '新內文。' });
      await press('/edit/articles/spring', 'plan-end', end);
      expect(await plans()).toHaveLength(2);
    };
    await plan();
    await press('/edit/articles/spring', 'cancel-change');
    await press('/edit/articles/spring', 'cancel-end');
    expect(await plans()).toEqual([]);
    await plan();
    await press('/edit/articles/spring', 'unpublish');
    expect(await plans()).toEqual([]);
    await press('/edit/articles/spring', 'publish');
    await press('/edit/articles/spring', 'publish', { ...monday, body: '再改。' });
    await press('/edit/articles/spring/remove', 'remove');
    expect(await plans()).toEqual([]);
  });

  test('what a coming change refers to is not removed, and a new address of it is followed', async () => {
    const { press, visit, goTo, plans } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, 'f.products.0': 'pot', body: '新內文。' });
    const refused = await press('/edit/products/pot/remove', 'remove');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('「春茶日記」排好時間的更新會用到它，請先取消那個排程。');
    await press('/edit/products/pot/rename', 'rename', { id: 'teapot' });
    await press('/edit/authors/lin/rename', 'rename', { id: 'lin-zhiyuan' });
    await goTo(mondayIso);
    expect(await plans()).toEqual([]);
    expect((await visit('/articles/spring')).text).toContain('/product/info/teapot');
  });

  test('a change that something is renamed in after it was read is made as it is now', async () => {
    const { press, visit, goTo, plans, tools } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, 'f.products.0': 'pot', body: '新內文。' });
    const [read] = await listDue(tools.db.read, mondayIso, 1);
    if (read === undefined) throw new Error('no plan is due');
    await press('/edit/products/pot/rename', 'rename', { id: 'teapot' });
    await press('/edit/authors/lin/rename', 'rename', { id: 'lin-zhiyuan' });
    const due = { ...tools, clock: aClockAt(mondayIso) };
    expect(await carryOut(due, read)).toBe('gone');
    // Nor is the plan given up for what was wrong in the former text.
    expect(await carryOut(due, { ...read, document: '---\ntitle: ""\n---\n' })).toBe('gone');
    expect(await plans()).toEqual([{ action: 'publish', run_at: mondayIso, problem: null }]);
    await goTo(mondayIso);
    expect(await plans()).toEqual([]);
    expect((await visit('/articles/spring')).text).toContain('/product/info/teapot');
  });

  test.for([
    ['a product'],
    // The planned text has another one: only the text that it was made from changes.
    ['an author'],
    // Only the planned text has it.
    ['a tag'],
  ] as const)('a change is not made with a text that was rendered before %s was renamed', async ([what]) => {
    const { lin, press, visit, goTo, plans, tools } = await openPlannedSite(engine);
    const editor = { accountId: lin.accountId, name: '林小青', role: 'editor' as const };
    const renames = {
      'a product': () => press('/edit/products/pot/rename', 'rename', { id: 'teapot' }),
      'an author': () => press('/edit/authors/lin/rename', 'rename', { id: 'lin-zhiyuan' }),
      'a tag': () => renameTag(tools, { editor, from: '新茶', to: '春茶' }),
    };
    const text = { 'f.author': 'chen', 'f.products.0': 'pot', 'f.tags': '新茶', body: '新內文。' };
    await press('/edit/articles/spring', 'publish', { ...monday, ...text });
    const [read] = await listDue(tools.db.read, mondayIso, 1);
    if (read === undefined) throw new Error('no plan is due');
    const render: typeof tools.render = async (source) => {
      const rendered = await tools.render(source);
      await renames[what]();
      return rendered;
    };
    expect(await carryOut({ ...tools, render, clock: aClockAt(mondayIso) }, read)).toBe('gone');
    expect(await plans()).toEqual([{ action: 'publish', run_at: mondayIso, problem: null }]);
    await goTo(mondayIso);
    expect(await plans()).toEqual([]);
    expect((await visit('/articles/spring')).text).toContain('新內文。');
  });

  test('a text that cannot be published at its minute is not, and says so', async () => {
    const { lin, press, visit, goTo, plans, services } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, 'f.products.0': 'pot', body: '新內文。' });
    await services.db.write.deleteFrom('products').where('id', '=', 'pot').execute();
    await goTo(mondayIso);
    expect((await visit('/articles/spring')).text).toContain('舊內文。');
    expect(await plans()).toEqual([{ action: 'publish', run_at: mondayIso, problem: 'invalid' }]);
    expect((await lin.get('/edit')).text).toContain('內容用到的東西已經不在了');
  });

  test('a plan that fails three times is not tried again', async () => {
    const { press, clock, tools, plans } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '新內文。' });
    const failing = { ...tools, render: () => Promise.reject(new Error('no')) };
    const outcomes: string[] = [];
    // Before the worker of the site knows of the time.
    for (let tries = 0; tries < 3; tries += 1) {
      const at = new Date(Date.parse(mondayIso) + tries * 60_000).toISOString();
      const done = await carryOutDue({ ...failing, clock: aClockAt(at) });
      outcomes.push(...done.map(({ outcome }) => outcome));
    }
    expect(outcomes).toEqual(['busy', 'busy', 'failed']);
    clock.set('2026-12-02T00:00:00.000Z');
    expect(await carryOutDue(tools)).toEqual([]);
    expect(await plans()).toEqual([{ action: 'publish', run_at: mondayIso, problem: 'failed' }]);
  });

  test('of several processes one carries a plan out', async () => {
    const { press, tools, services, events } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '新內文。' });
    const due = { ...tools, clock: aClockAt(mondayIso) };
    const rounds = await Promise.all(Array.from({ length: 8 }, () => carryOutDue(due)));
    expect(rounds.flat().filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect((await events()).filter(({ event }) => event === 'planned-change')).toHaveLength(1);
    const published = await services.db.read
      .selectFrom('revisions')
      .select('seq')
      .where('action', '=', 'publish')
      .execute();
    expect(published).toHaveLength(1);
  });

  test('a time that cannot be is told, with everything that was typed', async () => {
    const { press, plans } = await openPlannedSite(engine);
    const cases: [value: string, fields: Record<string, string>, sentence: string][] = [
      ['publish', { 'f.changeAt': '2026-12-01', 'f.changeAt.time': '' }, '也要有時刻'],
      ['plan-end', { end: '2026-11-26', 'end.time': '08:00' }, '「下架時間」已經過了'],
      ['plan-end', {}, '請填寫「下架時間」。'],
    ];
    for (const [value, fields, sentence] of cases) {
      const refused = await press('/edit/articles/spring', value, { ...fields, body: '打好的內文。' });
      expect(refused.status, sentence).toBe(422);
      expect(refused.text).toContain(sentence);
      expect(refused.text).toContain('打好的內文。');
      for (const typed of Object.values(fields)) expect(refused.text).toContain(`value="${typed}"`);
    }
    const same = await press('/edit/articles/spring', 'publish', monday);
    expect(same.text).toContain('內容和網站上的一樣，沒有可以排程的修改。');
    expect(await plans()).toEqual([]);
  });
});
