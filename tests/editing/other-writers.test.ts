import request from 'supertest';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/db/open/open-database.ts';
import { renameEntry } from '#server/features/editing/entries/rename.ts';
import { carryOutDue } from '#server/features/editing/plans/keep-plans.ts';
import { afterReading } from '../helpers/after-reading.ts';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { aClockAt } from '../helpers/site.ts';
import { watchWaitingWrites } from '../helpers/waiting-writes.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, '第一版。'),
  'products/pot.md': aProduct({ name: '壺' }),
  'products/cup.md': aProduct({ name: '杯' }),
};

describe.for(engines)('on %s', (engine) => {
  test('an import over an open form is a conflict, and both texts are kept', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const opened = await lin.get('/edit/articles/spring');
    await site.import({ ...files, 'articles/spring.md': anArticle({ title: '春茶日記' }, '匯入的版本。') });
    const conflict = await lin.send(opened, { body: '編輯的版本。' });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain('匯入或資料庫');
    const rows = await site.services.db.read
      .selectFrom('revisions')
      .select(['action', 'document'])
      .orderBy('seq')
      .execute();
    const kept = rows.map(({ action, document }) => [action, /(\S+版[。本。]*)/.exec(document)?.[1]]);
    expect(kept).toEqual([
      ['import', '第一版。'],
      ['import', '匯入的版本。'],
      ['conflict', '編輯的版本。'],
    ]);
  });

  test('an import that withdraws or removes a page ends what was planned for it', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const plans = () => site.services.db.read.selectFrom('scheduled_changes').select('action').execute();
    const end = { end: '2099-12-01', 'end.time': '08:00' };
    await lin.send(await lin.get('/edit/articles/spring'), end, { value: 'plan-end' });
    await site.import({ ...files, 'articles/spring.md': anArticle({ title: '春茶日記' }, '第二版。') });
    expect(await plans()).toEqual([{ action: 'archive' }]);
    const withdrawn = anArticle({ title: '春茶日記', status: 'draft' }, '第二版。');
    await site.import({ ...files, 'articles/spring.md': withdrawn });
    // Published again, the page would end at that minute.
    expect(await plans()).toEqual([]);
    await site.import(files);
    await lin.send(await lin.get('/edit/articles/spring'), end, { value: 'plan-end' });
    expect(await plans()).toEqual([{ action: 'archive' }]);
    const { 'articles/spring.md': _, ...others } = files;
    await site.import(others, { prune: true });
    // And come back from the trash.
    expect(await plans()).toEqual([]);
  });

  test('an import that changes only the products of an article stands in its history', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const withProducts = anArticle({ title: '春茶日記', products: ['pot'] }, '第一版。');
    await site.import({ ...files, 'articles/spring.md': withProducts });
    const history = await lin.get('/edit/articles/spring/history');
    const revisions = [...history.text.matchAll(/href="(\/edit\/articles\/spring\/history\/\d+)"/g)];
    expect(revisions).toHaveLength(2);
    const newest = await lin.get(revisions[0]?.[1] ?? '');
    expect(newest.text).toContain('<ins>pot</ins>');
  });

  test('an import of the same content makes no version and no revision', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const opened = await lin.get('/edit/articles/spring');
    await site.import(files);
    expect(await site.services.db.read.selectFrom('revisions').selectAll().execute()).toEqual([]);
    expect((await lin.send(opened, { body: '編輯的版本。' })).status).toBe(303);
  });

  test('what --prune removes is in the trash, and comes back as it was', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const { 'products/pot.md': _, ...others } = files;
    await site.import(others, { prune: true });
    const html = { Accept: 'text/html' };
    await request(site.app).get('/product/info/cup').set(html).expect(200);
    const trash = await lin.get('/edit/trash');
    expect(trash.text).toContain('壺');
    expect(trash.text).not.toContain('杯');
    const restored = await lin.send(trash, {}, { value: 'restore' });
    expect(restored.headers['location']).toBe('/edit/products/pot?done=restored');
    expect((await request(site.app).get('/product/info/pot').set(html).expect(200)).text).toContain('壺');
  });

  test('a draft outlives an import, which its form tells of', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    await lin.send(await lin.get('/edit/articles/spring'), { body: '草稿的文字。' });
    await site.import({ ...files, 'articles/spring.md': anArticle({ title: '春茶日記' }, '匯入的版本。') });
    const { text } = await lin.get('/edit/articles/spring');
    expect(text).toContain('草稿的文字。');
    expect(text).toContain('網站上的版本又有更動');
  });
});

