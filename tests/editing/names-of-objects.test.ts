import type { Express } from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { openEditSite } from '../helpers/editing.ts';
import { keptLog } from '../helpers/log-lines.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle(),
  'products/gaiwan.md': aProduct(),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\n',
};

/** Names that a lookup in a plain object finds, though nobody has put them there. */
const members = ['__proto__', ...Object.getOwnPropertyNames(Object.prototype)];
const names = members.flatMap((name) => [
  name,
  `f.${name}`,
  `f.links.0.${name}`,
  `f.${name}.0.url`,
  `f.specs.0.${name}`,
  `f.title.${name}`,
]);

const smallForms = ['/login', '/account', '/account/saved', '/color-mode', `/account/link/${'a'.repeat(43)}`];
const editForms = [
  ...[
    'articles/spring',
    'products/gaiwan',
    'authors/lin',
    'pages/about',
    'site',
    'redirects',
    'trash/aaaaaaaaaaaaaaaaaaaa',
  ],
  ...[
    'articles/_new?key=aaaaaaaaaaaaaaaaaaaa',
    'authors/_new?key=bbbbbbbbbbbbbbbbbbbb',
    'accounts/_new',
    'accounts/a',
  ],
  ...[
    'articles/spring/history/1',
    'articles/spring/remove',
    'articles/spring/rename',
    'constructor/toString',
    '__proto__/_new',
  ],
].map((path) => `/edit/${path}`);

/** Body of a form without script, in which each name stands twice. */
function send(app: Express, path: string, cookie: string, values: Readonly<Record<string, string>> = {}) {
  const fields = [...names, ...names].map((name) => [name, 'NOT OURS']);
  return request(app)
    .post(path)
    .set({ Cookie: cookie, Accept: 'text/html' })
    .type('form')
    .send(new URLSearchParams([...fields, ...Object.entries(values)]).toString());
}

test('fields named after members of every object fail no form, and are not given back', async () => {
  const { log, lines } = keptLog();
  const { app, signIn } = await openEditSite('sqlite', files, { log });
  const { cookie } = await signIn('admin');
  const told = [];
  for (const path of smallForms) told.push(await send(app, path, ''));
  for (const path of editForms.slice(0, 12)) told.push(await send(app, path, ''));
  for (const path of editForms) told.push(await send(app, path, cookie, { do: 'save' }));
  for (const name of members) {
    told.push(await send(app, '/edit/products/gaiwan', cookie, { do: name, row: `${name}:add` }));
    told.push(await send(app, '/edit/site', cookie, { do: name, row: `${name}:up:0` }));
    told.push(
      await request(app)
        .get(`/edit/articles/spring?done=${name}&undo=${name}&from=${name}`)
        .set({ Cookie: cookie }),
    );
    told.push(await request(app).get(`/search?q=${name}&kind=${name}&sort=${name}`));
  }
  expect(told.filter(({ status }) => status >= 500).map(({ status, request }) => [status, request])).toEqual(
    [],
  );
  expect(told.filter(({ text }) => text.includes('NOT OURS'))).toEqual([]);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('values of a product named after members of every object are stored, shown and compared', async () => {
  const { log, lines } = keptLog();
  const { app, signIn } = await openEditSite('sqlite', files, { log });
  const lin = await signIn();
  const specs = Object.fromEntries(
    members.slice(1).flatMap((name, row) => [
      [`f.specs.${row}.name`, name],
      [`f.specs.${row}.value`, `值${row}`],
    ]),
  );
  const saved = await lin.send(await lin.get('/edit/products/gaiwan'), specs, { value: 'publish' });
  expect(saved.status).toBe(303);
  const history = await lin.get('/edit/products/gaiwan/history');
  const seqs = Array.from(history.text.matchAll(/history\/(\d+)"/g), ([, seq]) => seq);
  expect(seqs.length).toBeGreaterThan(0);
  for (const seq of seqs) {
    const revision = await lin.get(`/edit/products/gaiwan/history/${seq}`);
    expect(revision.status).toBe(200);
    expect(revision.text).not.toContain('[native code]');
  }
  const page = await request(app).get('/product/info/gaiwan');
  expect(page.text).toContain('hasOwnProperty');
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});
