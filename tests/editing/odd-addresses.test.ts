import type { Response } from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }),
  'articles/winter.md': anArticle({ title: '冬茶' }),
  'site.yaml': 'name: 測試誌\n',
};

/** SQLite compares a column with each of them; PostgreSQL refuses. */
const noNumbers = ['abc', '1.5', '1e3', '99999999999', '%00', '%EF%BC%91'];

describe.for(engines)('on %s', (engine) => {
  test('what is no number in an address of the edit area is none that an entry has', async () => {
    const { signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const entry = await admin.get('/edit/articles/spring');
    await admin.send(entry, { body: '新內文。' });
    await admin.send(await admin.get('/edit/articles/winter/remove'), {}, { value: 'remove' });
    const history = '/edit/articles/spring/history';
    const seq = /history\/(\d+)"/.exec((await admin.get(history)).text)?.[1] ?? '';
    const revision = await admin.get(`${history}/${seq}`);
    const site = await admin.get('/edit/site');
    const trash = await admin.get('/edit/trash');
    const send = async (page: Response, version: string, value: string) => {
      page.text = page.text.replace(/version=[^&"]*/g, `version=${version}`);
      return (await admin.send(page, { body: version, 'f.name': version }, { value })).status;
    };
    for (const text of noNumbers) {
      const statuses = [
        (await admin.get(`${history}?before=${text}`)).status,
        (await admin.get(`${history}/${text}`)).status,
        await send(entry, text, 'save'),
        await send(site, text, 'save'),
        await send(revision, text, 'restore'),
        await send(trash, text, 'restore'),
      ];
      expect.soft(statuses, text).toEqual([200, text === '%00' ? 400 : 404, 409, 409, 303, 409]);
    }
    expect((await admin.get('/edit/articles/winter')).status).toBe(404);
  });

  test('a NUL in an address of the edit area finds nothing', async () => {
    const { signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const paths = [
      ...['/edit/articles?q=%00', '/edit/articles?q=a%00b&state=changed', '/edit/redirects?q=%00'],
      ...['/edit/articles?after=2026-11-22T00:00:00.00%00Z%20a', '/edit/redirects?after=%00'],
      ...['/edit/accounts?q=%00&before=%00', '/edit/articles/spring?done=renamed&from=%00'],
    ];
    for (const path of paths) expect.soft((await admin.get(path)).status, path).toBe(200);
    const entry = await admin.get('/edit/articles/spring');
    entry.text = entry.text.replace(/key=/g, 'key=%00');
    expect((await admin.send(entry, { body: '新內文。' })).status).toBe(303);
    const redirects = await admin.get('/edit/redirects');
    for (const [from, to] of [
      ['/articles/a%00', '/articles/spring'],
      ['/old', '/articles/a%00'],
      ['/old', '/author/%E2%80%A8'],
    ] as const)
      expect
        .soft((await admin.send(redirects, { from, to, address: 'leads' }, { value: 'add' })).status)
        .toBe(422);
  });
});
