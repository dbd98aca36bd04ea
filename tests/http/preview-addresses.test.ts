import request from 'supertest';
import { expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { anArticle, aPage, entry } from '../helpers/content.ts';
import { aDraft } from '../helpers/drafts.ts';
import { editedFiles, mapBack, openEditedSite, requestIds, someDrafts } from '../helpers/edited-site.ts';

test('a preview is for editors alone', async () => {
  const { app, db, cookie } = await openEditedSite();
  const key = await aDraft(db, 'products/p1', someDrafts['products/p1'] ?? '');
  await anAccount(db, { email: 'reader@example.com', role: 'reader' });
  const reader = await signedIn(app, 'reader@example.com');
  for (const address of ['', 'product/info/p1', 'product/info/p1/_payload.json', 'nope']) {
    const statuses = [];
    for (const who of ['', reader, cookie])
      statuses.push((await get(app, `/edit/preview/${key}/now/${address}`, who)).status);
    expect(statuses, address).toEqual([404, 404, address === 'nope' ? 404 : 200]);
  }
});

test('a preview is kept by nobody, and found by nobody', async () => {
  const { app, db, cookie } = await openEditedSite();
  const key = await aDraft(db, 'products/p1', someDrafts['products/p1'] ?? '');
  for (const address of ['', 'product/info/p1/_payload.json', 'nope', 'product/']) {
    const { headers } = await get(app, `/edit/preview/${key}/now/${address}`, cookie);
    expect(headers, address).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    expect(headers['speculation-rules']).toBeUndefined();
    expect(headers['etag']).toBeUndefined();
  }
});

test('a preview says what it shows, and where it is edited', async () => {
  const { app, db, cookie } = await openEditedSite();
  const key = await aDraft(db, 'articles/spring', someDrafts['articles/spring'] ?? '');
  const bannerOf = async (what: string, at: string) =>
    /<aside.*<\/aside><\/body>/.exec((await get(app, `/edit/preview/${what}/${at}/`, cookie)).text)?.[0] ??
    '';
  const mount = `/edit/preview/${key}/2026-12-01T0800`;
  const banner = await bannerOf(key, '2026-12-01T0800');
  expect(banner).toContain('2026年12月1日 08:00');
  for (const href of [
    '/edit/articles/spring',
    `${mount}/articles/spring`,
    `${mount}/articles`,
    `${mount}/author/chen`,
  ])
    expect(banner).toContain(`href="${href}"`);
  expect(await bannerOf('all', 'now')).toContain('全部 1 份草稿');
});

test('a page that is not there is so in the preview too', async () => {
  const { app, db, cookie } = await openEditedSite();
  const mount = `/edit/preview/${await aDraft(db, 'pages/about', aPage())}/now/`;
  const { status, text } = await get(app, `${mount}nope`, cookie);
  expect(status).toBe(404);
  expect(text).toContain('Page not found: /nope');
  expect(text).toContain(`href="${mount}"`);
  expect(mapBack(text, mount)).toBe((await get(app, '/nope')).text.replaceAll(requestIds, ''));
});

test('another spelling is led to the one address, in the preview', async () => {
  const { app, cookie } = await openEditedSite();
  const leadsTo = async (address: string) => (await get(app, address, cookie)).headers['location'];
  expect(await leadsTo('/edit/preview/all/now')).toBe('/edit/preview/all/now/');
  expect(await leadsTo('/edit/preview/all/now/Articles/?x=1')).toBe('/edit/preview/all/now/articles?x=1');
  expect(await leadsTo('/edit/preview/all/now/account')).toBe('/edit/preview/all/now/login?next=%2Faccount');
});

test.for(['nope/now/', 'all/yesterday/', 'all/2026-02-30T0800/', 'all/2026-12-01T2460/', '%61ll/now/'])(
  'there is no preview at %s',
  async (place) => {
    const { app, cookie } = await openEditedSite();
    expect((await get(app, `/edit/preview/${place}`, cookie)).status).toBe(404);
  },
);

test('forms of a preview lead nowhere', async () => {
  const { app, cookie } = await openEditedSite();
  for (const address of ['login', 'color-mode', 'account/saved', ''])
    expect((await post(app, `/edit/preview/all/now/${address}`, { mode: 'dark' }, cookie)).status).toBe(404);
});

test('a draft that cannot be published says why', async () => {
  const { app, db, cookie } = await openEditedSite();
  const key = await aDraft(
    db,
    'articles/bad',
    entry({ author: 'nobody', publishedAt: '2026-01-01T08:00:00+08:00' }, '一。\n\n<b>二</b>'),
  );
  const page = await get(app, `/edit/preview/${key}/now/articles/bad`, cookie);
  expect(page.status).toBe(422);
  expect(page.text).toContain('請填寫「標題」。');
  expect(page.text).toContain('內文第 3 行：');
  expect(page.text).toContain('href="/edit/articles/bad"');
  const payload = await request(app).get(`/edit/preview/${key}/now/_payload.json`).set('Cookie', cookie);
  expect([payload.status, payload.body.statusCode]).toEqual([422, 422]);
});

test('all drafts are shown without those that cannot be published', async () => {
  const { app, db, cookie } = await openEditedSite();
  await aDraft(db, 'authors/ghost', entry({ links: [] }));
  await aDraft(db, 'articles/of-ghost', anArticle({ title: '鬼話', author: 'ghost' }));
  await aDraft(db, 'pages/about', aPage({ title: '我們' }));
  const { status, text } = await get(app, '/edit/preview/all/now/pages/about', cookie);
  expect(status).toBe(200);
  expect(text).toContain('全部 1 份草稿');
  expect(text).toMatch(/沒有放進來.*authors\/ghost.*articles\/of-ghost/);
});

test('a draft of the trash is no draft', async () => {
  const { app, db, cookie, import: bring } = await openEditedSite();
  const key = await aDraft(db, 'pages/about', aPage({ title: '我們' }));
  await bring(editedFiles, { prune: true });
  await writeTransaction(db, (trx) => trx.deleteFrom('pages').execute());
  expect((await get(app, `/edit/preview/${key}/now/`, cookie)).status).toBe(404);
  expect((await get(app, '/edit/preview/all/now/', cookie)).text).toContain('沒有草稿');
});

test('an entry without a draft is shown as it is', async () => {
  const { app, db, cookie } = await openEditedSite();
  const { key } = await db.read
    .selectFrom('entries')
    .select('key')
    .where('id', '=', 'spring')
    .executeTakeFirstOrThrow();
  const { status, text } = await get(app, `/edit/preview/${key}/now/articles/spring`, cookie);
  expect([status, text.includes('沒有未發布的修改')]).toEqual([200, true]);
});
