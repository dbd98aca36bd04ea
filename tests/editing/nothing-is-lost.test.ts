import request from 'supertest';
import { describe, expect, test } from 'vitest';
import type { AccountsTable } from '#server/db/tables/account-tables.ts';
import { BusyError } from '#server/db/dialects/storage-trouble.ts';
import { saveDraft } from '#server/features/editing/entries/save-draft.ts';
import { anAccount } from '../helpers/accounts.ts';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { keyOf } from '../helpers/entries.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  // Its form shows no seconds.
  'articles/spring.md': anArticle(
    { title: '春茶日記', publishedAt: '2026-01-01T08:00:37+08:00' },
    '舊內文。',
  ),
};

describe.for(engines)('on %s', (engine) => {
  test('going back to a new form and writing on keeps both texts', async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    const empty = await lin.get('/edit/articles/_new');
    expect((await lin.send(empty, { id: 'new', body: '第一次的文字。' })).status).toBe(303);
    expect((await lin.send(empty, { id: 'new', body: '後來的文字。' })).status).toBe(303);
    expect((await lin.get('/edit/articles/new')).text).toContain('後來的文字。');
    // The entry was changed since: a conflict with oneself. Another id is none of its.
    for (const id of ['new', 'other']) {
      const late = await lin.send(empty, { id, body: `${id} 更晚的文字。` });
      expect(late.status).toBe(409);
      expect(late.text).toContain('後來的文字。');
      expect(late.text).toContain(`${id} 更晚的文字。`);
    }
    const { length } = await services.db.read
      .selectFrom('revisions')
      .select('document')
      .where('document', 'like', '%的文字。%')
      .execute();
    expect(length).toBe(4);
  });

  test('a new entry with the key of another kind comes back, and leaves no text in that history', async () => {
    const { signIn, services } = await openEditSite(engine, { ...files, 'site.yaml': 'name: 測試誌\n' });
    const lin = await signIn();
    const others = await services.db.read
      .selectFrom('entries')
      .select('key')
      .where('kind', '!=', 'products')
      .execute();
    expect(others).toHaveLength(3);
    for (const { key } of others) {
      const empty = await lin.get('/edit/products/_new');
      empty.text = empty.text.replace(/_new\?key=[\w-]+/g, `_new?key=${key}`);
      const back = await lin.send(empty, { id: `pot-${key}`, body: '打好的文字。' });
      expect(back.status).toBe(409);
      expect(back.text).toContain('打好的文字。');
      expect(
        await services.db.read.selectFrom('revisions').select('seq').where('entry_key', '=', key).execute(),
      ).toEqual([]);
      // The form has a key of its own now.
      expect((await lin.send(back, {})).status).toBe(303);
    }
  });

  test('a save finds an entry that was renamed meanwhile', async () => {
    const { signIn } = await openEditSite(engine, files);
    const [lin, chen] = [await signIn(), await signIn('editor', '陳又芳')];
    const opened = await lin.get('/edit/articles/spring');
    await chen.send(await chen.get('/edit/articles/spring/rename'), { id: '春' }, { value: 'rename' });
    const conflict = await lin.send(opened, { body: '林的文字。' });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain('林的文字。');
    expect((await lin.send(conflict, {})).status).toBe(303);
    expect((await lin.get('/edit/articles/春')).text).toContain('林的文字。');
  });

  test('a save of what was removed meanwhile keeps the text in its history', async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const [lin, chen] = [await signIn(), await signIn()];
    const opened = await lin.get('/edit/articles/spring');
    await chen.send(await chen.get('/edit/articles/spring/remove'), {}, { value: 'remove' });
    const told = await lin.send(opened, { body: '林的文字。' });
    expect(told.status).toBe(409);
    expect(told.text).toContain('移到回收桶');
    const kept = await services.db.read
      .selectFrom('revisions')
      .select('document')
      .where('action', '=', 'conflict')
      .execute();
    expect(kept.map(({ document }) => document).join()).toContain('林的文字。');
  });

  test('a save that changes nothing is no version, and no conflict for others', async () => {
    const { signIn } = await openEditSite(engine, files);
    const [lin, chen] = [await signIn(), await signIn()];
    const [ofLin, ofChen] = [await lin.get('/edit/articles/spring'), await chen.get('/edit/articles/spring')];
    for (const value of ['save', 'publish'])
      expect((await lin.send(ofLin, {}, { value })).status, value).toBe(303);
    expect((await chen.send(ofChen, { body: '陳的文字。' })).status).toBe(303);
  });

  test('whoever may no longer edit when the change begins changes nothing', async () => {
    const { services } = await openEditSite(engine, files);
    const { db, clock } = services;
    const { id: accountId, name } = await anAccount(db, { role: 'editor' });
    const editor = { accountId, name, role: 'editor' as const };
    const key = await keyOf(db.read, 'articles', 'spring');
    const change = {
      editor,
      kind: 'articles' as const,
      key,
      version: 1,
      document: '---\ntitle: 新題\n---\n',
    };
    const nobody: Partial<AccountsTable>[] = [
      { disabled_at: '2026-11-20T00:00:00.000Z' },
      { disabled_at: null, role: 'reader' },
    ];
    for (const become of nobody) {
      await db.write.updateTable('accounts').set(become).where('id', '=', accountId).execute();
      expect(await saveDraft({ db, clock }, change)).toEqual({ kind: 'forbidden' });
    }
    expect(await db.read.selectFrom('drafts').select('entry_key').execute()).toEqual([]);
    await db.write.updateTable('accounts').set({ role: 'editor' }).where('id', '=', accountId).execute();
    expect(await saveDraft({ db, clock }, change)).toMatchObject({ kind: 'done' });
  });

  test('while nothing can be written the text comes back, and can be sent again', async () => {
    const { app, services, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    const { transaction } = services.db.write;
    services.db.write.transaction = () => {
      throw new BusyError('others are writing');
    };
    const told = await lin.send(opened, { body: '寫了很久的文字。', 'f.title': '新題' });
    expect(told.status).toBe(503);
    expect(Number(told.headers['retry-after'])).toBeGreaterThan(0);
    expect(told.text).toContain('寫了很久的文字。');
    expect(told.text).toContain('新題');
    services.db.write.transaction = transaction;
    expect((await lin.send(told, {})).status).toBe(303);
    expect((await lin.get('/edit/articles/spring')).text).toContain('寫了很久的文字。');
    await request(app).get('/articles/spring').set({ Accept: 'text/html' }).expect(200);
  });
});
