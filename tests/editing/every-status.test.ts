import request from 'supertest';
import { expect, test } from 'vitest';
import { readForm } from '#scripts/tools/requests/read-form.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { BusyError } from '#server/db/dialects/storage-trouble.ts';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, '舊內文。'),
  'site.yaml': 'name: 測試誌\n',
};
const long = '茶'.repeat(100_000);

async function open(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn('admin');
  /** Sends a form of this page with a text of 100,000 characters in one of its fields. */
  async function sendLong(
    { path = '/edit/articles/spring', field = 'body', value = 'save' },
    more: More = {},
  ) {
    const form = await lin.get(path);
    await more.meanwhile?.();
    const { action, fields } = readForm(form.text, value);
    const sent = new Map([...fields, [field, more.text ?? long], ...Object.entries(more.fields ?? {})]);
    for (const name of more.without ?? []) sent.delete(name);
    let post = request(site.app)
      .post(more.action?.(action) ?? action)
      .set({ Accept: 'text/html', Cookie: more.cookie ?? lin.cookie });
    for (const [name, text] of [...sent, ['do', value] as const, ...(more.last ?? [])])
      post = post.field(name, text);
    const { status, text } = await post;
    const title = /<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? '';
    return { status, isKept: text.includes(long), title, text };
  }
  const setRole = (role: 'reader' | 'editor') =>
    site.services.db.write.updateTable('accounts').set({ role }).where('id', '=', lin.accountId).execute();
  return { ...site, lin, sendLong, setRole };
}

interface More {
  text?: string;
  fields?: Record<string, string>;
  without?: string[];
  last?: [string, string][];
  cookie?: string;
  action?: (action: string) => string;
  meanwhile?: () => Promise<unknown>;
}

const kept = (status: number) => ({ status, isKept: true, title: expect.stringMatching(/\p{Script=Han}/u) });

test.for(engines)(
  'a text of 100,000 characters comes back with each status of those who send wrong things, on %s',
  async (engine) => {
    const { lin, sendLong } = await open(engine);
    const nul = await sendLong({}, { text: `${long}\0` });
    expect.soft(nul).toMatchObject(kept(400));
    expect.soft(nul.text).toContain('已經拿掉它');
    const many = Array.from({ length: 2500 }, (_, n): [string, string] => [`f.links.${n % 1000}.url`, 'x']);
    const large = await sendLong({}, { last: many });
    expect.soft(large).toMatchObject(kept(413));
    expect.soft(large.text).toContain('分成幾篇');
    expect.soft(await sendLong({}, { without: ['whole'] })).toMatchObject(kept(422));
    expect.soft(await sendLong({ value: 'publish' }, { fields: { 'f.title': '' } })).toMatchObject(kept(422));
    expect.soft(await sendLong({}, { cookie: '' })).toMatchObject(kept(401));
    expect.soft(await sendLong({}, { cookie: '', text: `${long}\0` })).toMatchObject(kept(400));
    expect
      .soft(await sendLong({}, { action: (to) => to.replace(/key=[^&]*/, 'key=x') }))
      .toMatchObject(kept(404));
    const edit = async () => lin.send(await lin.get('/edit/articles/spring'), { body: '別的。' });
    expect.soft(await sendLong({}, { meanwhile: edit })).toMatchObject(kept(409));
    const remove = async () =>
      lin.send(await lin.get('/edit/articles/spring/remove'), {}, { value: 'remove' });
    expect.soft(await sendLong({}, { meanwhile: remove })).toMatchObject(kept(409));
  },
);

test.for([
  [{ path: '/edit/site', field: 'f.description' }, 422],
  [{ path: '/edit/redirects', field: 'from', value: 'add' }, 422],
  [{ path: '/edit/articles/spring/rename', field: 'id', value: 'rename' }, 422],
  [{ path: '/edit/articles/spring/remove', field: 'to', value: 'remove' }, 0],
  [{ path: '/edit/accounts/_new', field: 'name', value: 'create' }, 422],
  [{ path: '/edit/accounts/_new', field: 'email', value: 'create' }, 422],
] as const)(
  'the text comes back from %j, also to somebody who is no editor any more',
  async ([form, status]) => {
    const { sendLong, setRole } = await open('sqlite');
    const leading = form.field === 'to' ? { fields: { address: 'leads' } } : {};
    expect.soft(await sendLong(form, leading)).toMatchObject(kept(status || 422));
    expect.soft(await sendLong(form, { ...leading, without: ['whole'] })).toMatchObject(kept(422));
    const refused = await sendLong(form, { ...leading, text: `${long}\0` });
    expect.soft(refused).toMatchObject(kept(400));
    expect
      .soft(await sendLong(form, { ...leading, meanwhile: () => setRole('reader') }))
      .toMatchObject(kept(404));
  },
);

test('the text of an account comes back to somebody who is no admin any more', async () => {
  const { lin, sendLong, setRole } = await open('sqlite');
  const form = { path: `/edit/accounts/${lin.accountId}`, field: 'name', value: 'rename' };
  expect.soft(await sendLong(form)).toMatchObject(kept(422));
  expect.soft(await sendLong(form, { without: ['whole'] })).toMatchObject(kept(422));
  expect.soft(await sendLong(form, { meanwhile: () => setRole('editor') })).toMatchObject(kept(403));
});

test.for([
  [500, () => new TypeError('nobody foresaw this')],
  [503, () => new BusyError('others are writing')],
  [503, () => new OverloadedError('a text was not rendered in time')],
  [507, () => Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
  [400, () => Object.assign(new Error('refused within'), { status: 400 })],
] as const)('the text comes back with %i', async ([status, error]) => {
  const { services, sendLong } = await open('sqlite');
  const fail = () => {
    throw error();
  };
  const meanwhile = async () => {
    for (const connection of [services.db.write, services.db.writeBriefly])
      Object.assign(connection, { transaction: fail });
  };
  expect(await sendLong({}, { meanwhile })).toMatchObject(kept(status));
});
