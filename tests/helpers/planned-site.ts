import request from 'supertest';
import { expect } from 'vitest';
import { carryOutDue } from '#server/features/editing/plans/keep-plans.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from './content.ts';
import { silentLog, type EngineName } from './databases.ts';
import { openEditSite } from './editing.ts';
import { newsHasCome } from './news-has-come.ts';
import { aClockAt } from './site.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'products/pot.md': aProduct({ name: '壺' }),
  'products/cup.md': aProduct({ name: '杯' }),
  'articles/spring.md': anArticle({ title: '春茶日記', products: ['cup'] }, '舊內文。'),
  'articles/soon.md': anArticle({ title: '將來', publishedAt: '2026-12-24T08:00:00+08:00' }),
  'pages/about.md': aPage(),
};

const now = '2026-11-30T23:00:00.000Z';
export const monday = { 'f.changeAt': '2026-12-01', 'f.changeAt.time': '08:00' };
export const mondayIso = '2026-12-01T00:00:00.000Z';
export const end = { end: '2026-12-01', 'end.time': '09:30' };
export const endIso = '2026-12-01T01:30:00.000Z';

/** A site with an editor, on the eve of plans. */
export async function openPlannedSite(engine: EngineName) {
  const clock = aClockAt(now);
  const site = await openEditSite(engine, files, { clock });
  const { db, contentWork } = site.services;
  const tools = { db, clock, log: silentLog, render: contentWork.render };
  const lin = await site.signIn();
  return {
    ...site,
    ...{ clock, lin, tools },
    press: async (path: string, value: string, fields: Record<string, string> = {}) =>
      lin.send(await lin.get(path), fields, { value }),
    visit: (path: string) => request(site.app).get(path).set({ Accept: 'text/html' }),
    plans: () =>
      db.read
        .selectFrom('scheduled_changes')
        .select(['action', 'run_at', 'problem'])
        .orderBy('action')
        .execute(),
    async goTo(iso: string) {
      clock.set(iso);
      // The worker of the site may be first.
      await expect
        .poll(async () => {
          await carryOutDue(tools);
          return (
            await db.read
              .selectFrom('scheduled_changes')
              .select('run_at')
              .where('problem', 'is', null)
              .execute()
          ).filter(({ run_at }) => run_at <= iso);
        })
        .toEqual([]);
      await newsHasCome(site.services);
    },
    events: async () =>
      await db.read
        .selectFrom('content_events')
        .select(['event', 'detail', 'account_name'])
        .orderBy('seq')
        .execute(),
  };
}
