import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { carryOut, noteFailure } from '#server/features/editing/plans/carry-out.ts';
import { carryOutDue } from '#server/features/editing/plans/keep-plans.ts';
import { listDue } from '#server/features/editing/plans/plans.ts';
import { engines } from '../helpers/databases.ts';
import { end, endIso, monday, mondayIso, openPlannedSite } from '../helpers/planned-site.ts';
import { aClockAt } from '../helpers/site.ts';

describe.for(engines)('on %s', (engine) => {
  test('the end of a page takes no change away that is as late as itself', async () => {
    const { press, plans, tools } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '新內文。' });
    await press('/edit/articles/spring', 'plan-end', end);
    // The last one of those that may be taken.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
    onTestFinished(() => random.mockRestore());
    const done = await carryOutDue({ ...tools, clock: aClockAt(endIso) });
    expect(done.map(({ plan, outcome }) => [plan.action, outcome])).toEqual([
      ['publish', 'done'],
      ['archive', 'done'],
    ]);
    expect(await plans()).toEqual([]);
  });

  test('of several processes one refuses a plan', async () => {
    const { press, plans, tools, services, events } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, 'f.products.0': 'pot', body: '新內文。' });
    await services.db.write.deleteFrom('products').where('id', '=', 'pot').execute();
    const due = { ...tools, clock: aClockAt(mondayIso) };
    const [read] = await listDue(tools.db.read, mondayIso, 1);
    if (read === undefined) throw new Error('no plan is due');
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => carryOut(due, read)));
    expect(outcomes.filter((outcome) => outcome === 'invalid')).toHaveLength(1);
    expect((await events()).filter(({ event }) => event === 'plan-refused')).toHaveLength(1);
    expect(await plans()).toEqual([{ action: 'publish', run_at: mondayIso, problem: 'invalid' }]);
    expect(await carryOutDue(due)).toEqual([]);
  });

  test('a plan that was given up is not carried out by a process that read it before', async () => {
    const { press, visit, plans, tools } = await openPlannedSite(engine);
    await press('/edit/articles/spring', 'publish', { ...monday, body: '新內文。' });
    const due = { ...tools, clock: aClockAt(mondayIso) };
    const [read] = await listDue(tools.db.read, mondayIso, 1);
    if (read === undefined) throw new Error('no plan is due');
    expect(await noteFailure(due, { ...read, tries: 2 })).toBe('failed');
    expect(await carryOut(due, read)).toBe('gone');
    expect(await plans()).toEqual([{ action: 'publish', run_at: mondayIso, problem: 'failed' }]);
    expect((await visit('/articles/spring')).text).toContain('舊內文。');
  });
});
