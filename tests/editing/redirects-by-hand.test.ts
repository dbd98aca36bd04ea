import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { linksOf } from '../helpers/edit-forms.ts';
import { openEditSite } from '../helpers/editing.ts';

const files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶', author: 'lin' }),
};
const page = editPaths.redirects;

describe.each(engines)('redirects by hand on %s', (engine) => {
  test('an admin lets an address of another site lead to a page', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const form = await admin.get(page);
    const from = '/2015/03/春茶/';
    const added = await admin.send(
      form,
      { from, address: 'leads', to: '/articles/spring' },
      { value: 'add' },
    );
    expect(added.headers['location']).toBe('/edit/redirects?done=redirected');
    const moved = await request(app).get(encodeURI('/2015/03/春茶'));
    expect([moved.status, moved.headers['location']]).toEqual([308, '/articles/spring']);
    const list = (await admin.get(`${page}?q=2015`)).text;
    expect(list).toContain('/2015/03/春茶');
    expect(list).toContain('/articles/spring');
    expect((await admin.get('/edit')).text).toContain('href="/edit/redirects"');
    expect((await admin.get(`${page}?q=2016`)).text).toContain('沒有以 2016 開頭的轉址');
  });

  test('a removal can be taken back', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    await admin.send(await admin.get(page), { from: '/old', address: 'gone' }, { value: 'add' });
    expect((await request(app).get('/old')).status).toBe(410);
    const removed = await admin.send(await admin.get(page), {}, { value: 'remove' });
    expect((await request(app).get('/old')).status).toBe(404);
    const undo = await admin.get(removed.headers['location'] ?? '');
    await admin.send(undo, {}, { value: 'add' });
    expect((await request(app).get('/old')).status).toBe(410);
  });

  test('what cannot be one is refused, and stays in the form', async () => {
    const { signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    for (const [typed, sentence] of [
      [{ from: '/articles/spring', to: '/articles' }, '現在是訪客看得到的頁面'],
      [{ from: 'old', to: '/articles' }, '以 / 開頭'],
      [{ from: '/old?x=1', to: '/articles' }, '沒有問號'],
      [{ from: '/old', to: 'https://example.com/' }, '只能轉到站內'],
      [{ from: '/old', to: '/old' }, '不能轉到自己'],
      [{ from: '/old', to: '/articles/nothing' }, '站內沒有這個頁面'],
      [{ from: '', to: '' }, '以 / 開頭'],
    ] as const) {
      const form = await admin.get(page);
      const refused = await admin.send(form, { ...typed, address: 'leads' }, { value: 'add' });
      expect.soft(refused.status, sentence).toBe(422);
      expect.soft(refused.text).toContain(sentence);
      expect.soft(refused.text).toContain(`value="${typed.to}"`);
    }
  });

  test('an address that leads somewhere is written over only when asked', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const add = async (fields: Record<string, string>) =>
      admin.send(await admin.get(page), { from: '/old', address: 'leads', ...fields }, { value: 'add' });
    await add({ to: '/articles' });
    const asked = await add({ to: '/product' });
    expect(asked.status).toBe(422);
    expect(asked.text).toContain('現在轉到：/articles');
    expect((await request(app).get('/old')).headers['location']).toBe('/articles');
    await admin.send(asked, { replace: 'on' }, { value: 'add' });
    expect((await request(app).get('/old')).headers['location']).toBe('/product');
  });

  test('editors see them, and change none', async () => {
    const { app, services, signIn } = await openEditSite(engine, files);
    const [admin, editor] = [await signIn('admin'), await signIn('editor')];
    const form = await admin.get(page);
    await admin.send(form, { from: '/old', address: 'leads', to: '/articles' }, { value: 'add' });
    const seen = (await editor.get(page)).text;
    expect(seen).toContain('/old');
    expect(seen).not.toMatch(/name="do"/);
    expect((await editor.send(form, { from: '/new', address: 'gone' }, { value: 'add' })).status).toBe(404);
    expect((await editor.send(form, { from: '/old' }, { value: 'remove' })).status).toBe(404);
    expect((await request(app).get('/new')).status).toBe(404);
    // Lost between opening and sending.
    const { accountId: id } = admin;
    await services.db.write.updateTable('accounts').set({ role: 'editor' }).where('id', '=', id).execute();
    expect((await admin.send(form, { from: '/old' }, { value: 'remove' })).status).toBe(404);
    expect((await request(app).get('/old')).status).toBe(308);
  });

  test('are shown fifty at a time', async () => {
    const { services, signIn } = await openEditSite(engine, files);
    const at = '2026-01-01T00:00:00.000Z';
    const rows = Array.from({ length: 120 }, (_, n) => `/old/${String(n).padStart(3, '0')}`);
    await services.db.write
      .insertInto('redirects')
      .values(
        rows.map((from_path) => ({ from_path, to_path: '/articles', created_at: at, account_name: '' })),
      )
      .execute();
    const admin = await signIn('admin');
    const shown: string[] = [];
    let path: string | null = page;
    while (path !== null) {
      const { text } = await admin.get(path);
      shown.push(...(text.match(/\/old\/\d+(?=<\/span>)/g) ?? []));
      path =
        linksOf(text)
          .find((link) => link.includes('after=%2F'))
          ?.replaceAll('&amp;', '&') ?? null;
    }
    expect(shown).toEqual(rows);
  });
});