test.runIf(engines.includes('postgres')).for([
  ['drafts', 'save', {}],
  ['scheduled_changes', 'publish', { 'f.changeAt': '2099-12-01', 'f.changeAt.time': '08:00' }],
] as const)('what is saved in %s during a rename stays, on PostgreSQL', async ([table, value, fields]) => {
  const { services, signIn } = await openEditSite('postgres', files);
  const { db, clock, contentWork } = services;
  const lin = await signIn();
  let count = 0;
  const save = async () => {
    count += 1;
    const body = `第 ${count} 份草稿。`;
    const typed = { ...fields, 'f.products.0': 'pot', body };
    await lin.send(await lin.get('/edit/articles/spring'), typed, { value });
  };
  await save();
  const { key, version } = await findPot(db);
  const editor = { accountId: lin.accountId, name: '林小青', role: 'editor' as const };
  const renaming = { editor, kind: 'products' as const, key, version, id: 'teapot', mayTakeOver: false };
  const tools = { db: afterReading(db, table, save), clock };
  expect((await renameEntry(tools, renaming)).kind).toBe('done');
  expect(count).toBeGreaterThan(1);
  const stored = await db.read.selectFrom(table).select('document').executeTakeFirstOrThrow();
  expect(stored.document).toContain(`第 ${count} 份草稿。`);
  // The product is found under its new id: by the form, and at the minute of the plan.
  if (table === 'drafts') {
    const form = await lin.get('/edit/articles/spring');
    expect((await lin.send(form, {}, { value: 'publish' })).status).toBe(303);
  } else {
    const due = {
      db,
      clock: aClockAt('2099-12-01T00:00:00.000Z'),
      log: silentLog,
      render: contentWork.render,
    };
    expect((await carryOutDue(due)).map(({ outcome }) => outcome)).toEqual(['done']);
  }
});

test.runIf(engines.includes('postgres'))(
  'a rename gives no version back from under a save, on PostgreSQL',
  async () => {
    const spring = anArticle({ title: '春茶日記', products: ['pot'] }, '第一版。');
    const { services, signIn } = await openEditSite('postgres', { ...files, 'articles/spring.md': spring });
    const { db, clock } = services;
    const [lin, mei] = [await signIn(), await signIn('editor', '陳美')];
    const opened = await mei.get('/edit/articles/spring');
    const { key, version } = await findPot(db);
    const writes = watchWaitingWrites(db);
    const saves: Promise<void>[] = [];
    let status = 0;
    const save = async () => {
      const form = await lin.get('/edit/articles/spring');
      ({ status } = await lin.send(form, { body: '林小青的草稿。' }));
    };
    const database = afterReading(db, 'scheduled_changes', async () => {
      if (saves.length === 0) saves.push(save());
      await expect.poll(async () => status > 0 || (await writes.areThere())).toBe(true);
    });
    const editor = { accountId: lin.accountId, name: '林小青', role: 'editor' as const };
    const renaming = { editor, kind: 'products' as const, key, version, id: 'teapot', mayTakeOver: false };
    expect((await renameEntry({ db: database, clock }, renaming)).kind).toBe('done');
    await Promise.all(saves);
    expect(status).toBe(303);
    // With the version from before the save, this form would write over it.
    expect((await mei.send(opened, { body: '陳美的草稿。' })).status).toBe(409);
  },
);

function findPot(db: Pick<Database, 'read'>): Promise<{ key: string; version: number }> {
  return db.read
    .selectFrom('entries')
    .select(['key', 'version'])
    .where('kind', '=', 'products')
    .where('id', '=', 'pot')
    .executeTakeFirstOrThrow();
}
