import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { findPageButtons, type EditButton } from '../helpers/edit-forms.ts';
import { openEditSite } from '../helpers/editing.ts';
import { howMany } from '../helpers/how-many.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({
    title: '春茶',
    products: ['gaiwan'],
    updatedAt: '2026-01-03T08:00:30+08:00',
  }),
  'articles/winter.md': anArticle({ title: '冬茶' }),
  'articles/soon.md': anArticle({ title: '秋茶' }),
  'products/gaiwan.md': aProduct({ specs: { 產地: '鶯歌' } }),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\nfeatured:\n  - article: spring\n',
};

async function open(engine: EngineName) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn('admin');
  await site.signIn();
  const press = async (path: string, value: string, fields: Record<string, string> = {}) =>
    lin.send(await lin.get(path), fields, { value });
  await press('/edit/articles/spring', 'save', { body: '草稿。' });
  await press('/edit/articles/winter', 'archive');
  await press('/edit/articles/soon/remove', 'remove');
  const findPages = () => findPageButtons(site.app, lin);
  const stored = async () => {
    const tables = ['drafts', 'revisions', 'site', 'redirects', 'accounts', 'entries'] as const;
    const rows = tables.map((table) => site.services.db.read.selectFrom(table).selectAll().execute());
    return JSON.stringify(await Promise.all(rows));
  };
  /** Presses a button of a page, with these texts in the fields. */
  const pressed = async ({ action, fields, name, value }: EditButton, typed: Record<string, string>) => {
    let post = request(site.app).post(action).set({ Cookie: lin.cookie, Accept: 'text/html' });
    for (const [field, text] of new Map([...fields, ...Object.entries(typed), [name, value]]))
      post = post.field(field, text);
    return post;
  };
  return { ...site, lin, press, findPages, stored, pressed };
}

/** Buttons that store what was typed at its own place last: they change addresses. */
const isLast = ({ value }: EditButton) => /^(?:rename|remove|purge|create|role|disable)$/.test(value);

/** Whether the button removes the row of this field. */
function isRemoved(name: string, { value }: EditButton): boolean {
  const [list, what, row] = value.split(':');
  return what === 'remove' && `${name}.`.startsWith(`f.${list}.${row}.`);
}

