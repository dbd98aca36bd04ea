import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { OverloadedError } from '#server/base/errors.ts';
import { BusyError } from '#server/db/dialects/storage-trouble.ts';
import { sendAutosave } from '../helpers/autosave.ts';
import { aDrawing, anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { findEditButtons, listFormRoutes, type EditButton } from '../helpers/edit-forms.ts';
import { openEditSite } from '../helpers/editing.ts';
import type { TestSite } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記', tags: ['茶'] }, '舊內文。'),
  'articles/winter.md': anArticle({ title: '冬茶' }),
  'articles/autumn.md': anArticle({ title: '秋茶' }),
  'products/gaiwan.md': aProduct(),
  'pages/about.md': aPage(),
  'media/tea.svg': aDrawing,
  'site.yaml': 'name: 測試誌\n',
};

/** A site in which every form of the edit area is offered to an admin. */
async function openFullSite(engine: EngineName) {
  const site = await openEditSite(engine, files, { env: { TRUST_PROXY: '1' } });
  const lin = await site.signIn('admin');
  await site.signIn();
  const press = async (path: string, value: string, fields: Record<string, string> = {}) => {
    const { status } = await lin.send(await lin.get(path), fields, { name: 'do', value });
    expect(status, path).toBe(303);
  };
  await press('/edit/articles/spring', 'save', { body: '新內文。' });
  await press('/edit/articles/winter', 'archive');
  await press('/edit/articles/autumn/remove', 'remove');
  await press('/edit/redirects', 'add', { from: '/old', to: '/articles/spring' });
  await sendAutosave({ ...site, ...lin }, await lin.get('/edit/articles/spring'), { body: '還沒有儲存。' });
  return { ...site, lin, buttons: await findEditButtons(site.app, lin) };
}

type FullSite = Awaited<ReturnType<typeof openFullSite>>;

/** Too long to be published, different in each field, and with marks that stand otherwise in a page. */
const typedIn = (name: string) => `寫了<很久>的 ${name} & "文字"。${'茶'.repeat(300)}`;
const inPage = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Types something into each text of a form, and presses the button. */
async function press(
  { app, lin }: FullSite,
  button: EditButton,
  changeAddress = (address: string) => address,
) {
  const fields = new Map([...button.fields, [button.name, button.value]]);
  for (const name of button.texts) fields.set(name, typedIn(name));
  const { pathname, search } = new URL(changeAddress(button.action), `http://site${button.page}`);
  // Forms of one network whose sender is unknown are limited.
  pressed += 1;
  const headers = { Cookie: lin.cookie, Accept: 'text/html', 'X-Forwarded-For': `10.0.0.${pressed % 250}` };
  let sent = request(app)
    .post(pathname + search)
    .set(headers);
  for (const [name, value] of fields) sent = sent.field(name, value);
  const { status, text } = await sent;
  return { status, text, lost: button.texts.filter((name) => !text.includes(inPage(typedIn(name)))) };
}

let pressed = 0;

