import type { Express } from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import type { Role } from '#shared/accounts.ts';
import { OverloadedError } from '#server/errors.ts';
import { BusyError } from '#server/db/dialects/storage-trouble.ts';
import { readForm } from '#scripts/tools/read-form.ts';
import { rightPassword } from '../helpers/accounts.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import type { TestSite } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, '舊內文。'),
  'products/gaiwan.md': aProduct(),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\n',
};

const typed = '寫了很久的<文字>。';
/** As it stands in a page. */
const shown = '寫了很久的&lt;文字&gt;。';

interface TypedForm {
  path: string;
  fields: Record<string, string>;
  value: string;
  role?: Role;
}

const forms: TypedForm[] = [
  { path: '/edit/articles/spring', fields: { body: typed, 'f.title': typed }, value: 'save' },
  { path: '/edit/articles/spring', fields: { body: typed, 'f.tags': typed }, value: 'publish' },
  { path: '/edit/articles/_new', fields: { id: 'new', body: typed }, value: 'save' },
  { path: '/edit/products/gaiwan', fields: { 'f.summary': typed }, value: 'publish' },
  { path: '/edit/authors/lin', fields: { body: typed }, value: 'publish' },
  { path: '/edit/pages/about', fields: { body: typed }, value: 'publish' },
  { path: '/edit/site', fields: { 'f.description': typed }, value: 'save', role: 'admin' },
  { path: '/edit/articles/spring/rename', fields: { id: '春天的日記' }, value: 'rename' },
  { path: '/edit/articles/spring/remove', fields: { address: 'leads', to: `/${typed}` }, value: 'remove' },
  { path: '/edit/redirects', fields: { from: `/${typed}`, to: '/' }, value: 'add', role: 'admin' },
  {
    path: '/edit/accounts/_new',
    fields: { email: 'chen@example.com', name: '陳又芳', password: rightPassword },
    value: 'create',
    role: 'admin',
  },
];

type Trouble = (site: TestSite) => void;

/** Reads fail too while a form is handled, but not before it is known who has sent it. */
function failingWrites(error: () => Error): Trouble {
  return ({ services }) => {
    services.db.write.transaction = () => {
      throw error();
    };
    services.db.writeBriefly.transaction = services.db.write.transaction;
  };
}

const fullDisk = Object.assign(new Error('database or disk is full'), {
  errcode: 13,
  code: 'ERR_SQLITE_ERROR',
});
const troubles: [what: string, status: number, trouble: Trouble][] = [
  ['an exception that nobody foresaw', 500, failingWrites(() => new TypeError('nobody foresaw this'))],
  ['others who write', 503, failingWrites(() => new BusyError('others are writing'))],
  ['a full disk', 507, failingWrites(() => fullDisk)],
];

describe.for(engines)('on %s', (engine) => {
  test.for(troubles)('%s: every form comes back with what was typed', async ([, status, trouble]) => {
    const site = await openEditSite(engine, files);
    const people = { editor: await site.signIn(), admin: await site.signIn('admin') };
    const opened = await Promise.all(
      forms.map(async (form) => ({
        form,
        page: await people[form.role === 'admin' ? 'admin' : 'editor'].get(form.path),
      })),
    );
    trouble(site);
    for (const { form, page } of opened) {
      expect.soft(page.status, form.path).toBe(200);
      const person = people[form.role === 'admin' ? 'admin' : 'editor'];
      const told = await person.send(page, form.fields, { name: 'do', value: form.value });
      expect.soft(told.status, `${form.path} ${form.value}`).toBe(status);
      const labels = Array.from(
        told.text.matchAll(/<label class="grid gap-1">([^<]*)/g),
        ([, label]) => label,
      );
      expect
        .soft(
          labels.filter((label = '') => !/\p{Script=Han}|SKU/u.test(label)),
          form.path,
        )
        .toEqual([]);
      for (const [name, text] of Object.entries(form.fields))
        if (name === 'password') expect.soft(told.text).not.toContain(text);
        else expect.soft(told.text, `${form.path} ${form.value}`).toContain(text.replace(typed, shown));
    }
  });

  test.for([
    ['is too busy', 503, new OverloadedError('a text was not rendered in time')],
    ['has ended', 500, new Error('the thread for texts could not render one')],
  ] as const)('the text comes back when the thread that renders it %s', async ([, status, error]) => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const opened = await lin.get('/edit/articles/spring');
    site.services.contentWork.render = () => Promise.reject(error);
    const told = await lin.send(opened, { body: typed }, { name: 'do', value: 'publish' });
    expect(told.status).toBe(status);
    expect(told.text).toContain(shown);
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