describe.for(engines)('on %s', (engine) => {
  test('what was typed is stored, or still in the form, whatever button or link beside it is pressed', async () => {
    const { app, lin, findPages, stored, pressed } = await open(engine);
    const all = (await findPages()).flatMap(({ buttons }) => buttons).filter(({ texts }) => texts.length > 0);
    const kindOf = ({ name, value }: EditButton) => (name === 'do' ? value : name);
    const kinds = new Map(all.map((button) => [kindOf(button), button]));
    for (const kind of ['go', 'row', 'save', 'discard', 'unpublish', 'rename', 'add'])
      expect.soft([...kinds.keys()]).toContain(kind);
    expect(all.length).toBeGreaterThan(150);
    // A button of each kind, then others by chance.
    const random = randomNumbers(20_261_127);
    const others = Array.from({ length: all.length }, () => all[random(all.length)]).flatMap(
      (one) => one ?? [],
    );
    const tried = howMany({ usually: 40, whole: all.length });
    const some = [...new Set([...kinds.values(), ...others])].slice(0, tried);
    for (const known of some.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
      // The page as it is now: what was pressed before has changed it.
      const now = (await findPageButtons(app, lin, [known.page]))[0]?.buttons;
      const button = now?.find(({ name, value }) => name === known.name && value === known.value);
      if (button === undefined) continue;
      const typed = Object.fromEntries(
        button.texts.map((name, index) => [name, `字${known.name}號${index}`]),
      );
      const answer = await pressed(button, typed);
      const isSeen = (name: string) => answer.text.includes(typed[name] ?? '');
      const unseen = button.texts.filter((name) => !isSeen(name) && !isRemoved(name, button));
      const kept = unseen.length === 0 ? '' : await stored();
      const lost = unseen.filter((name) => !kept.includes(typed[name] ?? ''));
      expect.soft(lost, `${known.page}: ${known.name}=${known.value} ${answer.status}`).toEqual([]);
      expect.soft(answer.status, known.page).toBeLessThan(500);
    }
  });

  test('a form that nobody has touched is left at once, and nothing is stored', async () => {
    const { findPages, stored, pressed } = await open(engine);
    const pages = await findPages();
    const before = await stored();
    const links = pages.flatMap(({ buttons }) => buttons).filter(({ name }) => name === 'go');
    for (const link of links) {
      const { status, headers } = await pressed(link, {});
      const left = { status, to: decodeURI(headers['location'] ?? '') };
      expect.soft(left, link.page).toEqual({ status: 303, to: decodeURI(link.value) });
    }
    expect(links.length).toBeGreaterThan(100);
    expect(await stored()).toBe(before);
  });

  test('an entry that is taken away from visitors keeps what was typed as its draft, and nothing leads elsewhere', async () => {
    const { app, lin, press, services } = await open(engine);
    const done = await press('/edit/articles/spring', 'unpublish', { body: '剛打的字。' });
    expect(done.headers['location']).toBe('/edit/articles/spring?done=unpublished');
    await request(app).get('/articles/spring').set({ Accept: 'text/html' }).expect(404);
    const told = await lin.get(String(done.headers['location']));
    expect(told.text).toContain('剛打的字。');
    expect((await lin.send(told, { body: '又打的字。' }, { value: 'republish' })).status).toBe(303);
    const draft = await services.db.read.selectFrom('drafts').select('document').executeTakeFirst();
    expect(draft?.document).toContain('又打的字。');
    const outside = await lin.send(told, { body: '三。' }, { name: 'go', value: 'https://tea.example/' });
    expect(outside.headers['location']).toBeUndefined();
    expect(outside.text).toContain('三。');
  });

  test('a draft that is given up says what goes, and comes back', async () => {
    const { lin, press, services } = await open(engine);
    const form = await lin.get('/edit/articles/spring');
    expect(form.text).toContain('放棄草稿會丟掉還沒有發布的修改：內文，以及表單裡剛輸入的內容。');
    const done = await lin.send(form, { 'f.title': '剛打的標題' }, { value: 'discard' });
    const told = await lin.get(String(done.headers['location']));
    expect(told.text).not.toContain('剛打的標題');
    expect((await lin.send(told, {}, { value: 'undiscard' })).status).toBe(303);
    const draft = await services.db.read.selectFrom('drafts').select('document').executeTakeFirst();
    expect(draft?.document).toContain('剛打的標題');
    expect(draft?.document).toContain('草稿。');
    expect((await press('/edit/articles/spring', 'publish')).status).toBe(303);
  });

  test('somebody else was first: a button beside the form shows both texts, and does nothing', async () => {
    const { app, lin, signIn } = await open(engine);
    const form = await lin.get('/edit/pages/about');
    const chen = await signIn('editor', '陳又芳');
    await chen.send(await chen.get('/edit/pages/about'), { body: '陳的內文。' });
    for (const button of [
      { name: 'do', value: 'archive' },
      { name: 'go', value: '/edit' },
    ]) {
      const answer = await lin.send(form, { body: '林的內文。' }, button);
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('林的內文。');
      expect(answer.text).toContain('陳的內文。');
    }
    await request(app).get('/pages/about').set({ Accept: 'text/html' }).expect(200);
  });
});

test('beside a form with texts there is no link that leaves without them', async () => {
  const { findPages } = await open('sqlite');
  const main = (await findPages()).filter(({ text }) => text.includes('id="main-form"'));
  expect(main.length).toBeGreaterThan(12);
  for (const { page, text } of main)
    expect.soft([...text.matchAll(/<a [^>]*href="(?!#)[^"]*"/g)].map(String), page).toEqual([]);
});
