import { describe, expect, test } from 'vitest';
import { roles, type Role } from '#shared/accounts.ts';
import { editActions, mayDo } from '#server/features/editing/may-do.ts';
import { rightPassword } from '../helpers/accounts.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite, type EditorBrowser } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, '舊內文。'),
  'articles/winter.md': anArticle({ title: '冬茶' }),
  'products/pot.md': aProduct(),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 舊名\n',
};

/** Strangers and readers get the same answer as for a missing page. An author is led home from what is not their own. */
const pages: [path: string, expected: Record<Role, number>][] = [
  ...['/edit', '/edit/articles', '/edit/products', '/edit/articles/_new', '/edit/media'].map(
    (path): [string, Record<Role, number>] => [path, { reader: 404, author: 200, editor: 200, admin: 200 }],
  ),
  ...['/edit/articles/spring', '/edit/products/pot', '/edit/authors/lin', '/edit/pages/about'].map(
    (path): [string, Record<Role, number>] => [path, { reader: 404, author: 303, editor: 200, admin: 200 }],
  ),
  ...[
    '/edit/articles/spring/history',
    '/edit/articles/spring/rename',
    '/edit/articles/spring/remove',
    '/edit/products/_table',
    '/edit/tags',
    '/edit/site',
    '/edit/site/history',
    '/edit/trash',
    '/edit/redirects',
    '/edit/preview/all/now/',
    '/edit/preview/all/now/articles/spring',
  ].map((path): [string, Record<Role, number>] => [
    path,
    { reader: 404, author: 404, editor: 200, admin: 200 },
  ]),
  ['/edit/_picks/links', { reader: 404, author: 200, editor: 200, admin: 200 }],
  ['/edit/accounts', { reader: 404, author: 404, editor: 403, admin: 200 }],
  ['/edit/accounts/_new', { reader: 404, author: 404, editor: 403, admin: 200 }],
];

interface FormDoor {
  what: string;
  /** The page that has the form, opened by an admin. */
  page: string;
  button: string;
  fields?: Record<string, string>;
  expected: Record<Role, number>;
}

const everyEditor = { reader: 404, author: 404, editor: 303, admin: 303 };
const forms: FormDoor[] = [
  {
    what: 'save',
    page: '/edit/articles/spring',
    button: 'save',
    fields: { body: '改' },
    expected: everyEditor,
  },
  { what: 'publish', page: '/edit/articles/spring', button: 'publish', expected: everyEditor },
  { what: 'preview', page: '/edit/articles/spring', button: 'preview', expected: everyEditor },
  { what: 'unpublish', page: '/edit/articles/spring', button: 'unpublish', expected: everyEditor },
  { what: 'archive', page: '/edit/articles/spring', button: 'archive', expected: everyEditor },
  {
    what: 'create',
    page: '/edit/articles/_new',
    button: 'save',
    fields: { id: 'made' },
    expected: { ...everyEditor, author: 303 },
  },
  {
    what: 'rename',
    page: '/edit/articles/spring/rename',
    button: 'rename',
    fields: { id: 'renamed' },
    expected: everyEditor,
  },
  { what: 'remove', page: '/edit/articles/spring/remove', button: 'remove', expected: everyEditor },
  { what: 'change the settings', page: '/edit/site', button: 'save', expected: everyEditor },
];

describe.for(engines)('on %s', (engine) => {
  test('every page of the edit area answers each role as it may', async () => {
    const { signIn } = await openEditSite(engine, files);
    for (const role of roles) {
      const person = await signIn(role);
      for (const [path, expected] of pages)
        expect.soft((await person.get(path)).status, `${role} ${path}`).toBe(expected[role]);
    }
  });

  test('every form of the edit area answers each role as it may', async () => {
    for (const { what, page, button, fields = {}, expected } of forms) {
      // The actions of one role must not affect the result of the next.
      for (const role of roles) {
        const { signIn } = await openEditSite(engine, files);
        const opened = await (await signIn('admin')).get(page);
        const sent = await (await signIn(role)).send(opened, fields, { value: button });
        expect.soft(sent.status, `${role}: ${what}`).toBe(expected[role]);
      }
    }
  });

  test('only an admin removes for good, and with the password', async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const [editor, admin] = [await signIn('editor'), await signIn('admin')];
    const remove = await admin.get('/edit/articles/winter/remove');
    await admin.send(remove, {}, { value: 'remove' });
    const path = /href="(\/edit\/trash\/\w+\/purge)"/.exec((await admin.get('/edit/trash')).text)?.[1] ?? '';
    expect((await editor.get('/edit/trash')).text).not.toContain('永久刪除</a>');
    expect((await editor.get(path)).status).toBe(404);
    const asked = await admin.get(path);
    const purge = (person: EditorBrowser, password: string) =>
      person.send(asked, { password }, { value: 'purge' });
    expect((await purge(editor, rightPassword)).status).toBe(404);
    const wrong = await purge(admin, 'wrong password');
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('你的密碼不正確');
    expect(await services.db.read.selectFrom('revisions').select('seq').execute()).not.toEqual([]);
    expect((await purge(admin, rightPassword)).headers['location']).toBe('/edit/trash?done=purged');
    expect(await services.db.read.selectFrom('revisions').select('seq').execute()).toEqual([]);
  });
});

test('each role may do what the table says', () => {
  const table = Object.fromEntries(
    editActions.map((action) => [action, roles.filter((role) => mayDo(role, action)).join(' ')]),
  );
  expect(table).toEqual({
    see: 'author editor admin',
    'see-others': 'editor admin',
    save: 'author editor admin',
    'save-others': 'editor admin',
    'hand-in': 'author editor admin',
    publish: 'editor admin',
    withdraw: 'editor admin',
    rename: 'editor admin',
    remove: 'editor admin',
    restore: 'editor admin',
    upload: 'author editor admin',
    'change-media': 'editor admin',
    purge: 'admin',
    'change-tags': 'editor admin',
    'change-site': 'editor admin',
    'name-site': 'admin',
    'change-redirects': 'admin',
    'manage-accounts': 'admin',
    'see-status': 'admin',
  });
});
