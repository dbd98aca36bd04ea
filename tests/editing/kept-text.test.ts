import type { Express } from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { OverloadedError } from '#server/base/errors.ts';
import { readForm } from '#scripts/tools/requests/read-form.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, '舊內文。'),
  'products/gaiwan.md': aProduct(),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\n',
};

const typed = '寫了很久的<文字>。';
/** The text as HTML. */
const shown = '寫了很久的&lt;文字&gt;。';

describe.for(engines)('on %s', (engine) => {
  test.for([
    ['is too busy', 503, new OverloadedError('a text was not rendered in time')],
    ['has ended', 500, new Error('the thread for texts could not render one')],
  ] as const)('the text comes back when the thread that renders it %s', async ([, status, error]) => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    site.services.contentWork.render = () => Promise.reject(error);
    for (const path of ['articles/spring', 'products/gaiwan', 'authors/lin', 'pages/about']) {
      const opened = await lin.get(`/edit/${path}`);
      const told = await lin.send(opened, { body: typed }, { name: 'do', value: 'publish' });
      expect(told.status, path).toBe(status);
      expect(told.text, path).toContain(shown);
    }
  });
});

describe('a form without a session', () => {
  const post = (app: Express) =>
    request(app).post('/edit/articles/spring?version=1').set({ Accept: 'text/html' });

  test('gives back a text of 100,000 characters, to be sent again after signing in', async () => {
    const { app, signIn } = await openEditSite('sqlite', files);
    const long = '茶'.repeat(100_000);
    const opened = await (await signIn()).get('/edit/articles/spring');
    const { action, fields } = readForm(opened.text, 'save');
    let sent = request(app).post(action).set({ Accept: 'text/html' });
    for (const [name, value] of new Map([...fields, ['body', long]])) sent = sent.field(name, value);
    const told = await sent.field('do', 'save');
    expect(told.status).toBe(401);
    const again = await (await signIn()).send(told, {});
    expect(again.status).toBe(303);
    expect((await (await signIn()).get('/edit/articles/spring')).text).toContain(long);
  });

  test('gives back nothing that no form of ours has', async () => {
    const { app } = await openEditSite('sqlite', files);
    const names = [
      'other',
      '__proto__',
      'f.__proto__',
      'f.constructor',
      'f.links.1.toString',
      'f.title.4000',
    ];
    let sent = post(app).field('body', typed);
    for (const name of names) sent = sent.field(name, 'NOT OURS');
    const told = await sent;
    expect(told.status).toBe(401);
    expect(told.text).toContain(shown);
    expect(told.text).not.toContain('NOT OURS');
  });

  test('is refused before it is read where one network sends many', async () => {
    const { app } = await openEditSite('sqlite', files);
    const statuses: number[] = [];
    for (let count = 0; count < 25; count += 1) statuses.push((await post(app).field('body', typed)).status);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(statuses.slice(20)).toEqual(Array.from({ length: 5 }, () => 429));
  });
});

test('a draft takes no field that is larger than anything that is published, and gives its text back', async () => {
  const { signIn, services } = await openEditSite('sqlite', files);
  const [lin, admin] = [await signIn(), await signIn('admin')];
  const tags = Array.from({ length: 501 }, (_, index) => `標籤${index}`).join('\n');
  const long = '茶'.repeat(10_001);
  const sent = [
    await lin.send(await lin.get('/edit/articles/spring'), { 'f.tags': tags }),
    await lin.send(await lin.get('/edit/articles/_new'), { id: 'new', 'f.title': long }),
    await lin.send(await lin.get('/edit/authors/lin'), { 'f.links.0.label': long }),
    await lin.send(await lin.get('/edit/pages/about'), { body: `${long}${'字'.repeat(120_000)}` }),
    await admin.send(await admin.get('/edit/site'), { 'f.tagline': long }),
  ];
  for (const told of sent) {
    expect.soft(told.status).toBe(422);
    expect.soft(told.text).toContain('太長，還沒有儲存');
    expect.soft(told.text.includes(long) || told.text.includes('標籤500')).toBe(true);
  }
  const drafts = await services.db.read.selectFrom('drafts').selectAll().execute();
  expect(drafts).toEqual([]);
});