/** Names of fields that stand in a page of kept texts instead of their labels. */
function unknownLabels(page: string): string[] {
  const labels = Array.from(page.matchAll(/<label for="[^"]*">([^<]*)/g), ([, label = '']) => label);
  return labels.filter((label) => !/\p{Script=Han}|SKU/u.test(label));
}

const nameOf = ({ action, name, value }: EditButton) => `${action} ${name}=${value}`;

/** Whether reading fails too: for everybody, or once it is known who has sent the form. */
type Failing = 'everything' | 'everything but who it is' | 'writing';

/** Every query fails with what `error` gives at that moment. */
function breakDatabase({ services: { db } }: TestSite, failing: Failing, error: () => Error): void {
  const fail = () => {
    throw error();
  };
  const isOfSender = (from: unknown) => /sessions|saved_items/.test(JSON.stringify(from));
  for (const connection of [db.read, db.write, db.writeBriefly]) {
    const select = connection.selectFrom.bind(connection);
    const selectFrom = (...from: Parameters<typeof select>) =>
      failing === 'everything' || !isOfSender(from) ? fail() : select(...from);
    const begin = { transaction: fail, connection: fail };
    Object.assign(connection, { ...begin, ...(failing !== 'writing' && { selectFrom }) });
  }
}

const withCode = (errcode: number) =>
  Object.assign(new Error('of the database'), { code: 'ERR_SQLITE_ERROR', errcode });
const lost = () => withCode(10);

/** Errors of SQLite; for those of PostgreSQL, and what each is for a form, see tests/unit/server/postgres-codes.test.ts. */
const troubles: [trouble: string, status: number, error: () => Error][] = [
  ['nobody foresaw an exception', 500, () => new TypeError('nobody foresaw this')],
  ['others write', 503, () => new BusyError('others are writing')],
  ['the thread for texts is too busy', 503, () => new OverloadedError('a text was not rendered in time')],
  ['the thread for texts has ended', 500, () => new Error('the thread for texts could not render one')],
  ['the database is lost', 503, lost],
  ['nothing can be written', 503, () => withCode(8)],
  ['the disk is full', 507, () => withCode(13)],
];

describe.for(engines)('on %s', (engine) => {
  test('every address that takes a form offers one, and gives back what it refuses', async () => {
    const site = await openFullSite(engine);
    expect(new Set(site.buttons.map(({ route }) => route))).toEqual(new Set(listFormRoutes(site.app)));
    // The sender's own account at the end: one of its forms signs out.
    const buttons = site.buttons.toSorted(
      (a, b) => Number(/accounts/.test(a.action)) - Number(/accounts/.test(b.action)),
    );
    let refused = 0;
    for (const button of buttons) {
      const { status, lost } = await press(site, button);
      expect.soft(status, nameOf(button)).toBeLessThan(500);
      if (status >= 400) expect.soft(lost, nameOf(button)).toEqual([]);
      refused += Number(status >= 400);
    }
    expect(refused).toBeGreaterThan(10);
  });

  test('a form whose entry is in the trash, or gone, comes back with what was typed', async () => {
    const site = await openFullSite(engine);
    const ofEntries = site.buttons.filter(
      ({ route, name, texts }) => route === '/edit/:kind/:id' && name === 'do' && texts.length > 0,
    );
    expect(ofEntries.length).toBeGreaterThan(10);
    const removed = new Set<string>();
    for (const button of ofEntries) {
      const [path = ''] = button.action.split('?');
      if (!removed.has(path))
        await site.lin.send(await site.lin.get(`${path}/remove`), {}, { name: 'do', value: 'remove' });
      removed.add(path);
      const answer = await press(site, button);
      // An author whose articles are there is not removed, and saved.
      if (answer.status >= 400) expect.soft(answer.lost, nameOf(button)).toEqual([]);
      const gone = await press(site, button, (address) => address.replace(/key=[^&]*/, 'key=gone'));
      expect.soft(gone, nameOf(button)).toMatchObject({ status: 404, lost: [] });
    }
  });

  test('a button that stores no text asks again where somebody was first, and offers no empty text', async () => {
    const site = await openFullSite(engine);
    const storing = /^(?:save|preview|publish|)$/;
    const others = site.buttons.filter(
      ({ route, name, value }) => route === '/edit/:kind/:id' && name === 'do' && !storing.test(value),
    );
    expect(others.length).toBeGreaterThan(10);
    for (const button of others) {
      const answer = await press(site, button, (address) => address.replace(/version=\d+/, 'version=0'));
      expect.soft(answer, nameOf(button)).toMatchObject({ status: expect.toBeOneOf([409, 422]), lost: [] });
      if (!button.texts.includes('body')) expect.soft(answer.text, nameOf(button)).not.toContain('你的版本');
    }
  });
});

// Without a query: the database fails by our word.
test('whatever stands in the way, every form comes back with what was typed', async () => {
  const site = await openFullSite('sqlite');
  let error = () => new Error();
  breakDatabase(site, 'everything but who it is', () => error());
  // Every button for the first, then one of each form.
  const forms = new Map(site.buttons.map((button) => [`${button.route} ${button.texts.join(' ')}`, button]));
  for (const [index, [trouble, status, failure]] of troubles.entries()) {
    error = failure;
    for (const button of index === 0 ? site.buttons : forms.values()) {
      const answer = await press(site, button);
      // An editor who leaves a form that is no draft is asked before anything is, as one who has chosen nothing.
      const isFirst = button.name === 'go' || /_(?:many|table)$|tags\/rename$/.test(button.route);
      const expected = isFirst ? expect.toBeOneOf([status, 422]) : status;
      expect.soft(answer, `${trouble}: ${nameOf(button)}`).toMatchObject({ status: expected, lost: [] });
      expect.soft(unknownLabels(answer.text), nameOf(button)).toEqual([]);
    }
  }
});

test('when a form fails while it is stored it comes back with what was typed', async () => {
  const site = await openFullSite('sqlite');
  breakDatabase(site, 'writing', () => new TypeError('nobody foresaw this'));
  const failing = new Set<string>();
  for (const button of site.buttons) {
    const { status, lost } = await press(site, button);
    if (status >= 400) expect.soft(lost, nameOf(button)).toEqual([]);
    if (status === 500) failing.add(button.route);
  }
  // Refused before, for what was typed.
  const refused = listFormRoutes(site.app).filter((route) => !failing.has(route));
  expect(refused).toEqual([
    '/edit/:kind/_many',
    '/edit/:kind/_new',
    '/edit/:kind/_table',
    '/edit/accounts/_new',
    // Without a file.
    '/edit/media',
    '/edit/media/_replace/*path',
    '/edit/site',
    '/edit/tags/rename',
  ]);
});

test('when nobody can say who has sent a form it comes back with what was typed', async () => {
  const site = await openFullSite('sqlite');
  breakDatabase(site, 'everything', lost);
  for (const button of site.buttons)
    expect.soft(await press(site, button), nameOf(button)).toMatchObject({ status: 503, lost: [] });
});
